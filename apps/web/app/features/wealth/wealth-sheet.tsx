import type { Wallet, WealthHistory, WealthRange } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { TermHint } from '../../entities/term/term-hint.tsx';
import { formatClock, formatDate } from '../../lib/format/dates.ts';
import { formatCount, formatPercent, NBSP } from '../../lib/format/numbers.ts';
import type { Navs } from '../../lib/live/live-prices.ts';
import { oneOfElse, order, useUrlState } from '../../lib/url/url-state.ts';
import { urls } from '../../lib/url/urls.ts';
import { BookChart } from '../../ui/chart/book-chart.tsx';
import { AllFiguresButton, useAllFigures } from '../../ui/form/all-figures-button.tsx';
import { Segments } from '../../ui/form/tabs.tsx';
import { Amount } from '../../ui/sheet/amount.tsx';
import { BookHeading, BookHero, BookSheet } from '../../ui/sheet/book-sheet.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { Percent } from '../../ui/sheet/percent.tsx';
import { LoadFailure } from '../../ui/state/load-failure.tsx';
import { Bone, ChartSkeleton, LedgerSkeleton } from '../../ui/state/skeleton.tsx';
import { flowMarkers } from './flow-markers.ts';
import { useWealthHistory } from './wealth.queries.ts';
import { type WealthNow, wealthNow, whyOpposed } from './wealth-now.ts';
import { PartDrawer, SUM_TITLE, WealthSum } from './wealth-sum.tsx';

/** Lies over the rule of the sheet: here is no amount. */
const SWITCH = 'relative py-3 bg-surface print:hidden';
const YOUNG = 'relative pt-3 bg-surface text-sm text-muted';

interface WealthSheetProps {
  wallet: Wallet;
  navs: Navs;
}

/** The customer's money over time: what it is now, how it earned, and the sum that leads there. */
export function WealthSheet({ wallet, navs }: WealthSheetProps) {
  const [range, setRange] = useWealthRange();
  const [isAll] = useAllFigures();
  const { data, error, isLoadingError, isFetching, isPlaceholderData, isRefetchError, refetch } =
    useWealthHistory(range);
  // While another period is on its way the one before stays, under its own name.
  const [answered, setAnswered] = useState(range);
  if (!isPlaceholderData && answered !== range) setAnswered(range);
  const answer = useMemo(() => data && { history: data, range: answered }, [data, answered]);
  // Two curves of hundreds of points: drawn without keeping the browser from reacting.
  const shown = useDeferredValue(answer);
  const history = shown?.history;
  const now = history && wealthNow(history, navs);
  // The wallet beside it knows of other bookings, or nothing newer can be had.
  const isBehind = isRefetchError || !fits(now, wallet);
  return (
    <div id="verlauf">
      <Panel flush label="Vermögen">
        <BookHero
          label={
            history && isBehind ? `Vermögen, Buchungen bis ${formatClock(history.to)}${NBSP}Uhr` : 'Vermögen'
          }
          amount={
            <Amount
              // Before the first history the whole of one other answer.
              value={now?.wealth ?? fromWire(wallet.total)}
              unit="USDT"
              to={urls.wallet}
              opensLabel="Wallet öffnen"
            />
          }
          note={
            history && now ? (
              <Earned from={history.from} now={now} />
            ) : isLoadingError ? undefined : (
              <Bone width={170} height={20} />
            )
          }
          aside={<Segments label="Zeitraum" options={RANGES} value={range} onChange={setRange} />}
        />
        {isLoadingError ? (
          <LoadFailure error={error} pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <BookSheet>
            {shown && history && now ? (
              <div aria-busy={isPlaceholderData || undefined}>
                <ReturnChart
                  history={history}
                  withDrawdown={isAll}
                  whyOpposed={whyOpposed(now.earned, history.points.at(-1)?.returnFraction ?? 0)}
                />
                {isAll && <WealthSum history={history} range={shown.range} now={now} />}
                <PartDrawer history={history} now={now} />
                <div className={SWITCH}>
                  <AllFiguresButton />
                </div>
              </div>
            ) : (
              <BookSkeleton />
            )}
          </BookSheet>
        )}
      </Panel>
    </div>
  );
}

/** Whether history and wallet, which are two answers, were read between the same bookings. */
const fits = (now: WealthNow | undefined, { usdBalance }: Wallet): boolean =>
  !now || now.inWallet === null || now.inWallet === fromWire(usdBalance);

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
  const [isAll] = useAllFigures();
  // The chart has no margin; the one of its outline would push the sheet down.
  return (
    <div className="flow-root">
      <ChartSkeleton intervals={isAll ? 11 : 8} />
      {isAll && (
        <>
          <BookHeading>{SUM_TITLE}</BookHeading>
          <LedgerSkeleton lines={7} />
        </>
      )}
    </div>
  );
}

/** What the period brought, beside what came in and went out. */
function Earned({ from, now }: { from: string; now: WealthNow }) {
  return (
    <>
      <Amount value={now.earned} tone="delta" unit="USDT" />
      {` seit ${formatDate(from)}`}
    </>
  );
}

