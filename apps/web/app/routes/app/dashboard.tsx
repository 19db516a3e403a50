import { fromWire } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { OpenTransfer } from '../../features/wallet/transactions/open-transfer.tsx';
import { transactionsQuery, walletQuery } from '../../features/wallet/wallet.queries.ts';
import { WalletBoundary } from '../../features/wallet/wallet-boundary.tsx';
import { usePrefetchedWealth } from '../../features/wealth/wealth.queries.ts';
import { useNavs } from '../../lib/live/live.tsx';
import { pageTitle } from '../../lib/page/page-title.ts';
import { useProfile } from '../../lib/session/profile.ts';
import { DashboardHead } from './dashboard/dashboard-head.tsx';
import { FirstBot } from './dashboard/first-bot.tsx';
import { sumInvestments } from './dashboard/investment-sums.ts';
import { NoMoney } from './dashboard/no-money.tsx';
import { Overview } from './dashboard/overview.tsx';
import { OverviewSkeleton } from './dashboard/overview-skeleton.tsx';
import { RECENT_COUNT, RecentPanel } from './dashboard/recent-panel.tsx';
import { useAllInvestments } from './dashboard/use-all-investments.ts';

export const meta = () => [{ title: pageTitle('Dashboard') }];

export default function DashboardRoute() {
  return (
    <>
      <DashboardHead isNew={useIsNew()} />
      <WalletBoundary>
        <Dashboard />
      </WalletBoundary>
      <OpenTransfer />
    </>
  );
}

/** Nothing started yet; undefined as long as that is not known. Failures are the content's. */
function useIsNew(): boolean | undefined {
  const investments = useAllInvestments(false);
  const { data: wallet } = useQuery({ ...walletQuery(), throwOnError: false });
  return investments && wallet && investments.length === 0 && !wallet.hasOwnBots;
}

/** The page follows the state: nothing to start with, nothing started, or how it stands. */
function Dashboard() {
  const profile = useProfile();
  const navs = useNavs();
  const { data: wallet } = useQuery(walletQuery());
  const investments = useAllInvestments(true);
  // Asked for with the rest, not when the rest is here.
  usePrefetchedWealth();
  // The overview is much at once: drawn as a deferred value, it leaves the browser time to react in between.
  const isDrawn = useDeferredValue(Boolean(wallet && investments));
  if (!wallet || !investments || !isDrawn) return <OverviewSkeleton />;
  if (investments.length > 0 || wallet.hasOwnBots)
    return (
      <Overview profile={profile} wallet={wallet} sums={sumInvestments(investments, navs)} navs={navs} />
    );
  return (
    <div className="stack">
      {fromWire(wallet.usdBalance) > 0n ? (
        <FirstBot profile={profile} wallet={wallet} />
      ) : (
        <NoMoney wallet={wallet} />
      )}
      <FirstBookings />
    </div>
  );
}

/** Nothing before there is one. */
function FirstBookings() {
  const { data } = useQuery(transactionsQuery({ page: 1, pageSize: RECENT_COUNT }));
  return data && data.total > 0 ? <RecentPanel /> : null;
}
