import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './page-head.module.css';

interface PageHeadProps {
  title: ReactNode;
  note?: ReactNode;
  /** The page above, e.g. „KI-Bots“ over a single bot. */
  back?: { to: string; label: string } | undefined;
  /** Buttons; the first may be primary. */
  actions?: ReactNode;
}

/** The head of an app page. The document title comes from the route's `meta` with `pageTitle`. */
export function PageHead({ title, note, back, actions }: PageHeadProps) {
  return (
    <header className={classes.head}>
      <div className={classes.titles}>
        {back && (
          <Link className={classes.back} to={back.to}>
            {back.label}
          </Link>
        )}
        <h1 className={classes.title}>{title}</h1>
        {note && <p className={classes.note}>{note}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
