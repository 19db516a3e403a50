import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate } from 'react-router';
import { useAdminOverview } from '../../features/admin/admin.queries.ts';
import { AdminStats } from '../../features/admin/admin-stats.tsx';
import { ADMIN_TOASTS } from '../../features/admin/admin-texts.ts';
import { ConfirmRequests } from '../../features/admin/confirm-requests.tsx';
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
  const overview = useAdminOverview();
  useLoadingFailure(overview.error);
  const waiting = overview.data && overview.data.pendingDeposits + overview.data.pendingWithdrawals;
  return (
    <>
      <PageHead title="Admin Panel" note={formatWeekdayDateTime(useNow(30_000))} />
      <div className={classes.stats}>
        <AdminStats overview={overview.data} failed={overview.isError} />
      </div>
      <TabLinks
        label="Bereiche"
        current="requests"
        tabs={[{ value: 'requests', label: 'Ein-/Auszahlungen bestätigen', to: urls.admin, count: waiting }]}
      />
      <ConfirmRequests overview={overview.data} ownUserId={ownUserId} />
    </>
  );
}

/** Says once that loading failed; when the server refuses, the role has changed and the profile is asked again. */
function useLoadingFailure(error: unknown) {
  const client = useQueryClient();
  const failed = Boolean(error);
  const forbidden = errorCode(error) === 'FORBIDDEN';
  useEffect(() => {
    if (forbidden) void client.invalidateQueries({ queryKey: profileQuery.queryKey });
    else if (failed) toast.error(ADMIN_TOASTS.failed, ADMIN_TOASTS.notLoaded);
  }, [client, failed, forbidden]);
}

/** An error leads away from here, as the specification says. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useEffect(() => console.error(error), [error]);
  return <Navigate to={urls.dashboard} replace />;
}
