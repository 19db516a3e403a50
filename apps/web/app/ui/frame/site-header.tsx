import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useWays } from '../../lib/url/link.tsx';
import { urls } from '../../lib/url/urls.ts';
import { ButtonLink } from '../form/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { IconChevronDown, IconMenu2, IconX } from '../icon/icons.ts';
import { Brand } from './brand.tsx';
import classes from './site-header.module.css';

export interface SiteLink {
  to: string;
  label: string;
  /** A page of the server, not of this app. */
  outside?: boolean;
}

/** A page, or a group of pages under one word (Märkte). */
export type SiteEntry = SiteLink | { label: string; links: readonly SiteLink[] };

interface SiteHeaderProps {
  /** Only pages that exist. */
  entries: readonly SiteEntry[];
  /**
   * Of someone who is logged in: the user menu, and its entries for the menu on phones. Both may be on their way. Without
   * them the header offers Login and „Kostenlos starten“.
   */
  account?: { menu: ReactNode; panel: ReactNode } | null;
}

export function SiteHeader({ entries, account }: SiteHeaderProps) {
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const { location } = useWays();
  const burger = useRef<HTMLButtonElement>(null);
  // Every navigation closes the menu; the key changes even when the path stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is the trigger, not an input
  useEffect(() => setOpen(false), [location.key]);
  useEscape(open, () => {
    setOpen(false);
    burger.current?.focus();
  });

  return (
    <header className={classes.header}>
      <div className={classes.wrap}>
        <Link className={classes.logo} to={urls.home}>
          <Brand />
        </Link>
        <nav className={classes.nav} aria-label="Hauptnavigation">
          {entries.map((entry) =>
            'links' in entry ? (
              <HeaderGroup key={entry.label} label={entry.label} links={entry.links} />
            ) : (
              <PageLink key={entry.to} className={classes.link} {...entry} />
            ),
          )}
        </nav>
        <div className={classes.actions}>
          {account ? (
            account.menu
          ) : (
            <>
              <span className={classes.wideOnly}>
                <ButtonLink to={urls.login} look="bare">
                  Login
                </ButtonLink>
              </span>
              <ButtonLink to={urls.signup} look="primary">
                Kostenlos starten
              </ButtonLink>
            </>
          )}
          <button
            ref={burger}
            type="button"
            className={classes.burger}
            aria-label={open ? 'Menü schließen' : 'Menü öffnen'}
            aria-expanded={open}
            aria-controls={panelId}
            onClick={() => setOpen(!open)}
          >
            <Icon as={open ? IconX : IconMenu2} />
          </button>
        </div>
      </div>
      {open && <MenuPanel id={panelId} entries={entries} account={account?.panel} />}
    </header>
  );
}

function PageLink({ to, label, className }: SiteLink & { className: string | undefined }) {
  const { pathname } = useWays().location;
  return (
    <Link className={className} to={to} aria-current={isAt(pathname, to) ? 'page' : undefined}>
      {label}
    </Link>
  );
}

// Pages are written under their address with a slash, so only the start page is compared to the letter.
const isAt = (pathname: string, to: string): boolean =>
  to === urls.home ? pathname === to : `${pathname}/`.startsWith(`${to}/`);

function HeaderGroup({ label, links }: { label: string; links: readonly SiteLink[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { pathname } = useWays().location;
  const isHere = links.some(({ to }) => isAt(pathname, to));
  useEscape(open, () => {
    setOpen(false);
    button.current?.focus();
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes when the focus leaves; the controls are inside
    <div
      className={classes.group}
      data-open={open || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={classes.link}
        aria-current={isHere || undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
        <Icon as={IconChevronDown} size={16} />
      </button>
      {open && (
        <ul className={classes.list} id={id}>
          {links.map((link) => (
            <li key={link.to}>
              <Link to={link.to} onClick={() => setOpen(false)}>
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface MenuPanelProps {
  id: string;
  entries: readonly SiteEntry[];
  account: ReactNode;
}

function MenuPanel({ id, entries, account }: MenuPanelProps) {
  return (
    <nav className={classes.panel} id={id} aria-label="Menü">
      <ul>
        {entries.map((entry) =>
          'links' in entry ? (
            <li key={entry.label}>
              <span className={classes.panelLink}>{entry.label}</span>
              <ul className={classes.subList}>
                {entry.links.map((link) => (
                  <li key={link.to}>
                    <Link to={link.to}>{link.label}</Link>
                  </li>
                ))}
              </ul>
            </li>
          ) : (
            <li key={entry.to}>
              <PageLink className={classes.panelLink} {...entry} />
            </li>
          ),
        )}
        {account && <li>{account}</li>}
      </ul>
      {!account && (
        <div className={classes.pair}>
          <ButtonLink to={urls.login} look="bare">
            Login
          </ButtonLink>
          <ButtonLink to={urls.signup} look="primary">
            Kostenlos starten
          </ButtonLink>
        </div>
      )}
    </nav>
  );
}

function useEscape(active: boolean, onEscape: () => void) {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [active]);
}
