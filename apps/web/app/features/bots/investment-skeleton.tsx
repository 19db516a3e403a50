import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Bone, ChartSkeleton, LedgerSkeleton, RowsSkeleton } from '../../ui/skeleton.tsx';

/** The page of an investment before it is here: same boxes, same heights. */
export function InvestmentSkeleton({ back }: { back: { to: string; label: string } }) {
  return (
    <>
      <PageHead
        back={back}
        title={
          <>
            <Bone width={128} height={32} />
            <span className="vh">Anlage</span>
          </>
        }
        note={'\u00a0'}
      />
      <div aria-busy>
        <div className="grid-aside">
          <Panel label="Wert">
            <Bone width={208} height={40} />
            <ChartSkeleton intervals={7} />
            <LedgerSkeleton lines={6} />
          </Panel>
          <Panel flush title="Was der Bot gerade tut">
            <RowsSkeleton count={6} />
          </Panel>
        </div>
      </div>
    </>
  );
}
