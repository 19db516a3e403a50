import { IconChevronDown, IconMenu2, IconX } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { urls } from '../lib/urls.ts';
import { Brand } from './brand.tsx';
import { ButtonLink } from './button.tsx';
import { Icon } from './icon.tsx';

/** The user menu shows its name by the room there is. */
const WRAP = clsx(
  'flex items-center @container max-w-300 h-18 my-0 mx-auto',
  'max-[1280px]:py-0 max-[1280px]:px-6 max-[1080px]:h-16',
  'max-md:pl-4 max-md:pr-4',
);
const LINK = clsx(
  'relative inline-flex items-center gap-1.5 min-h-11 px-3 rounded-control text-text text-[16px]',
  'font-medium cursor-pointer hover:underline hover:underline-offset-[6px] hover:decoration-control',
  '[&[aria-current]]:font-semibold [&[aria-current]]:no-underline [&[aria-current]]:after:absolute',
  '[&[aria-current]]:after:left-3 [&[aria-current]]:after:right-3',
  '[&[aria-current]]:after:bottom-[-15px] [&[aria-current]]:after:h-0.5 [&[aria-current]]:after:bg-text',
  'group-data-open/group:[&_svg]:[transform:rotate(180deg)]',
);
const BURGER = clsx(
  'hidden max-[1080px]:inline-flex max-[1080px]:items-center max-[1080px]:justify-center',
  'max-[1080px]:size-11 max-[1080px]:border max-[1080px]:border-control max-[1080px]:rounded-control',
  'max-[1080px]:cursor-pointer',
);
const LIST = clsx(
  'absolute left-0 top-14.5 w-56 overflow-hidden border border-control',
  'rounded-[0_0_var(--radius)_var(--radius)] bg-surface',
  '[&_a]:flex [&_a]:items-center [&_a]:min-h-11 [&_a]:py-0 [&_a]:px-4 [&_a]:font-medium',
  '[&_li+li]:border-t [&_li+li]:border-t-border',
  '[&_a:hover]:bg-primary-soft',
);
const PANEL = clsx(
  'hidden max-[1080px]:absolute max-[1080px]:left-0 max-[1080px]:right-0 max-[1080px]:top-full',
  'max-[1080px]:block max-[1080px]:max-h-[calc(100dvh_-_64px_-_var(--play-bar-height))]',
  'max-[1080px]:px-6 max-[1080px]:pt-2 max-[1080px]:pb-6 max-[1080px]:overflow-y-auto',
  'max-[1080px]:border-t max-[1080px]:border-t-border max-[1080px]:border-b-4',
  'max-[1080px]:[border-bottom-style:double] max-[1080px]:border-b-control max-[1080px]:bg-bg',
  'max-[1080px]:[&>ul>li+li]:border-t max-[1080px]:[&>ul>li+li]:border-t-border',
  'max-md:pl-4 max-md:pr-4',
);
export const PANEL_LINK = clsx(
  'max-[1080px]:flex max-[1080px]:items-center max-[1080px]:min-h-13 max-[1080px]:text-[20px]',
  'max-[1080px]:font-semibold max-[1080px]:tracking-[-0.008em]',
  'max-[1080px]:aria-[current=page]:underline max-[1080px]:aria-[current=page]:decoration-2',
  'max-[1080px]:aria-[current=page]:underline-offset-8',
);
export const SUB_LIST = clsx(
  'max-[1080px]:mt-0 max-[1080px]:mb-3 max-[1080px]:mr-0 max-[1080px]:ml-1 max-[1080px]:pl-5',
  'max-[1080px]:border-l-4 max-[1080px]:[border-left-style:double] max-[1080px]:border-l-lineal',
  'max-[1080px]:[&_:is(a,button)]:flex max-[1080px]:[&_:is(a,button)]:items-center',
  'max-[1080px]:[&_:is(a,button)]:min-h-11 max-[1080px]:[&_:is(a,button)]:font-medium',
  'max-[1080px]:[&_button]:w-full max-[1080px]:[&_button]:cursor-pointer',
);

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
  const location = useLocation();
  const burger = useRef<HTMLButtonElement>(null);
  // Every navigation closes the menu; the key changes even when the path stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is the trigger, not an input
  useEffect(() => setOpen(false), [location.key]);
  useEscape(open, () => {
    setOpen(false);
    burger.current?.focus();
  });

  return (
    <header className="relative z-100 border-b border-border bg-bg">
      <div className={WRAP}>
        <Link
          className="inline-flex items-center flex-none min-w-(--margin-column) min-h-11 max-[1080px]:min-w-0"
          to={urls.home}
        >
          <Brand />
        </Link>
        <nav
          className="flex flex-1 gap-1 ml-[calc(var(--margin-gap)_-_8px)] max-[1080px]:hidden print:hidden"
          aria-label="Hauptnavigation"
        >
          {entries.map((entry) =>
            'links' in entry ? (
              <HeaderGroup key={entry.label} label={entry.label} links={entry.links} />
            ) : (
              <NavLink key={entry.to} className={LINK} to={entry.to} end={isHome(entry.to)}>
                {entry.label}
              </NavLink>
            ),
          )}
        </nav>
        <div className="flex items-center gap-3 ml-auto max-md:gap-2 max-xs:[&>a]:hidden print:hidden">
          {account ? (
            account.menu
          ) : (
            <>
              <span className="max-[1080px]:hidden">
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
            className={BURGER}
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

// Pages are written under their address with a slash, so only the start page is compared to the letter.
const isHome = (to: string): boolean => to === urls.home;

function HeaderGroup({ label, links }: { label: string; links: readonly SiteLink[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();
  const isHere = links.some(({ to }) => `${pathname}/`.startsWith(`${to}/`));
  useEscape(open, () => {
    setOpen(false);
    button.current?.focus();
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes when the focus leaves; the controls are inside
    <div
      className="group/group relative"
      data-open={open || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={LINK}
        aria-current={isHere || undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
        <Icon as={IconChevronDown} size={16} />
      </button>
      {open && (
        <ul className={LIST} id={id}>
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
    <nav className={PANEL} id={id} aria-label="Menü">
      <ul>
        {entries.map((entry) =>
          'links' in entry ? (
            <li key={entry.label}>
              <span className={PANEL_LINK}>{entry.label}</span>
              <ul className={SUB_LIST}>
                {entry.links.map((link) => (
                  <li key={link.to}>
                    <Link to={link.to}>{link.label}</Link>
                  </li>
                ))}
              </ul>
            </li>
          ) : (
            <li key={entry.to}>
              <NavLink className={PANEL_LINK} to={entry.to} end={isHome(entry.to)}>
                {entry.label}
              </NavLink>
            </li>
          ),
        )}
        {account && <li>{account}</li>}
      </ul>
      {!account && (
        <div className="max-[1080px]:grid max-[1080px]:grid-cols-[1fr_1fr] max-[1080px]:gap-3 max-[1080px]:mt-5">
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
