import type { Profile } from '@botdepot/contract';
import { IconLogout, IconSettings, IconShieldCheck, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { NotificationsBell } from '../../features/notifications/notifications-bell.tsx';
import { queries } from '../../lib/api.ts';
import { useLiveStatus } from '../../lib/live.tsx';
import { urls } from '../../lib/urls.ts';
import { AppFrame } from '../../ui/app-frame.tsx';
import { LiveBadge } from '../../ui/live-badge.tsx';
import { UserMenu, type UserMenuEntry } from '../../ui/user-menu.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { navigationFor } from './navigation.ts';

/** Reachable from every page. */
const FOOT_LINKS = [
  { to: urls.imprint, label: 'Impressum' },
  { to: urls.privacy, label: 'Datenschutz' },
  { to: urls.risk, label: 'Risikohinweis' },
  { to: urls.accessibility, label: 'Barrierefreiheit' },
  { to: urls.licences, label: 'Lizenzen' },
];

interface SignedInFrameProps {
  profile: Profile;
  onSignOut: () => void;
  children: ReactNode;
}

/** The frame around every page behind the login, with what is live in it. */
export function SignedInFrame({ profile, onSignOut, children }: SignedInFrameProps) {
  const { pathname } = useLocation();
  const isAdmin = profile.role === 'admin';
  const entries: UserMenuEntry[] = [
    { label: 'Profil', icon: IconUser, to: urls.profile },
    { label: 'Einstellungen', icon: IconSettings, to: urls.settings },
    ...(isAdmin ? [{ label: 'Admin Panel', icon: IconShieldCheck, to: urls.admin }] : []),
    { label: 'Abmelden', icon: IconLogout, onSelect: onSignOut },
  ];
  return (
    <AppFrame
      groups={navigationFor({
        isAdmin,
        onAdminPage: pathname.startsWith(urls.admin),
        waiting: useWaiting(isAdmin),
      })}
      live={<LivePrices />}
      bell={<NotificationsBell />}
      userMenu={<UserMenu title="Mein Konto" name={profile.name} email={profile.email} entries={entries} />}
      banner={<ConnectionBanner />}
      footLinks={FOOT_LINKS}
    >
      {children}
    </AppFrame>
  );
}

function LivePrices() {
  return <LiveBadge {...useLiveStatus()} />;
}

/** How many requests wait for a decision; only admins may ask. */
function useWaiting(isAdmin: boolean): number | undefined {
  const { data } = useQuery(queries.admin.getOverview.queryOptions({ enabled: isAdmin }));
  return data && data.pendingDeposits + data.pendingWithdrawals;
}
