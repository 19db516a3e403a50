import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';

export const ACCESS_COLUMNS = clsx(
  'grid grid-cols-[minmax(0,440px)_minmax(0,1fr)] gap-16 items-start',
  'max-[1080px]:grid-cols-1 max-[1080px]:gap-10 max-[1080px]:max-w-140',
);

/** A step that replaces the page without a navigation: eyes and focus start at its top again. */
export function StepTop({ children }: { children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    top.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={top} className="grid grid-cols-1" tabIndex={-1}>
      {children}
    </div>
  );
}
