import { type ReactNode, useEffect, useRef } from 'react';
import classes from './identity.module.css';

/** A step that replaces the page without a navigation: eyes and focus start at its top again. */
export function StepTop({ children }: { children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    top.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={top} className={classes.step} tabIndex={-1}>
      {children}
    </div>
  );
}
