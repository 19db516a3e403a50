import {
  CandleAggregator,
  type Candles,
  createEngine,
  DAY_MS,
  type Engine,
  type EngineState,
  emptyBar,
  engineStateSchema,
  type FormingCandle,
  firstIndexAt,
  HOUR_MS,
  MINUTE_MS,
  readBar,
  type SharedCandles,
  type Strategy,
  type WarmHistory,
} from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { readCandles } from '../../markets/index.ts';
import { symbolSpecs } from '../strategies.ts';

const LEVELS = [
  { interval: '1d', ms: DAY_MS },
  { interval: '1h', ms: HOUR_MS },
  { interval: '1m', ms: MINUTE_MS },
] as const;

export type EngineSetup = {
  readonly strategy: Strategy<unknown>;
  readonly parameters: unknown;
  readonly symbols: readonly string[];
  /** Length of the bars that will be stepped, ms. */
  readonly barMs: number;
  /** Where many engines keep their bars together. */
  readonly shared?: SharedCandles | undefined;
};

/** Reads candles as `readCandles` does; many engines that are resumed together read the same ones. */
export type CandleReader = (wanted: {
  interval: (typeof LEVELS)[number]['interval'];
  fromMs: number;
  toMs: number;
  symbols: readonly string[];
  revision: 'seen';
}) => Promise<ReadonlyMap<string, Candles>>;

/**
 * Committed candles that the strategy looks back on, up to `until`: the largest bars that fit its decision interval,
 * then smaller ones for the interval that is still open.
 */
export async function loadHistory(
  tx: Tx,
  setup: EngineSetup,
  until: number,
  read: CandleReader = (wanted) => readCandles(tx, wanted),
): Promise<WarmHistory[]> {
  const { strategy, parameters, symbols } = setup;
  const days = strategy.warmUpDays(parameters);
  let from = Math.floor((until - days * DAY_MS) / DAY_MS) * DAY_MS;
  const history: WarmHistory[] = [];
  for (const { interval, ms } of LEVELS) {
    if (strategy.decisionIntervalMs % ms !== 0) continue;
    const to = Math.floor(until / ms) * ms;
    // What was filled in later was not known when trading went on, and a replay does not know it either.
    const candles = await read({ interval, fromMs: from, toMs: to, symbols, revision: 'seen' });
    for (const [symbol, series] of candles) history.push({ symbol, intervalMs: ms, candles: series });
    from = to;
  }
  return history;
}

/** An engine at the start of a portfolio: equity 1, so that every figure of it is per unit. */
export function freshEngine(setup: EngineSetup, history: readonly WarmHistory[]): Engine<unknown> {
  const engine = createEngine(optionsOf(setup));
  engine.warm(history);
  return engine;
}

/**
 * The engine as it was after the last committed bar. `state` is what the database gave back.
 * @throws when the state is not one of this engine's, e.g. written by another version.
 */
export function restoredEngine(
  setup: EngineSetup,
  history: readonly WarmHistory[],
  state: unknown,
): Engine<unknown> {
  const engine = createEngine({ ...optionsOf(setup), state });
  engine.warm(history);
  return engine;
}

/**
 * Takes a saved state over bars that nobody watched. Cash and positions stay as they are; the strategy's history and the
 * last known prices become those of the markets meanwhile, as if the bot had looked on without trading. Orders of a
 * decision that has been overtaken by the calendar are withdrawn, those of a protection wait on. Without this a bot
 * would decide on prices from before the gap until its next restart, and trade on what it wanted then.
 * What signals carry from bar to bar goes on only where no bar of theirs ended in the gap; else it is worked out of the history.
 *
 * @param hasNewSources prices come from elsewhere now: what was carried is of others.
 */
export function bridgedState(
  state: unknown,
  setup: EngineSetup,
  history: readonly WarmHistory[],
  until: number,
  hasNewSources: boolean,
): EngineState {
  const known = engineStateSchema.parse(state);
  const interval = setup.strategy.decisionIntervalMs;
  const openSince = Math.floor(until / interval) * interval;
  const overtaken = known.lastBoundary !== null && known.lastBoundary < openSince;
  const hasSeenAll = known.lastBoundary !== null && !overtaken;
  const { broker } = known;
  return {
    ...known,
    lastEnd: until,
    observed: hasSeenAll && !hasNewSources ? known.observed : [],
    forming: known.symbols.map((symbol) => formingSince(openSince, interval, historyOf(symbol, history))),
    broker: {
      ...broker,
      orders: broker.orders.map((order) => (overtaken && order?.decision != null ? null : order)),
      quotes: broker.quotes.map(
        (quote, index) => lastQuote(historyOf(known.symbols[index], history)) ?? quote,
      ),
    },
  };
}

const historyOf = (symbol: string | undefined, history: readonly WarmHistory[]): WarmHistory[] =>
  history.filter((series) => series.symbol === symbol);

/** The bar of the decision interval that is still open, from the smaller bars since it began; null without any. */
function formingSince(
  openSince: number,
  interval: number,
  history: readonly WarmHistory[],
): FormingCandle | null {
  const aggregator = new CandleAggregator(interval);
  const bar = emptyBar();
  // Monday's bar may have begun on Sunday, which only the days before it can tell.
  const from = openSince - 3 * DAY_MS;
  for (const { candles, intervalMs } of history)
    for (let at = firstIndexAt(candles, from); at < candles.length; at++)
      aggregator.add(candles.time[at]!, intervalMs, readBar(candles, at, bar));
  aggregator.closeUntil(openSince);
  return aggregator.forming();
}

/** Close and end of the newest bar; undefined without any. The history runs from large bars to small ones. */
function lastQuote(history: readonly WarmHistory[]): { price: number; barEnd: number } | undefined {
  const newest = history.findLast(({ candles }) => candles.length > 0);
  if (!newest) return undefined;
  const last = newest.candles.length - 1;
  return { price: newest.candles.close[last]!, barEnd: newest.candles.time[last]! + newest.intervalMs };
}

/** All but the state, the calendar and who speaks for the prices. */
export const optionsOf = ({ strategy, parameters, symbols, barMs, shared }: EngineSetup) => ({
  strategy,
  parameters,
  symbols: symbolSpecs(symbols),
  startingEquity: 1,
  baseIntervalMs: barMs,
  shared,
});
