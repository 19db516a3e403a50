import { IconLayoutSidebar } from '@tabler/icons-react';
import { type ReactNode, type Ref, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { readCookie, writeCookie } from '../lib/cookies.ts';
import { MODIFIER_KEY } from '../lib/keys.ts';
import { useIsPhone } from '../lib/media.ts';
import { urls } from '../lib/urls.ts';
import classes from './app-frame.module.css';
import { BottomNav } from './bottom-nav.tsx';
import { Brand, BrandMark } from './brand.tsx';
import { IconButton } from './icon-button.tsx';
import { MobileSidebar } from './mobile-sidebar.tsx';
import type { NavGroup } from './navigation.ts';
import { SidebarNav } from './sidebar-nav.tsx';

interface AppFrameProps {
  /** Only pages that exist. */
  groups: readonly NavGroup[];
  /** `LiveBadge`, as a part of its own, so that a tick does not draw the whole frame anew. */
  live: ReactNode;
  /** At the right of the top bar: `BellButton` and `UserMenu`. */
  bell?: ReactNode;
  userMenu: ReactNode;
  /** In the top bar, wide screens only (the admin's search). */
  search?: ReactNode;
  footLinks?: readonly { to: string; label: string }[] | undefined;
  /** Above the content of every page, e.g. „Die Verbindung ist unterbrochen“. */
  banner?: ReactNode;
  /** A place in the bottom navigation of phones, for a button that belongs to no page. */
  bottomSlot?: Ref<HTMLSpanElement> | undefined;
  /** Whose page it is and of when, on paper only. */
  printNote?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of the app: sidebar (16rem, 3rem when collapsed, an 18rem drawer on phones), top bar, content, bottom
 * navigation on phones. The play-money bar above belongs to the root.
 */
export function AppFrame(props: AppFrameProps) {
  const { groups, live, bell, userMenu, search, footLinks = [], banner, printNote, children } = props;
  const phone = useIsPhone();
  const [drawerOpen, setDrawerOpen] = useState(false);
  // The shortcut means the drawer on phones; the ref lets one listener serve both.
  const toggleRef = useRef<() => void>(() => undefined);
  const sidebar = useSidebarState(useCallback(() => toggleRef.current(), []));
  toggleRef.current = phone ? () => setDrawerOpen((open) => !open) : sidebar.toggle;
  const collapsed = !sidebar.open;

  return (
    <>
      <a className={classes.skip} href="#inhalt">
        Zum Inhalt
      </a>
      <div className={classes.frame} data-frame data-collapsed={collapsed || undefined}>
        <aside className={classes.side}>
          <div className={classes.sideInner}>
            <Link className={classes.brandLine} to={urls.dashboard}>
              {collapsed ? <BrandMark /> : <Brand />}
              <span className="vh">{collapsed ? 'Zum Dashboard' : ', zum Dashboard'}</span>
            </Link>
            <SidebarNav groups={groups} collapsed={collapsed} />
          </div>
        </aside>
        <div>
          <header className={classes.top}>
            <IconButton
              icon={IconLayoutSidebar}
              label={`Seitenleiste umschalten (${MODIFIER_KEY}+B)`}
              aria-expanded={phone ? drawerOpen : sidebar.open}
              aria-haspopup={phone ? 'dialog' : undefined}
              aria-keyshortcuts="Control+B Meta+B"
              onClick={() => toggleRef.current()}
            />
            <Link className={classes.phoneBrand} to={urls.dashboard}>
              <Brand />
              <span className="vh">, zum Dashboard</span>
            </Link>
            {search && <div className={classes.search}>{search}</div>}
            <span className={classes.spacer} />
            {live}
            {bell}
            {userMenu}
          </header>
          <main className={classes.main} id="inhalt" tabIndex={-1}>
            {banner}
            {children}
            <footer className={classes.foot}>
              {footLinks.map((link) => (
                <Link key={link.to} to={link.to}>
                  {link.label}
                </Link>
              ))}
              <p>
                Keine Anlageberatung. Handel birgt Verlustrisiken. Frühere Ergebnisse sagen nichts über
                künftige aus.
              </p>
              {printNote && <p className={classes.printNote}>{printNote}</p>}
            </footer>
          </main>
        </div>
      </div>
      <BottomNav
        slot={props.bottomSlot}
        groups={groups}
        moreOpen={drawerOpen}
        onMore={() => setDrawerOpen(true)}
      />
      <MobileSidebar groups={groups} opened={drawerOpen} onClose={() => setDrawerOpen(false)} />
    </>
  );
}

const COOKIE = 'sidebar_state';
const SEVEN_DAYS_S = 7 * 24 * 60 * 60;

/** Open or collapsed, kept for seven days. Ctrl/Cmd+B asks for the change. */
function useSidebarState(onShortcut: () => void): { open: boolean; toggle: () => void } {
  const [open, setOpen] = useState(() => readCookie(COOKIE) !== 'false');

  const toggle = useCallback(() => {
    setOpen((before) => {
      writeCookie(COOKIE, String(!before), SEVEN_DAYS_S);
      return !before;
    });
  }, []);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      onShortcut();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onShortcut]);

  return { open, toggle };
}
