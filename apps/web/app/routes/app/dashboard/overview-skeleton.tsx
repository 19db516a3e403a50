import { WealthSheetSkeleton } from '../../../features/wealth/wealth-sheet.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Bone, LedgerSkeleton, RowsSkeleton, StatStripSkeleton } from '../../../ui/state/skeleton.tsx';
import { COLUMN, COLUMNS } from './column-styles.ts';
import { STAT_LABELS } from './overview-stats.tsx';
import { RECENT_COUNT } from './recent-panel.tsx';

export function OverviewSkeleton() {
  return (
    <>
      <div className="mb-(--gap)">
        <Bone width="70%" height={28} />
      </div>
      <div className={COLUMNS}>
        <div className={COLUMN}>
          <WealthSheetSkeleton />
        </div>
        <div className={COLUMN}>
          <Panel title="Ihre Bots">
            <LedgerSkeleton lines={2} />
          </Panel>
          <Panel title="Letzte Vorgänge" flush>
            <RowsSkeleton count={RECENT_COUNT} />
          </Panel>
        </div>
      </div>
      <div className="mt-(--gap)">
        <StatStripSkeleton labels={STAT_LABELS} />
      </div>
    </>
  );
}
