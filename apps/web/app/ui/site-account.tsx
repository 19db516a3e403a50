import { useId } from 'react';
import { Link } from 'react-router';
import { EmailAddress } from './email-address.tsx';
import classes from './site-header.module.css';
import type { UserMenuEntry } from './user-menu.tsx';

interface SiteAccountProps {
  /** „Mein Konto“ */
  title: string;
  email: string;
  entries: readonly UserMenuEntry[];
}

/** What the user menu offers, as a part of the menu on phones. */
export function SiteAccount({ title, email, entries }: SiteAccountProps) {
  const titleId = useId();
  return (
    <>
      <span className={classes.panelLink} id={titleId}>
        {title}
      </span>
      <p className={classes.panelNote}>
        <EmailAddress>{email}</EmailAddress>
      </p>
      <ul className={classes.subList} aria-labelledby={titleId}>
        {entries.map(({ label, to, onSelect }) => (
          <li key={label}>
            {to === undefined ? (
              <button type="button" onClick={onSelect}>
                {label}
              </button>
            ) : (
              <Link to={to}>{label}</Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
