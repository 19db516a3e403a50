import type { Profile } from '@botdepot/contract';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { loadStopBot } from '../../features/bots/investments/stop-bot.tsx';
import { loadStartBot } from '../../features/bots/start-bot.tsx';
import { ReauthenticationDialog } from '../../features/identity/security/reauthentication-dialog.tsx';
import { loadNotifications, NotificationsBell } from '../../features/notifications/notifications-bell.tsx';
import { SupportLauncher } from '../../features/support/support-launcher.tsx';
import { loadRequest } from '../../features/wallet/requests/request-details.tsx';
import { loadTransfer } from '../../features/wallet/transactions/open-transfer.tsx';
import { formatAge, formatDateTime } from '../../lib/format/dates.ts';
import { useConnectionState, useLiveStatus } from '../../lib/live/live.tsx';
import { useNow } from '../../lib/live/now.ts';
import { MODIFIER_KEY } from '../../lib/page/device.ts';
import { usePagesAtHand } from '../../lib/page/page-files.ts';
import { BRAND_NAME } from '../../lib/page/page-title.ts';
import { whenIdle } from '../../lib/page/when-idle.ts';
import { loadErrorTable, queries } from '../../lib/server/api.ts';
import { useMay } from '../../lib/session/profile.ts';
import { LEGAL_LINKS, urls } from '../../lib/url/urls.ts';
import { AppFrame } from '../../ui/frame/app-frame.tsx';
import { loadToasts } from '../../ui/frame/toast-outlet.tsx';
import type { UserMenuEntry } from '../../ui/frame/user-menu.tsx';
import { UserMenuLater } from '../../ui/frame/user-menu-later.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { IconLogout, IconSearch, IconSettings, IconShieldCheck, IconUser } from '../../ui/icon/icons.ts';
import { loadOverlays } from '../../ui/overlay/overlay.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import type { AskedTool } from './frame-tools.tsx';
import { navigationFor } from './navigation.ts';
import { loadTools, Tools } from './tools.tsx';

const BADGE = clsx(
  'group/badge inline-flex items-center flex-none gap-2 h-7 px-3 border border-border rounded-[14px]',
  'text-xs text-muted whitespace-nowrap data-[state=stale]:border-control',
  'data-[state=stale]:bg-warn-soft data-[state=disconnected]:border-control',
  'data-[state=disconnected]:bg-warn-soft max-md:h-6 max-md:py-0 max-md:px-2.5',
);
/** Not live is hollow: a shape, not only a colour. */
const DOT = clsx(
  'size-[7px] rounded-[50%] bg-primary group-data-[state=connecting]/badge:size-[9px]',
  'group-data-[state=connecting]/badge:border-2 group-data-[state=connecting]/badge:border-control',
  'group-data-[state=connecting]/badge:bg-transparent',
  'group-data-[state=stale]/badge:size-[9px] group-data-[state=stale]/badge:border-2',
  'group-data-[state=stale]/badge:border-control group-data-[state=stale]/badge:bg-transparent',
  'group-data-[state=disconnected]/badge:size-[9px] group-data-[state=disconnected]/badge:border-2',
  'group-data-[state=disconnected]/badge:border-control',
  'group-data-[state=disconnected]/badge:bg-transparent',
);
/** Where the bar is narrow one word has to do, but that prices are simulated is left out only for what is more urgent. */
const SHORT_SOURCE =
  'hidden @max-[768px]:inline @max-[560.02px]:group-has-[[data-age]]/badge:hidden max-xs:hidden';
/** The age has the width of its usual text, so the bar does not twitch every second. */
const AGE = clsx(
  'pl-2 border-l border-border min-w-[3.4rem] tabular-nums',
  '@max-[560.02px]:min-w-0 @max-[560.02px]:p-0 @max-[560.02px]:border-0',
  'max-xs:hidden',
);

/** What lies over a page is loaded when the page is here: it may be asked for when there is no network any more. */
const PARTS = [
  loadOverlays,
  loadErrorTable,
  loadNotifications,
  loadStartBot,
  loadStopBot,
  loadTransfer,
  loadRequest,
  loadTools,
];

/** What can be found by who may look for customers. */
const CUSTOMER_HINT = 'E-Mail oder Kennung suchen';

interface SignedInFrameProps {
  profile: Profile;
  onSignOut: () => void;
  children: ReactNode;
}

