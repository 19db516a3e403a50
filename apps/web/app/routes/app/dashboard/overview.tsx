import type { Profile, Wallet } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { useWealthHistory } from '../../../features/wealth/wealth.queries.ts';
import { WealthSheet } from '../../../features/wealth/wealth-sheet.tsx';
import type { Navs } from '../../../lib/live/live-prices.ts';
import { BotsNow } from './bots-now.tsx';
import { COLUMN, COLUMNS } from './column-styles.ts';
import { FirstSteps } from './first-steps.tsx';
import type { InvestmentSums } from './investment-sums.ts';
import { OverviewStats } from './overview-stats.tsx';
import { RecentPanel } from './recent-panel.tsx';
import { YourBots } from './your-bots.tsx';

interface OverviewProps {
  profile: Profile;
  wallet: Wallet;
  sums: InvestmentSums;
  navs: Navs;
}

/** Where a customer stands: four figures, what they are made of, what happened last. */
export function Overview({ profile, wallet, sums, navs }: OverviewProps) {
  const hasStarted = sums.initial > 0n;
  const { data: sinceBeginning } = useWealthHistory('max');
  // A correction or a manual return is no deposit, so whether there was one is asked of the sum.
  const firstSteps = sinceBeginning && (
    <FirstSteps
      profile={profile}
      isDepositPending={wallet.pendingDeposits > 0}
      hasDeposited={fromWire(sinceBeginning.sum.deposits) > 0n}
      hasStarted={hasStarted}
    />
  );
  return (
    <>
      <div className="mb-(--gap)">
        <OverviewStats wallet={wallet} sums={sums} navs={navs} />
      </div>
      <div className={COLUMNS}>
        <div className={COLUMN}>
          <WealthSheet wallet={wallet} navs={navs} />
        </div>
        <div className={COLUMN}>
          {!hasStarted && firstSteps}
          <YourBots sums={sums} />
          <RecentPanel />
          {hasStarted && firstSteps}
          {sums.activeTypes.length > 0 && <BotsNow types={sums.activeTypes} />}
        </div>
      </div>
    </>
  );
}
