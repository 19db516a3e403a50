import { BACKTEST_LIMITS, type BacktestResult } from '@botdepot/contract';
import {
  type BacktestSeries,
  backtestFigures,
  candlesHash,
  DAY_MS,
  firstIndexAt,
  HOUR_MS,
  type ProtectionEvent,
  provenanceFigures,
  runBacktest,
  type Strategy,
  type TradeFigures,
  type TradingEvent,
} from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { type CandleInterval, exchangeOf } from '../../markets/index.ts';
import { describeStep } from '../protocol/describe-step.ts';
import { FILL_REASONS } from '../protocol/explain.ts';
import { type BotStrategies, symbolSpecs } from '../strategies.ts';
import { eventsOfPeriod, firstCandleTime, readCandleColumns } from './backtest-data.ts';
import type { BacktestJob, BacktestOutcome } from './worker-job.ts';

export type BacktestDeps = {
  readonly db: Tx;
  readonly strategies: BotStrategies;
  readonly onProgress: (share: number) => void;
  /** Told the digest of what was read, before anything is calculated. */
  readonly askToGoOn: (digest: string) => Promise<boolean>;
};

/** Reading takes about as long as this share of a run. */
const READING_SHARE = 0.3;

/**
 * Reads the candles and runs the bot over them. The result is a function of the request, the candles and events of its
 * period and the code, nothing else: the same gives the same bytes. Runs in the worker.
 */
export async function makeBacktest(deps: BacktestDeps, job: BacktestJob): Promise<BacktestOutcome> {
  const { request } = job;
  const runnable = deps.strategies[request.botType];
  if (!runnable) throw new Error(`${request.botType} has no strategy`);
  const { strategy } = runnable;
  const from = Date.parse(request.firstDay);
  const until = Date.parse(request.lastDay) + DAY_MS;
  const warmUpDays = strategy.warmUpDays(strategy.parameters.parse({}));

  const period = { warmFrom: from - warmUpDays * DAY_MS, from, until };

  const series: BacktestSeries[] = [];
  const lacking: { symbol: string; days: number }[] = [];
  for (const [index, symbol] of request.symbols.entries()) {
    deps.onProgress((READING_SHARE * index) / request.symbols.length);
    const read = await readSeries(deps.db, { strategy, symbol, source: sourceOf(job, symbol), ...period });
    series.push(read.series);
    if (read.lackingDays > 0) lacking.push({ symbol, days: Math.min(read.lackingDays, warmUpDays) });
  }
  if (!series.some(({ candles }) => firstIndexAt(candles, from) < candles.length)) return { status: 'empty' };
  const events = await eventsOfPeriod(deps.db, runnable, from, until);
  if (!(await deps.askToGoOn(digestOf(job, series, events)))) return { status: 'known' };

  const result = runBacktest({
    strategy,
    series,
    baseIntervalMs: HOUR_MS,
    costFactor: request.costFactor,
    events,
    from,
    until,
    onProgress: (share) => deps.onProgress(READING_SHARE + (1 - READING_SHARE) * share),
  });
  const figures = backtestFigures(result, series);
  const provenance = provenanceFigures(result, (symbol) => sourceOf(job, symbol));
  const { totalReturn, cagr, volatility, maxDrawdown } = figures.buyAndHold;
  const made: BacktestResult = {
    request,
    provenance: { ...provenance, symbols: [...provenance.symbols] },
    performance: figures.performance,
    uncertainty: figures.uncertainty,
    buyAndHold: { totalReturn, cagr, volatility, maxDrawdown },
    thirtyDays: figures.thirtyDays,
    costs: figures.costs,
    breakEvenCostFactor: figures.breakEvenCostFactor,
    series: figures.series,
    monthly: figures.monthly.map((year) => ({ ...year, months: [...year.months] })),
    trades: figures.trades.slice(-BACKTEST_LIMITS.trades).map(tradeOf),
    tradeCount: figures.trades.length,
    protections: result.protections.slice(-BACKTEST_LIMITS.protections).map(protectionOf),
    protectionCount: result.protections.length,
    liquidated: result.liquidated,
    warmUp: { days: warmUpDays, lacking },
  };
  return { status: 'made', json: JSON.stringify(made) };
}

