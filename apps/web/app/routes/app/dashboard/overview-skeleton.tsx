import { Panel } from '../../../ui/panel.tsx';
import {
  Bone,
  ChartSkeleton,
  LedgerSkeleton,
  RowsSkeleton,
  StatStripSkeleton,
} from '../../../ui/skeleton.tsx';
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
          <Panel label="Vermögen">
            <p className="small muted">Vermögen</p>
            <p className={classes.hero}>
              <Bone width={180} height={28} />
            </p>
            <h2 className={classes.subhead}>So setzt sich Ihr Vermögen zusammen</h2>
            <ChartSkeleton intervals={7} />
            <LedgerSkeleton lines={6} />
          </Panel>
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
