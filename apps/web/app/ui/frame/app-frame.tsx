import { clsx } from 'clsx';
import { type ReactNode, type Ref, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { MODIFIER_KEY, useIsPhone } from '../../lib/page/device.ts';
import { readCookie, writeCookie } from '../../lib/session/cookies.ts';
import { urls } from '../../lib/url/urls.ts';
import { IconButton } from '../form/icon-button.tsx';
import { Icon } from '../icon/icon.tsx';
import { IconLayoutSidebar } from '../icon/icons.ts';
import { loadOverlays, Overlay } from '../overlay/overlay.tsx';
import { LazySection } from '../state/lazy-section.tsx';
import { CountPill } from '../state/status-pill.tsx';
import { BottomNav } from './bottom-nav.tsx';
import { Brand, BrandMark } from './brand.tsx';
import type { NavGroup, NavItem } from './navigation.tsx';
import { ItemLink } from './navigation.tsx';

const SKIP = clsx(
  'absolute left-4 -top-15 z-220 py-2.5 px-4 rounded-control bg-primary text-on-primary font-semibold',
  'focus:top-10 print:hidden',
);
const FRAME = clsx(
  'group/frame grid grid-cols-[16rem_minmax(0,1fr)] min-h-[calc(100dvh_-_var(--play-bar-height))]',
  'data-collapsed:grid-cols-[3rem_minmax(0,1fr)]',
  'max-md:block max-md:pb-[calc(var(--bottom-nav)_+_env(safe-area-inset-bottom)_+_8px)]',
  'max-md:data-collapsed:block',
  'max-md:data-collapsed:pb-[calc(var(--bottom-nav)_+_env(safe-area-inset-bottom)_+_8px)]',
  'print:block print:data-collapsed:block',
);
const BRAND_LINE = clsx(
  'flex items-center h-(--top) pl-5 border-b border-border',
  'group-data-collapsed/frame:justify-center group-data-collapsed/frame:p-0',
);
/** What stands in it gives way by the room that the sidebar leaves, not by the width of the window. */
const TOP = clsx(
  'sticky top-(--play-bar-height) z-100 flex items-center gap-2 h-(--top) pr-6 pl-5 @container',
  'bg-surface border-b border-border max-md:gap-0 max-md:py-0 max-md:px-2',
  'print:hidden',
);
/** Where the badge needs the room, the word wraps below the mark and out of sight. */
const PHONE_BRAND = clsx(
  'hidden max-md:flex max-md:items-center max-md:flex-initial max-md:min-w-6 max-md:min-h-11',
  'max-md:mr-2 max-md:overflow-hidden max-md:[&>:first-child]:flex-wrap max-md:[&>:first-child]:gap-y-4',
  'max-md:[&>:first-child]:h-7 max-md:[&>:first-child]:leading-7',
  'max-md:[&>:first-child]:overflow-hidden',
);
const FOOT = clsx(
  'flex flex-wrap gap-x-5 gap-y-1 mt-10 pt-4 border-t border-border text-[12px]/4.5 text-muted',
  '[&_a]:inline-flex [&_a]:items-center [&_a]:min-h-6',
  '[&_a:hover]:text-text [&_a:hover]:underline [&_a:hover]:underline-offset-4',
  '[&_p]:flex-[1_1_100%] max-md:mt-6',
  'print:[&_a]:hidden',
);

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
  /** Places for a button that belongs to no page: in the top bar, and in the bottom navigation of phones. */
  topSlot?: Ref<HTMLSpanElement> | undefined;
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
  const main = useRef<HTMLElement>(null);
  // The shortcut means the drawer on phones; the ref lets one listener serve both.
  const toggleRef = useRef<() => void>(() => undefined);
  const sidebar = useSidebarState(useCallback(() => toggleRef.current(), []));
  toggleRef.current = phone ? () => setDrawerOpen((open) => !open) : sidebar.toggle;
  const collapsed = !sidebar.open;

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of this page, as links do. */}
      <a
        className={SKIP}
        href="#inhalt"
        onClick={(event) => {
          // A step that the router has not made could not be held when it is taken back.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Zum Inhalt
      </a>
      <div className={FRAME} data-frame data-collapsed={collapsed || undefined}>
        <aside className="bg-surface border-r border-border max-md:hidden print:hidden">
          <div className="sticky top-(--play-bar-height)">
            <Link className={BRAND_LINE} to={urls.dashboard}>
              {collapsed ? <BrandMark /> : <Brand />}
              <span className="vh">{collapsed ? 'Zum Dashboard' : ', zum Dashboard'}</span>
            </Link>
            <SidebarNav groups={groups} collapsed={collapsed} />
          </div>
        </aside>
        <div>
          <header className={TOP}>
            <IconButton
              icon={IconLayoutSidebar}
              label={`Seitenleiste umschalten (${MODIFIER_KEY}+B)`}
              aria-expanded={phone ? drawerOpen : sidebar.open}
              aria-haspopup={phone ? 'dialog' : undefined}
              aria-keyshortcuts="Control+B Meta+B"
              onClick={() => toggleRef.current()}
            />
            <Link className={PHONE_BRAND} to={urls.dashboard}>
              <Brand />
              <span className="vh">, zum Dashboard</span>
            </Link>
            {search && <div className="flex min-w-11 max-md:hidden">{search}</div>}
            <span className="flex-1" />
            {live}
            {props.topSlot && <span className="flex-none max-md:hidden" ref={props.topSlot} />}
            {bell}
            {userMenu}
          </header>
          <main
            className="w-full max-w-316 has-data-wide:max-w-440 px-8 pt-7 pb-8 max-md:px-4 max-md:pt-5 max-md:pb-4 print:max-w-none print:py-4 print:px-0"
            ref={main}
            id="inhalt"
            tabIndex={-1}
          >
            {banner}
            {children}
            <footer className={FOOT}>
              {footLinks.map((link) => (
                <Link key={link.to} to={link.to}>
                  {link.label}
                </Link>
              ))}
              <p>
                Keine Anlageberatung. Handel birgt Verlustrisiken. Frühere Ergebnisse sagen nichts über
                künftige aus.
              </p>
              {printNote && <p className="hidden print:block">{printNote}</p>}
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
    writeCookie(COOKIE, String(!open), SEVEN_DAYS_S);
    setOpen(!open);
  }, [open]);

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

