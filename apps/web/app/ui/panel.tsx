import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title?: ReactNode;
  note?: ReactNode;
  /** At the right of the head: a link, a count, a small button. */
  aside?: ReactNode;
  foot?: ReactNode;
  /** Tables and row lists reach the edges. */
  flush?: boolean | undefined;
  /** The name for assistive technology when there is no visible title. */
  label?: string | undefined;
  children?: ReactNode;
}

/** One box, one border, no shadow; never a box in a box. */
export function Panel({ title, note, aside, foot, flush, label, children }: PanelProps) {
  const id = useId();
  return (
    <section
      className={classes.panel}
      aria-labelledby={title ? id : undefined}
      aria-label={title ? undefined : label}
    >
      {(title || aside) && (
        <header className={classes.head}>
          <div className={classes.titles}>
            {title && (
              <h2 className={classes.title} id={id}>
                {title}
              </h2>
            )}
            {note && <p className={classes.note}>{note}</p>}
          </div>
          {aside && <div className={classes.aside}>{aside}</div>}
        </header>
      )}
      {flush ? children : <div className={classes.body}>{children}</div>}
      {foot && <footer className={classes.foot}>{foot}</footer>}
    </section>
  );
}
