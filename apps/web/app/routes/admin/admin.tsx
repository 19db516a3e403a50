import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useAdminOverview } from '../../features/admin/admin.queries.ts';
import { AdminStats } from '../../features/admin/admin-stats.tsx';
import { ADMIN_TOASTS } from '../../features/admin/admin-texts.ts';
import { useEscalatedCount } from '../../features/admin/desk.queries.ts';
import { RequestsTab } from '../../features/admin/requests-tab.tsx';
import { ReturnManagement } from '../../features/admin/return-management.tsx';
import { SecondFactorFirst } from '../../features/admin/second-factor-first.tsx';
import { SupportDesk } from '../../features/admin/support-desk.tsx';
import { errorCode } from '../../lib/api.ts';
import { formatWeekdayDateTime } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { profileQuery, useProfile } from '../../lib/profile.ts';
import { toast } from '../../lib/toast.ts';
import { urls } from '../../lib/urls.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import type { Route } from './+types/admin';
import classes from './admin.module.css';

export const meta = () => [{ title: pageTitle('Admin Panel') }];

/** What the address calls the tabs beside the first. */
const TABS: Partial<Record<string, 'support' | 'returns'>> = { support: 'support', rendite: 'returns' };

/** Only for admins; the server asks the same question again at every call. */
export default function AdminRoute() {
  const { role, userId } = useProfile();
  return role === 'admin' ? <AdminPanel ownUserId={userId} /> : <AccessDenied />;
}

function AccessDenied() {
  const told = useRef(false);
  useEffect(() => {
    // Development renders twice, the toast is shown once.
    if (told.current) return;
    told.current = true;
    toast.error(ADMIN_TOASTS.accessDenied.title, ADMIN_TOASTS.accessDenied.text);
  }, []);
  return <Navigate to={urls.dashboard} replace />;
}

function AdminPanel({ ownUserId }: { ownUserId: string }) {
  const [parameters] = useSearchParams();
  const tab = TABS[parameters.get('ansicht') ?? ''] ?? 'requests';
  const overview = useAdminOverview();
  const escalated = useEscalatedCount();
  const now = useNow(30_000);
  useLoadingFailure(overview.error);
  if (errorCode(overview.error) === 'SECOND_FACTOR_REQUIRED') return <SecondFactorFirst />;
  const waiting = overview.data && overview.data.pendingDeposits + overview.data.pendingWithdrawals;
  return (
    <>
      <PageHead title="Admin Panel" note={formatWeekdayDateTime(now)} />
      <div className={classes.stats}>
        <AdminStats overview={overview.data} failed={overview.isError} />
      </div>
      <TabLinks
        label="Bereiche"
        current={tab}
        tabs={[
          { value: 'requests', label: 'Ein-/Auszahlungen bestätigen', to: urls.admin, count: waiting },
          { value: 'support', label: 'Support-Chats', to: urls.adminSupport, count: escalated },
          { value: 'returns', label: 'Bot Rendite Management', to: urls.adminReturns },
        ]}
      />
      <div className={classes.tab}>
        {tab === 'returns' ? (
          <ReturnManagement ownUserId={ownUserId} />
        ) : tab === 'support' ? (
          <SupportDesk />
        ) : (
          <RequestsTab overview={overview.data} ownUserId={ownUserId} />
        )}
      </div>
    </>
  );
}

/** Says once that loading failed; when the server refuses, the role has changed and the profile is asked again. */
function useLoadingFailure(error: unknown) {
  const client = useQueryClient();
  const failed = Boolean(error);
  const code = errorCode(error);
  const forbidden = code === 'FORBIDDEN';
  const expected = code === 'SECOND_FACTOR_REQUIRED';
  useEffect(() => {
    if (expected) return;
    if (forbidden) void client.invalidateQueries({ queryKey: profileQuery.queryKey });
    else if (failed) toast.error(ADMIN_TOASTS.failed, ADMIN_TOASTS.notLoaded);
  }, [client, failed, forbidden, expected]);
}

/** An error leads away from here, as the specification says. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useEffect(() => console.error(error), [error]);
  return <Navigate to={urls.dashboard} replace />;
}
