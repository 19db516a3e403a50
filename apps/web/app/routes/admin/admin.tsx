import { Navigate, useLocation, useSearchParams } from 'react-router';
import { useAdminOverview } from '../../features/admin/admin.queries.ts';
import { AdminStats } from '../../features/admin/admin-stats.tsx';
import { useEscalatedCount } from '../../features/admin/desk/desk.queries.ts';
import { SupportDesk } from '../../features/admin/desk/support-desk.tsx';
import { RequestsTab } from '../../features/admin/requests-tab.tsx';
import { ReturnManagement } from '../../features/admin/returns/return-management.tsx';
import { formatWeekdayDateTime } from '../../lib/format/dates.ts';
import { useNow } from '../../lib/live/now.ts';
import { pageTitle } from '../../lib/page/page-title.ts';
import { useMay, useProfile } from '../../lib/session/profile.ts';
import { urls } from '../../lib/url/urls.ts';
import { TabLinks } from '../../ui/form/tabs.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import type { Route } from './+types/admin';

/** Its own width decides how many columns there are: the open sidebar takes some of the page's. */
const TAB = '@container';

export const meta = ({ location }: Route.MetaArgs) => [
  { title: pageTitle(location.pathname === urls.adminSupport ? 'Support-Chats' : 'Admin Panel') },
];

/** What each tab cannot be without. */
const NEEDS = {
  requests: 'admin.listPendingDeposits',
  support: 'supportDesk.listChats',
  returns: 'admin.listActiveInvestments',
} as const;

/** The front page of the back office: the specification's three tabs, as far as they are in the admin's field. */
export default function AdminRoute() {
  const ownUserId = useProfile().userId;
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const may = useMay();
  const overview = useAdminOverview();
  const escalated = useEscalatedCount();
  const now = useNow(30_000);
  const waiting = overview.data && overview.data.pendingDeposits + overview.data.pendingWithdrawals;
  const tabs = [
    { value: 'requests', label: 'Ein-/Auszahlungen bestätigen', to: urls.admin, count: waiting },
    { value: 'support', label: 'Support-Chats', to: urls.adminSupport, count: escalated },
    { value: 'returns', label: 'Bot Rendite Management', to: urls.adminReturns },
  ] as const;
  const open = tabs.filter(({ value }) => may(NEEDS[value]));
  const onDesk = pathname === urls.adminSupport;
  const asked = onDesk ? 'support' : parameters.get('ansicht') === 'rendite' ? 'returns' : 'requests';
  const tab = (open.find(({ value }) => value === asked) ?? open[0])?.value;
  // The desk has an address of its own, which it had not always, and which is all that some have here.
  if (!onDesk && (tab === 'support' || parameters.get('ansicht') === 'support')) {
    const search = new URLSearchParams(parameters);
    search.delete('ansicht');
    return <Navigate to={{ pathname: urls.adminSupport, search: search.toString() }} replace />;
  }
  return (
    <>
      <PageHead title="Admin Panel" note={formatWeekdayDateTime(now)} />
      {may('admin.getOverview') && (
        <div className="mb-5">
          <AdminStats overview={overview.data} />
        </div>
      )}
      {open.length > 1 && tab && <TabLinks label="Bereiche" current={tab} tabs={open} />}
      <div className={TAB}>
        {tab === 'returns' ? (
          <ReturnManagement ownUserId={ownUserId} />
        ) : tab === 'support' ? (
          <SupportDesk />
        ) : (
          <RequestsTab ownUserId={ownUserId} />
        )}
      </div>
    </>
  );
}
