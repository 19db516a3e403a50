import { type ReactNode, useEffect, useRef } from 'react';

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
