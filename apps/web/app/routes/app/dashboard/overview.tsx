import type { Profile, Wallet } from '@botdepot/contract';
import { useWealthHistory } from '../../../features/wealth/wealth.queries.ts';
import { wealthNow } from '../../../features/wealth/wealth-now.ts';
import { WealthSheet } from '../../../features/wealth/wealth-sheet.tsx';
import type { Navs } from '../../../lib/live/live-prices.ts';
import { useAllFigures } from '../../../lib/page/use-all-figures.ts';
import { BotsNow } from './bots-now.tsx';
import { COLUMN, COLUMNS } from './column-styles.ts';
import { HowItStands } from './how-it-stands.tsx';
import type { InvestmentSums } from './investment-sums.ts';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { OverviewStats } from './overview-stats.tsx';
import { RecentPanel } from './recent-panel.tsx';
import { YourBots } from './your-bots.tsx';

interface OverviewProps {
  profile: Profile;
  wallet: Wallet;
  sums: InvestmentSums;
  navs: Navs;
}

/** Where a customer stands: a sentence, one figure with its curve, the bots, what happened last, and four figures. */
export function Overview({ profile, wallet, sums, navs }: OverviewProps) {
  const [isAll] = useAllFigures();
  const { data: history } = useWealthHistory('max');
  // Without own bots all but the curve is known before the history.
  if (wallet.hasOwnBots && !history) return <OverviewSkeleton />;
  const own = history?.ownBots ?? [];
  const earned = history ? wealthNow(history, navs).earned : sums.profit;
  return (
    <>
      <HowItStands profile={profile} sums={sums} own={own} earned={earned} navs={navs} />
      <div className={COLUMNS}>
        <div className={COLUMN}>
          <WealthSheet wallet={wallet} navs={navs} />
        </div>
        <div className={COLUMN}>
          <YourBots sums={sums} own={own} />
          {isAll && sums.activeTypes.length > 0 && <BotsNow types={sums.activeTypes} />}
          <RecentPanel />
        </div>
      </div>
      <div className="mt-(--gap)">
        <OverviewStats wallet={wallet} sums={sums} own={own} earned={earned} navs={navs} />
      </div>
    </>
  );
}
