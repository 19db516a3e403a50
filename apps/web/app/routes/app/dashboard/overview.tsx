import { BOTS, type BotType, type Profile, type Wallet } from '@botdepot/contract';
import { useBots } from '../../../features/bots/bots.queries.ts';
import { useWealthHistory } from '../../../features/wealth/wealth.queries.ts';
import { wealthNow } from '../../../features/wealth/wealth-now.ts';
import { WealthSheet } from '../../../features/wealth/wealth-sheet.tsx';
import type { Navs } from '../../../lib/live/live-prices.ts';
import { useAllFigures } from '../../../ui/form/all-figures-button.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Bone } from '../../../ui/state/skeleton.tsx';
import { HowItStands } from './how-it-stands.tsx';
import type { InvestmentSums } from './investment-sums.ts';
import { COLUMN, COLUMNS } from './overview-skeleton.tsx';
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
  // A server of before an update names none.
  const own = wallet.ownBots ?? [];
  // What own bots have brought that are over, only the history knows.
  const earned = history ? wealthNow(history, navs).earned : wallet.hasOwnBots ? null : sums.profit;
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

/** What the bots that hold the customer's money do right now, in the server's own sentence made from their state. */
export function BotsNow({ types }: { types: readonly BotType[] }) {
  const { data: bots } = useBots();
  const lines = types.map((type) => ({
    type,
    activity: bots?.find((bot) => bot.botType === type)?.activity,
  }));
  if (bots && lines.every(({ activity }) => !activity)) return null;
  return (
    <Panel title="Was Ihre Bots gerade tun">
      <dl className="grid gap-3 text-sm [&_dt]:font-semibold [&_dd]:text-muted">
        {lines.map(
          ({ type, activity }) =>
            activity !== null && (
              <div key={type}>
                <dt>{BOTS[type].name}</dt>
                <dd>{activity ?? <Bone width="80%" />}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  );
}