/** A younger account has a flat line. */
const DAY_MS = 24 * 60 * 60 * 1000;
/** A smaller change than this, up or down, does not fill the chart. */
const LEAST_MOVE = 0.005;
const FINE_SPAN = 0.02;

interface ReturnChartProps {
  history: WealthHistory;
  withDrawdown: boolean;
  /** A sentence, or nothing. */
  whyOpposed: string;
}

/** Drawn anew with its history, not with every tick. */
const ReturnChart = memo(function ReturnChart(props: ReturnChartProps) {
  const { history, withDrawdown } = props;
  const { points, returnFraction, maxDrawdownFraction, lowestAt, instants, from, to } = history;
  const last = points.at(-1);
  if (!last || points.length < 2 || returnFraction === null) {
    return <p className="small muted">Der Verlauf beginnt mit der ersten Gutschrift.</p>;
  }
  if (!withDrawdown && Date.parse(to) - Date.parse(from) < DAY_MS) {
    return <p className={YOUNG}>Ihr Verlauf beginnt gerade. Morgen steht hier eine Kurve.</p>;
  }
  const { markers, left } = flowMarkers(history);
  const deepest = maxDrawdownFraction ?? 0;
  const lowest = deepest < 0 && lowestAt !== null ? ` am ${formatDate(lowestAt)}` : '';
  const lowestText = `, tiefster Wert ${formatPercent(deepest)}${lowest}`;
  const returns = points.map((point) => point.returnFraction);
  // A quarter of a percent between two rules needs its second decimal.
  const digits = Math.max(...returns) - Math.min(...returns) < FINE_SPAN ? 2 : 1;
  const percent = (fraction: number) => formatPercent(fraction, { digits, sign: 'always' });
  return (
    <BookChart
      title={withDrawdown ? 'Rendite, zeitgewichtet' : `Rendite, größter Rückgang ${formatPercent(deepest)}`}
      heading={
        withDrawdown ? (
          <>
            Rendite, <TermHint id="time-weighted">zeitgewichtet</TermHint>
          </>
        ) : (
          <>
            Rendite, <TermHint id="drawdown">größter Rückgang</TermHint> {formatPercent(deepest)}
          </>
        )
      }
      points={points.map((point) => ({ at: Date.parse(point.at), value: point.returnFraction }))}
      format={percent}
      baseline={0}
      covers={[-LEAST_MOVE, LEAST_MOVE]}
      end={<Percent fraction={last.returnFraction} tone="delta" />}
      markers={markers}
      drawdown={
        withDrawdown
          ? {
              title: `Rückgang${lowestText}`,
              heading: (
                <>
                  <TermHint id="drawdown">Rückgang</TermHint>
                  {lowestText}
                </>
              ),
              points: points.map(({ at, drawdown }) => ({ at: Date.parse(at), value: drawdown })),
              format: (value) => formatPercent(value, { digits: deepest < -0.02 ? 1 : 2 }),
              end: <Percent fraction={last.drawdown} tone="delta" />,
              covers: [-LEAST_MOVE],
            }
          : undefined
      }
      summary={`Zeitgewichtete Rendite vom ${formatDate(from)} bis ${formatDate(to)}: ${formatPercent(returnFraction, { sign: 'always' })}, größter Rückgang ${formatPercent(deepest)}.`}
      legendNote={`${amountsText(history)} ${props.whyOpposed}${left === 0 ? '' : left === 1 ? ' Ein kleinerer Betrag ist nicht markiert.' : ` ${formatCount(left)} kleinere Beträge sind nicht markiert.`}${withDrawdown ? ` Betrachtet an ${formatCount(instants)} Zeitpunkten.` : ''}`}
    />
  );
});

/** What the marked amounts have to do with the curve. */
const amountsText = ({ flows }: WealthHistory): string =>
  flows.some(({ kind }) => kind === 'manual')
    ? 'Manuelle Renditen zählen als Rendite, die anderen Beträge nicht.'
    : 'Beträge zählen nicht als Rendite.';

/** As they stand on the screen and, in small letters, in the address. */
const RANGES: readonly { value: WealthRange; label: string }[] = [
  { value: '1d', label: '1T' },
  { value: '1w', label: '1W' },
  { value: '1m', label: '1M' },
  { value: '1y', label: '1J' },
  { value: 'max', label: 'Max' },
];

const URL_STATE = {
  range: order(
    oneOfElse(
      'zeitraum',
      RANGES.map(({ value }) => value),
      'max',
      Object.fromEntries(RANGES.map(({ value, label }) => [value, label.toLowerCase()])),
    ),
  ),
};

/** The period that is shown, kept in the address. Everything is not written. */
function useWealthRange(): [WealthRange, (range: WealthRange) => void] {
  const { value, set } = useUrlState(URL_STATE);
  return [value.range, (range) => set({ range })];
}
