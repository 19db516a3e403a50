import { WealthSheetSkeleton } from '../../../features/wealth/wealth-sheet.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { LedgerSkeleton, RowsSkeleton, StatStripSkeleton } from '../../../ui/skeleton.tsx';
import classes from './dashboard.module.css';
import { STAT_LABELS } from './overview-stats.tsx';
import { RECENT_COUNT } from './recent-panel.tsx';

export function OverviewSkeleton() {
  return (
    <>
      <div className={classes.stats}>
        <StatStripSkeleton labels={STAT_LABELS} />
      </div>
      <div className={classes.columns}>
        <div className={classes.column}>
          <WealthSheetSkeleton />
        </div>
        <div className={classes.column}>
          <Panel title="Ihre Bots">
            <LedgerSkeleton lines={2} />
          </Panel>
          <Panel title="Letzte Vorgänge" flush>
            <RowsSkeleton count={RECENT_COUNT} />
          </Panel>
        </div>
      </div>
    </>
  );
}