/** The frame around every page behind the login, with what is live in it. */
export function SignedInFrame({ profile, onSignOut, children }: SignedInFrameProps) {
  const location = useLocation();
  const { pathname } = location;
  const isAdmin = profile.role === 'admin';
  const entries: UserMenuEntry[] = [
    { label: 'Profil', icon: IconUser, to: urls.profile },
    { label: 'Einstellungen', icon: IconSettings, to: urls.settings },
    ...(isAdmin ? [{ label: 'Admin Panel', icon: IconShieldCheck, to: urls.admin }] : []),
    { label: 'Abmelden', icon: IconLogout, onSelect: onSignOut },
  ];
  const onAdminPage = pathname.startsWith(urls.admin);
  const { adminField } = profile;
  const may = useMay();
  const waiting = useWaiting(may('admin.getOverview'));
  const approvals = useApprovals(may('admin.getFourEyes'));
  const overdue = useOverdue(may('supportDesk.listChats'));
  const groups = useMemo(
    () => navigationFor({ adminField, onAdminPage, waiting, approvals, overdue }),
    [adminField, onAdminPage, waiting, approvals, overdue],
  );
  const bar = useRef<HTMLSpanElement>(null);
  const top = useRef<HTMLSpanElement>(null);
  const [asked, ask] = useState<AskedTool>();
  const customerHint = may('admin.findCustomers') && onAdminPage ? CUSTOMER_HINT : undefined;
  return (
    <>
      <AppFrame
        groups={groups}
        search={
          <CommandButton
            label={customerHint}
            onEarly={() => void loadTools().catch(() => undefined)}
            onClick={() => ask({ tool: 'palette' })}
          />
        }
        live={<LivePrices />}
        bell={<NotificationsBell />}
        userMenu={
          <UserMenuLater title="Mein Konto" name={profile.name} email={profile.email} entries={entries} />
        }
        banner={<ConnectionBanner />}
        topSlot={onAdminPage ? undefined : top}
        bottomSlot={onAdminPage ? undefined : bar}
        footLinks={LEGAL_LINKS}
        printNote={<PrintNote email={profile.email} />}
      >
        {children}
        <Tools groups={groups} customerHint={customerHint} onSignOut={onSignOut} asked={asked} onAsk={ask} />
      </AppFrame>
      <ReauthenticationDialog />
      <AtHand folder={onAdminPage ? 'routes/admin/' : 'routes/app/'} />
      {!onAdminPage && <SupportLauncher key={profile.userId} top={top} bar={bar} />}
    </>
  );
}

/**
 * Loads what may be needed when there is no network any more: after what the page shows, or when somebody begins to use it. A part
 * of its own, so that questions do not draw the frame anew.
 */
function AtHand({ folder }: { folder: string }) {
  const [isDue, setDue] = useState(false);
  const isFetching = useIsFetching() > 0;
  useEffect(() => (isFetching || isDue ? undefined : whenIdle(() => setDue(true))), [isFetching, isDue]);
  useEffect(() => {
    const begin = () => setDue(true);
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) window.addEventListener(event, begin, { once: true });
    return () => {
      for (const event of events) window.removeEventListener(event, begin);
    };
  }, []);
  useEffect(() => {
    // A command may fail for want of a network; then it is too late to load what says so.
    if (isDue) void loadToasts();
  }, [isDue]);
  usePagesAtHand(isDue ? folder : undefined, PARTS);
  return null;
}

/** What a sheet of paper must say of itself, since it has no address. */
function PrintNote({ email }: { email: string }) {
  return `${BRAND_NAME}, Konto ${email}, Stand ${formatDateTime(useNow(30_000))}`;
}

function LivePrices() {
  return <LiveBadge {...useLiveStatus()} />;
}

/** What waits for this admin as the second one. */
function useApprovals(enabled: boolean): number | undefined {
  const { data } = useQuery(queries.admin.getFourEyes.queryOptions({ enabled }));
  return data?.pendingForMe;
}

/** How many requests wait for a decision. */
function useWaiting(enabled: boolean): number | undefined {
  const { data } = useQuery(queries.admin.getOverview.queryOptions({ enabled }));
  return data && data.pendingDeposits + data.pendingWithdrawals;
}

/** In how many chats somebody waits longer than promised. Time alone makes more of them, and nothing tells of that. */
function useOverdue(enabled: boolean): number | undefined {
  const { data } = useQuery(
    queries.supportDesk.listChats.queryOptions({
      input: { pageSize: 1 },
      enabled,
      refetchInterval: 60_000,
    }),
  );
  return data?.counts.overdue;
}

type LiveState = 'connecting' | 'live' | 'simulated' | 'stale' | 'disconnected';

interface LiveBadgeProps {
  state: LiveState;
  /** `simulated`, `kraken`, `twelvedata`, `several` of the live ones, or `mixed` when some prices are simulated. */
  source: string | null;
  /** Markets in session whose price is too old, although ticks arrive. */
  staleMarkets: number;
  /** Epoch milliseconds of the newest tick, or null before the first. */
  updatedAt: number | null;
}

