import { clsx } from 'clsx';
import { WealthSheetSkeleton } from '../../../features/wealth/wealth-sheet.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { LedgerSkeleton, RowsSkeleton, StatStripSkeleton } from '../../../ui/skeleton.tsx';
import { STAT_LABELS } from './overview-stats.tsx';
import { RECENT_COUNT } from './recent-panel.tsx';

/** Two columns of their own heights; below, one column in the order of what a customer asks first. */
const COLUMNS = 'grid grid-cols-[minmax(0,1fr)_21rem] gap-(--gap) items-start max-lg:grid-cols-1 print:block';
const COLUMN = clsx(
  'grid grid-cols-1 gap-(--gap) content-start',
  'max-lg:contents print:block print:[&>*+*]:mt-(--gap) print:[&+&]:mt-(--gap)',
);

export function OverviewSkeleton() {
  return (
    <>
      <div className="mb-(--gap)">
        <StatStripSkeleton labels={STAT_LABELS} />
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
    </>
  );
}
