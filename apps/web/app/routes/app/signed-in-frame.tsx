import { mayUse, type Profile } from '@botdepot/contract';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout, IconSettings, IconShieldCheck, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { ReauthenticationDialog } from '../../features/identity/security/reauthentication-dialog.tsx';
import { NotificationsBell } from '../../features/notifications/notifications-bell.tsx';
import { SupportLauncher } from '../../features/support/support-launcher.tsx';
import { formatAge, formatDateTime } from '../../lib/format/dates.ts';
import { useLiveStatus } from '../../lib/live/live.tsx';
import { useNow } from '../../lib/live/now.ts';
import { BRAND_NAME } from '../../lib/page/brand.ts';
import { usePagesAtHand } from '../../lib/page/page-files.ts';
import { whenIdle } from '../../lib/page/when-idle.ts';
import { queries } from '../../lib/server/api.ts';
import { LEGAL_LINKS } from '../../lib/url/legal-links.ts';
import { urls } from '../../lib/url/urls.ts';
import { AppFrame } from '../../ui/frame/app-frame.tsx';
import { CommandButton, CommandPalette } from '../../ui/frame/command-palette.tsx';
import { KeyOverview } from '../../ui/frame/key-overview.tsx';
import { loadToasts } from '../../ui/frame/toast-outlet.tsx';
import { UserMenu, type UserMenuEntry } from '../../ui/frame/user-menu.tsx';
import { useCommands } from './commands.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { useCustomerCommands } from './customer-commands.ts';
import { keysOf } from './keys.ts';
import { navigationFor } from './navigation.ts';

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
  const waiting = useWaiting(mayUse(adminField, 'admin.getOverview'));
  const approvals = useApprovals(mayUse(adminField, 'admin.getFourEyes'));
  const groups = useMemo(
    () => navigationFor({ adminField, onAdminPage, waiting, approvals }),
    [adminField, onAdminPage, waiting, approvals],
  );
  const bar = useRef<HTMLSpanElement>(null);
  // A command may fail for want of a network; then it is too late to load what says so.
  useEffect(() => whenIdle(loadToasts), []);
  usePagesAtHand(onAdminPage ? 'routes/admin/' : 'routes/app/');
  const [keysOpen, keys] = useDisclosure();
  const customers = useCustomerCommands(mayUse(adminField, 'admin.findCustomers') && onAdminPage);
  const commands = useCommands({ groups, onSignOut, onShowKeys: keys.open });
  return (
    <>
      <AppFrame
        groups={groups}
        search={<CommandButton label={customers?.hint} />}
        live={<LivePrices />}
        bell={<NotificationsBell />}
        userMenu={<UserMenu title="Mein Konto" name={profile.name} email={profile.email} entries={entries} />}
        banner={<ConnectionBanner />}
        bottomSlot={onAdminPage ? undefined : bar}
        footLinks={LEGAL_LINKS}
        printNote={<PrintNote email={profile.email} />}
      >
        {children}
        <CommandPalette
          groups={customers ? [...customers.groups, ...commands] : commands}
          hint={customers?.hint}
          onQuery={customers?.onQuery}
          nothingFound={customers?.nothingFound}
        />
        <KeyOverview groups={keysOf(location)} opened={keysOpen} onOpen={keys.open} onClose={keys.close} />
      </AppFrame>
      <ReauthenticationDialog />
      {!onAdminPage && <SupportLauncher key={profile.userId} bar={bar} />}
    </>
  );
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
