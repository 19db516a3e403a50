import { useSearchParams } from 'react-router';
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

/** Its own width decides how many columns there are: the open sidebar takes some of the page's. */
const TAB = '@container';

export const meta = () => [{ title: pageTitle('Admin Panel') }];

/** What the address calls the tabs beside the first. */
const TABS: Partial<Record<string, 'support' | 'returns'>> = { support: 'support', rendite: 'returns' };

/** What each tab cannot be without. */
const NEEDS = {
  requests: 'admin.listPendingDeposits',
  support: 'supportDesk.listChats',
  returns: 'admin.listActiveInvestments',
} as const;

/** The front page of the back office: the specification's three tabs, as far as they are in the admin's field. */
export default function AdminRoute() {
  const ownUserId = useProfile().userId;
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
  const asked = TABS[parameters.get('ansicht') ?? ''] ?? 'requests';
  const tab = (open.find(({ value }) => value === asked) ?? open[0])?.value;
  return (
    <>
      <PageHead title="Admin Panel" note={formatWeekdayDateTime(now)} />
      {may('admin.getOverview') && (
        <div className="mb-5">
          <AdminStats overview={overview.data} failed={overview.isError} />
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
