import { clsx } from 'clsx';
import { WealthSheetSkeleton } from '../../../features/wealth/wealth-sheet.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Bone, LedgerSkeleton, RowsSkeleton, StatStripSkeleton } from '../../../ui/state/skeleton.tsx';
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

export const COLUMN = clsx(
  'grid grid-cols-1 gap-(--gap) content-start',
  'max-lg:contents print:block print:[&>*+*]:mt-(--gap) print:[&+&]:mt-(--gap)',
);
/** Two columns of their own heights; below, one column in the order of what a customer asks first. */
export const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_21rem] gap-(--gap) items-start max-lg:grid-cols-1 print:block';
/** A card alone on its page: a heading, a sentence, what to do. */
export const ONE_CARD = clsx(
  'grid justify-items-start gap-4 max-w-[44rem] [&_h2]:text-[20px]/7 [&_h2]:font-bold [&_h2]:tracking-[-0.01em]',
  'max-md:[&>a]:w-full',
);