/** Younger prices are simply live; a counter that jumps between 0 and 1 would only be restless. */
const AGE_SHOWN_FROM_MS = 10_000;

const WORDS: Record<LiveState, string> = {
  connecting: 'Verbinden …',
  live: 'Live',
  simulated: 'Live',
  stale: 'Veraltet',
  disconnected: 'Getrennt',
};

/** Where the prices come from: in full, and as it is said on phones, where simulated prices are named all the same. */
const SOURCES: Record<string, { text: string; short?: string }> = {
  simulated: { text: 'Kurse simuliert', short: 'simuliert' },
  mixed: { text: 'Kurse teils simuliert', short: 'teils simuliert' },
  kraken: { text: 'Live-Kurse: Kraken' },
  twelvedata: { text: 'Live-Kurse: Twelve Data' },
  several: { text: 'Live-Kurse' },
};

/** What the prices are and, from 10 s on, how old they are. Counts the age itself, once a second. */
function LiveBadge({ state, source, staleMarkets, updatedAt }: LiveBadgeProps) {
  const now = useNow(updatedAt === null ? null : 1000);
  const connected = state !== 'connecting' && state !== 'disconnected';
  const from = connected && source !== null ? SOURCES[source] : undefined;
  const where = state === 'disconnected' ? 'Verbindung wird aufgebaut' : from?.text;
  const isOld = updatedAt !== null && now - updatedAt >= AGE_SHOWN_FROM_MS;
  return (
    <span className={BADGE} data-state={state}>
      <span className={DOT} aria-hidden />
      {/* Announced only when the state changes, not with every second. */}
      <span className="font-620 text-text" role="status">
        {WORDS[state]}
      </span>
      {where && <span className="pl-2 border-l border-border @max-[768px]:hidden">{where}</span>}
      {from?.short && state !== 'stale' && <span className={SHORT_SOURCE}>{from.short}</span>}
      {state === 'live' && staleMarkets > 0 && (
        <span
          className={AGE}
          data-age
        >{`${staleMarkets} ${staleMarkets === 1 ? 'Kurs' : 'Kurse'} veraltet`}</span>
      )}
      {isOld && (
        <span className={AGE} data-age>
          {formatAge(now - updatedAt)}
        </span>
      )}
    </span>
  );
}

/** A change of the network is over within this time and worth no word. */
const GRACE_MS = 3_000;

/** Says that the page may be out of date. It goes away by itself when the connection is back. */
export function ConnectionBanner() {
  const connection = useConnectionState();
  const lost = connection === 'lost' || connection === 'refused';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!lost) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), GRACE_MS);
    return () => clearTimeout(timer);
  }, [lost]);

  return (
    <div role="status" className="*:mb-(--gap)">
      {shown &&
        (connection === 'refused' ? (
          <Notice kind="warning" title="In zu vielen Fenstern geöffnet">
            {`Dieses Fenster wird nur alle halbe Minute aktualisiert. Schließen Sie andere Fenster von ${BRAND_NAME}.`}
          </Notice>
        ) : (
          <Notice kind="warning" title="Die Verbindung ist unterbrochen">
            Kurse und Beträge können veraltet sein. Die Verbindung wird von selbst wieder aufgebaut.
          </Notice>
        ))}
    </div>
  );
}

const BUTTON = clsx(
  'inline-flex items-center gap-2 h-11 px-3 border border-border rounded-control text-muted text-[14px]',
  'whitespace-nowrap cursor-pointer [&_svg]:flex-none',
  'hover:border-control hover:text-text @max-[860.02px]:justify-center @max-[860.02px]:w-11',
  '@max-[860.02px]:p-0',
);
const BUTTON_LABEL = clsx(
  'overflow-hidden text-ellipsis @max-[860.02px]:absolute @max-[860.02px]:size-px',
  '@max-[860.02px]:[clip-path:inset(50%)]',
);

interface CommandButtonProps {
  label?: string | undefined;
  onEarly: () => void;
  onClick: () => void;
}

/** In the top bar: says that there is a search, and by which keys. */
export function CommandButton({ label = 'Suchen', onEarly, onClick }: CommandButtonProps) {
  return (
    <button
      type="button"
      className={BUTTON}
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={onEarly}
      onFocus={onEarly}
      onClick={onClick}
    >
      <Icon as={IconSearch} size={16} />
      <span className={BUTTON_LABEL}>{label}</span>
      <kbd className="py-0 px-1.5 border border-border rounded-[4px] [font-family:inherit] text-[12px]/4.5 @max-[860.02px]:hidden">{`${MODIFIER_KEY} K`}</kbd>
    </button>
  );
}
