import { memo } from 'react';
import { Link } from 'react-router';
import { RecentTransactions } from '../../../features/wallet/recent-transactions.tsx';
import { usePainted } from '../../../lib/page/when-idle.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';

export const RECENT_COUNT = 5;

/** Has nothing that a tick changes. */
export const RecentPanel = memo(function RecentPanel() {
  return (
    <Panel
      flush
      title="Letzte Vorgänge"
      aside={
        <Link className="link-alone" to={urls.wallet}>
          Alle ansehen
        </Link>
      }
    >
      {usePainted() ? (
        <RecentTransactions count={RECENT_COUNT} withPendingDeposits withBalances={false} />
      ) : (
        <RowsSkeleton count={RECENT_COUNT} />
      )}
    </Panel>
  );
});
