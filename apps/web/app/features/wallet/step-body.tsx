import { type ReactNode, useEffect, useRef } from 'react';
import classes from './wallet.module.css';

interface StepBodyProps {
  /** „Schritt 2 von 3: Prüfen“ */
  label: string;
  /** The first step of a page takes no focus; every later one is announced. */
  takeFocus: boolean;
  children: ReactNode;
}

/** One step of a flow in a panel. Give it a key per step, so that each one starts afresh. */
export function StepBody({ label, takeFocus, children }: StepBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  // Read once: a step does not grab the focus later because the flow moved on.
  const wanted = useRef(takeFocus);
  useEffect(() => {
    const element = body.current;
    if (!wanted.current || !element) return;
    wanted.current = false;
    // A form that came back with a problem has already led to its field.
    if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
    // The button that led here stood below; the new step begins above it.
    if (element.getBoundingClientRect().top < 120) element.scrollIntoView({ block: 'start' });
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would group form fields, this groups a step.
    <div ref={body} className={classes.step} role="group" aria-label={label} tabIndex={-1}>
      {children}
    </div>
  );
}