const sourceOf = ({ sources }: BacktestJob, symbol: string): string => sources[symbol] ?? 'simulated';

/** Of everything that was read, the warm-up included. */
function digestOf(
  job: BacktestJob,
  series: readonly BacktestSeries[],
  events: readonly TradingEvent[],
): string {
  const columns = series.flatMap(({ spec: { symbol }, candles, earlier }) => [
    { symbol: `${sourceOf(job, symbol)}/${symbol}`, candles },
    ...(earlier ? [{ symbol: `earlier/${symbol}`, candles: earlier.candles }] : []),
  ]);
  return candlesHash(columns, events);
}

const tradeOf = (trade: TradeFigures): BacktestResult['trades'][number] => ({
  ...trade,
  reasonText: FILL_REASONS[trade.reason],
});

/** In the words of the live protocol. */
function protectionOf(event: ProtectionEvent): BacktestResult['protections'][number] {
  const [line] = describeStep(
    { fills: [], protections: [event], decision: null, liquidated: false },
    () => '',
    () => undefined,
  );
  if (!line) throw new Error(`no words for ${event.kind}`);
  const { symbol, at, until, title, text } = line;
  return {
    kind: event.kind,
    symbol,
    at: new Date(at).toISOString(),
    until: until === null ? null : new Date(until).toISOString(),
    title,
    text,
  };
}

type SeriesRead = {
  readonly series: BacktestSeries;
  /** Days of the warm-up before the oldest candle; more than the warm-up has when it lies within the period. */
  readonly lackingDays: number;
};

/**
 * The hourly candles of a symbol's period and what the strategy looks back on before it: whole days where it decides on days,
 * as in live trading, and hours otherwise. All from one source.
 *
 * @param wanted.warmFrom start of the warm-up; `from` and `until` are UTC midnights. All ms UTC.
 */
async function readSeries(
  tx: Tx,
  wanted: {
    strategy: Strategy<unknown>;
    symbol: string;
    source: string;
    warmFrom: number;
    from: number;
    until: number;
  },
): Promise<SeriesRead> {
  const { strategy, symbol, source, warmFrom, from, until } = wanted;
  const [spec] = symbolSpecs([symbol]);
  if (!spec) throw new RangeError(`unknown symbol ${symbol}`);
  const of = { symbol, source };
  const exchange = exchangeOf(source, symbol);
  const hours = (fromMs: number) => readCandleColumns(tx, { interval: '1h', ...of, fromMs, toMs: until });
  const isDaily = strategy.decisionIntervalMs % DAY_MS === 0;
  const oldest = await oldestOf(tx, of, isDaily ? ['1d', '1h'] : ['1h']);
  const lackingDays = Math.max(0, Math.ceil((oldest - warmFrom) / DAY_MS));
  const days = isDaily
    ? await readCandleColumns(tx, { interval: '1d', ...of, fromMs: warmFrom, toMs: from })
    : undefined;
  if (days === undefined || days.length === 0)
    return { series: { spec, candles: await hours(warmFrom), exchange }, lackingDays };
  const earlier = { intervalMs: DAY_MS, candles: days };
  return { series: { spec, candles: await hours(from), earlier, exchange }, lackingDays };
}

/** Start of the oldest candle, ms UTC; infinity without any. */
async function oldestOf(
  tx: Tx,
  of: { symbol: string; source: string },
  intervals: readonly CandleInterval[],
): Promise<number> {
  const firsts: number[] = [];
  for (const interval of intervals) {
    const first = await firstCandleTime(tx, { interval, ...of });
    if (first !== null) firsts.push(first);
  }
  return Math.min(...firsts);
}