interface MobileSidebarProps {
  groups: readonly NavGroup[];
  opened: boolean;
  onClose: () => void;
}

/** The sidebar on phones: opened by „Mehr“ or Ctrl/Cmd+B, closed by every navigation. */
function MobileSidebar({ groups, opened, onClose }: MobileSidebarProps) {
  return (
    <Overlay opened={opened} onClose={onClose}>
      {({ SidebarDrawer }) => (
        <SidebarDrawer opened={opened} onClose={onClose}>
          <SidebarNav groups={groups} onNavigate={onClose} />
        </SidebarDrawer>
      )}
    </Overlay>
  );
}

const GROUP = clsx(
  'px-3 pt-5 pb-1.5 text-[12px]/4.5 font-550 text-muted',
  'group-data-collapsed/nav:h-[17px] group-data-collapsed/nav:mx-2 group-data-collapsed/nav:mt-0',
  'group-data-collapsed/nav:mb-2 group-data-collapsed/nav:p-0 group-data-collapsed/nav:border-b',
  'group-data-collapsed/nav:border-border group-data-collapsed/nav:[div:first-child>&]:h-2',
  'group-data-collapsed/nav:[div:first-child>&]:mb-2',
  'group-data-collapsed/nav:[div:first-child>&]:border-0',
);
const LINK = clsx(
  'relative flex items-center gap-3 h-11 px-3 rounded-control text-[15px] font-medium text-muted',
  '[transition:background-color_0.15s] hover:bg-bg hover:text-text',
  'aria-[current=page]:bg-bg aria-[current=page]:text-text aria-[current=page]:font-620',
  'aria-[current=page]:[&>svg]:text-primary aria-[current=page]:before:absolute',
  'aria-[current=page]:before:-left-3 aria-[current=page]:before:top-2',
  'aria-[current=page]:before:bottom-2 aria-[current=page]:before:w-[3px]',
  'aria-[current=page]:before:rounded-[0_2px_2px_0] aria-[current=page]:before:bg-primary',
  'group-data-collapsed/nav:justify-center group-data-collapsed/nav:p-0',
  'group-data-collapsed/nav:aria-[current=page]:before:-left-0.5',
);

interface SidebarNavProps {
  groups: readonly NavGroup[];
  /** Icons only; the words become tooltips and stay the accessible names. */
  collapsed?: boolean | undefined;
  onNavigate?: (() => void) | undefined;
}

function SidebarNav({ groups, collapsed = false, onNavigate }: SidebarNavProps) {
  const id = useId();
  return (
    <nav
      className="group/nav px-3 pt-0 pb-6 data-collapsed:px-0.5 data-collapsed:pt-0 data-collapsed:pb-6"
      aria-label="Hauptnavigation"
      data-collapsed={collapsed || undefined}
    >
      {groups.map((group, index) => (
        <div key={group.label}>
          <p className={GROUP} id={`${id}-${index}`}>
            <span className={collapsed ? 'vh' : undefined}>{group.label}</span>
          </p>
          <ul aria-labelledby={`${id}-${index}`}>
            {group.items.map((item) => (
              <li key={item.to}>
                <SidebarLink item={item} collapsed={collapsed} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface SidebarLinkProps {
  item: NavItem;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
}

function SidebarLink({ item, collapsed, onNavigate }: SidebarLinkProps) {
  const link = (
    <ItemLink className={LINK} item={item} onClick={onNavigate}>
      <Icon as={item.icon} />
      <span className={collapsed ? 'vh' : undefined}>{item.label}</span>
      {item.count ? <Waiting count={item.count} word={item.countWord} collapsed={collapsed} /> : null}
    </ItemLink>
  );
  if (!collapsed) return link;
  return (
    <LazySection load={loadOverlays} waiting={link} frame={() => link}>
      {({ SidebarTooltip }) => <SidebarTooltip label={item.label}>{link}</SidebarTooltip>}
    </LazySection>
  );
}

interface WaitingProps {
  count: number;
  word: string | undefined;
  collapsed: boolean;
}

function Waiting({ count, word, collapsed }: WaitingProps) {
  if (collapsed) {
    return (
      <span className="absolute top-2 right-2 size-2 rounded-[50%] bg-primary">
        <span className="vh">{word ? `${count} ${word}` : count}</span>
      </span>
    );
  }
  return (
    <span className="ml-auto" title={word && `${count} ${word}`}>
      <CountPill count={count} />
      {word && <span className="vh"> {word}</span>}
    </span>
  );
}
