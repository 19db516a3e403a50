import type { WealthHistory } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import { memo, useDeferredValue } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { formatCount, formatPercent } from '../../lib/numbers.ts';
import { urls } from '../../lib/urls.ts';
import { Amount } from '../../ui/amount.tsx';
import { BookChart } from '../../ui/book-chart.tsx';
import { BookHeading, BookHero, BookSheet } from '../../ui/book-sheet.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Percent } from '../../ui/percent.tsx';
import { Bone, ChartSkeleton, LedgerSkeleton } from '../../ui/skeleton.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { earnedSince } from './earned-since.ts';
import { flowMarkers } from './flow-markers.ts';
import { useWealthHistory } from './wealth.queries.ts';
import { RANGES, useWealthRange } from './wealth-range.ts';
import { SUM_TITLE, WealthSum } from './wealth-sum.tsx';

interface WealthSheetProps {
  /** At the newest tick. */
  wealth: Micros;
  /** Something is invested, so the prices move it. */
  isLive: boolean;
}

/** The customer's money over time: what it is now, how it earned, and the sum that leads there. */
export function WealthSheet({ wealth, isLive }: WealthSheetProps) {
  const [range, setRange] = useWealthRange();
  const { data, isPlaceholderData } = useWealthHistory(range);
  // Two curves of hundreds of points: drawn without keeping the browser from reacting.
  const history = useDeferredValue(data);
  return (
    <div id="verlauf">
      <Panel flush label="Vermögen">
        <BookHero
          label="Vermögen"
          amount={<Amount value={wealth} unit="USDT" to={urls.wallet} opensLabel="Wallet öffnen" />}
          note={history ? <Earned history={history} wealth={wealth} /> : <Bone width={170} height={20} />}
          aside={<Segments label="Zeitraum" options={RANGES} value={range} onChange={setRange} />}
        />
        <BookSheet>
          {history ? (
            <div aria-busy={isPlaceholderData || undefined}>
              <ReturnChart history={history} />
              <WealthSum history={history} range={range} wealth={wealth} isLive={isLive} />
            </div>
          ) : (
            <BookSkeleton />
          )}
        </BookSheet>
      </Panel>
    </div>
  );
}

/** The sheet while nothing of it is known. */
export function WealthSheetSkeleton() {
  return (
    <Panel flush label="Vermögen">
      <BookHero
        label="Vermögen"
        amount={<Bone width={220} height={40} />}
        note={<Bone width={170} height={20} />}
        aside={<Bone width={226} height={44} />}
      />
      <BookSheet>
        <BookSkeleton />
      </BookSheet>
    </Panel>
  );
}

/** As high as a chart with its drawdown and a sum of six parts. */
function BookSkeleton() {
  return (
    <>
      <ChartSkeleton intervals={11} />
      <BookHeading>{SUM_TITLE}</BookHeading>
      <LedgerSkeleton lines={7} />
    </>
  );
}

/** What the period brought, beside what came in and went out. */
function Earned({ history, wealth }: { history: WealthHistory; wealth: Micros }) {
  return (
    <>
      <Amount value={earnedSince(history, wealth)} tone="delta" unit="USDT" />
      {` seit ${formatDate(history.from)}`}
    </>
  );
}

/** A smaller change than this, up or down, does not fill the chart. */
const LEAST_MOVE = 0.005;
const FINE_SPAN = 0.02;

/** Drawn anew with its history, not with every tick. */
const ReturnChart = memo(function ReturnChart({ history }: { history: WealthHistory }) {
  const { points, returnFraction, maxDrawdownFraction, lowestAt, instants, from, to } = history;
  const last = points.at(-1);
  if (!last || points.length < 2 || returnFraction === null) {
    return <p className="small muted">Der Verlauf beginnt mit der ersten Gutschrift.</p>;
  }
  const { markers, left } = flowMarkers(history);
  const deepest = maxDrawdownFraction ?? 0;
  const lowest = deepest < 0 && lowestAt !== null ? ` am ${formatDate(lowestAt)}` : '';
  const returns = points.map((point) => point.returnFraction);
  // A quarter of a percent between two rules needs its second decimal.
  const digits = Math.max(...returns) - Math.min(...returns) < FINE_SPAN ? 2 : 1;
  const percent = (fraction: number) => formatPercent(fraction, { digits, sign: 'always' });
  return (
    <BookChart
      title="Rendite, zeitgewichtet"
      points={points.map((point) => ({ at: Date.parse(point.at), value: point.returnFraction }))}
      format={percent}
      baseline={0}
      covers={[-LEAST_MOVE, LEAST_MOVE]}
      end={<Percent fraction={last.returnFraction} tone="delta" />}
      markers={markers}
      drawdown={{
        title: `Rückgang, tiefster Wert ${formatPercent(deepest)}${lowest}`,
        points: points.map(({ at, drawdown }) => ({ at: Date.parse(at), value: drawdown })),
        format: (value) => formatPercent(value, { digits: deepest < -0.02 ? 1 : 2 }),
        end: <Percent fraction={last.drawdown} tone="delta" />,
        covers: [-LEAST_MOVE],
      }}
      summary={`Zeitgewichtete Rendite vom ${formatDate(from)} bis ${formatDate(to)}: ${formatPercent(returnFraction, { sign: 'always' })}, größter Rückgang ${formatPercent(deepest)}.`}
      legendNote={`Beträge zählen nicht als Rendite.${left > 0 ? ` ${formatCount(left)} kleinere sind nicht markiert.` : ''} Betrachtet an ${formatCount(instants)} Zeitpunkten.`}
    />
  );
});
