import { type ReactNode, useState } from 'react';
import classes from './book-chart.module.css';

interface ValueDetailsProps {
  label: string;
  className?: string | undefined;
  /** The table. Hundreds of cells, so they are made once somebody wants to read them. */
  children: () => ReactNode;
}

/** The text alternative of a chart: the figures behind the curve. */
export function ValueDetails({ label, className, children }: ValueDetailsProps) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.values} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>Werte als Tabelle</summary>
      <section
        className={[classes.tableBox, className].filter(Boolean).join(' ')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
      >
        {opened && children()}
      </section>
    </details>
  );
}
