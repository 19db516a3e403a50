import { MARKET_SYMBOLS } from '@botdepot/contract';
import { type Bar, type Candles, DAY_MS, emptyBar, HOUR_MS, MINUTE_MS, readBar } from '@botdepot/trading';
import type { Database, Tx } from '../../platform/database.ts';
import { assertEpoch, type LeaderTerm } from '../../platform/leader.ts';
import {
  aggregateCandles,
  INTERVAL_MS,
  insertCandles,
  lastCandleTime,
  noteMinuteEnd,
  readCandles,
  type SymbolSource,
} from './market-candles.ts';
import type { CandleInterval, PriceSource, PriceSourceName } from './price-source.ts';

/** The candles of one minute that were known in time, committed. */
export type ClosedMinute = {
  /** Start of the minute, ms UTC. */
  readonly timeMs: number;
  /** By symbol in the catalogue's order; null for markets that were closed. */
  readonly bars: readonly (Bar | null)[];
  /** Who speaks for each symbol, in the catalogue's order; `minutesOf` does not know it. */
  readonly sources?: readonly PriceSourceName[];
};

const INDEX_OF = new Map(MARKET_SYMBOLS.map(({ symbol }, i) => [symbol, i]));

/** Turns series of minutes by symbol into minutes of all symbols, ascending. Minutes without any candle are absent. */
export function minutesOf(series: Iterable<readonly [symbol: string, candles: Candles]>): ClosedMinute[] {
  const byTime = new Map<number, (Bar | null)[]>();
  for (const [symbol, candles] of series) {
    const column = INDEX_OF.get(symbol);
    if (column === undefined) continue;
    for (let at = 0; at < candles.length; at++) {
      const timeMs = candles.time[at]!;
      let bars = byTime.get(timeMs);
      if (!bars) {
        bars = MARKET_SYMBOLS.map(() => null);
        byTime.set(timeMs, bars);
      }
      bars[column] = readBar(candles, at, emptyBar());
    }
  }
  return [...byTime].sort(([a], [b]) => a - b).map(([timeMs, bars]) => ({ timeMs, bars }));
}

/** Closes by symbol of the catalogue, NaN for markets that were closed. */
export const closesOf = (minute: ClosedMinute): number[] =>
  minute.bars.map((bar) => bar?.close ?? Number.NaN);

/**
 * How far back candles are made when there are none yet, counted from the last UTC midnight; days reach back to the
 * beginning of the source's history. Longer charts would cost seconds at the first start.
 */
export const HISTORY_DAYS = { '1h': 90, '1m': 2 } as const;
/**
 * How much time of an interval is made and written at once, some ten thousand candles at most: requests are answered in
 * between, a take-over need not wait for long, and an interruption loses little.
 */
const CHUNK_MS: Readonly<Record<CandleInterval, number>> = {
  '1m': 6 * HOUR_MS,
  '1h': 30 * DAY_MS,
  '1d': 60 * DAY_MS,
};

/**
 * Writes the simulated candles that are missing up to the full minute `untilMs`: everything at the first start, the gap
 * after a restart or take-over. Live symbols are no part of it (see `live-history.ts`). Minutes come from the source; hours and days are made from the minutes where these are complete,
 * and before that from the source. Time runs forward within each interval, so the newest candle tells where an
 * interrupted run has to go on. A gap longer than the minutes' history keeps no minutes before that, only hours and days.
 * @param symbols by default those that the simulated market speaks for now. @throws LostLeadershipError when the term is over.
 */
export async function completeCandles(
  deps: { database: Database; source: PriceSource; term: LeaderTerm },
  untilMs: number,
  symbols = simulatedSymbols(deps.source),
): Promise<void> {
  if (symbols.length === 0) return;
  const { database, source, term } = deps;
  const simulated = { source: 'simulated', symbols };
  const midnight = Math.floor(untilMs / DAY_MS) * DAY_MS;
  const since = (days: number) => Math.max(source.historyFromMs, midnight - days * DAY_MS);
  const earliest: Record<CandleInterval, number> = {
    '1m': since(HISTORY_DAYS['1m']),
    '1h': since(HISTORY_DAYS['1h']),
    '1d': source.historyFromMs,
  };
  const missingFrom = async (interval: CandleInterval): Promise<number> => {
    const last = await lastCandleTime(database.db, interval, simulated);
    return last === null ? Number.NEGATIVE_INFINITY : last + INTERVAL_MS[interval];
  };
  const minutesFrom = await missingFrom('1m');
  // Before this midnight minutes have a hole, so hours and days cannot be made from them.
  const hole = minutesFrom < earliest['1m'];
  const completeFrom = earliest['1m'];
  const larger = [
    { interval: '1d', from: await missingFrom('1d') },
    { interval: '1h', from: await missingFrom('1h') },
  ] as const;

  const insert = async (interval: CandleInterval, fromMs: number, toMs: number): Promise<void> => {
    for (let from = fromMs; from < toMs && !term.signal.aborted; from += CHUNK_MS[interval]) {
      const series = await source.candles(interval, from, Math.min(from + CHUNK_MS[interval], toMs));
      const wanted = series.filter((entry) => entry.source === 'simulated' && symbols.includes(entry.symbol));
      await writeFenced(deps, (tx) => insertCandles(tx, interval, wanted));
    }
  };
  if (hole) {
    for (const { interval, from } of larger)
      await insert(interval, Math.max(from, earliest[interval]), completeFrom);
  }
  await insert('1m', Math.max(minutesFrom, completeFrom), untilMs);
  // An hour made from the minutes that an interrupted run left would stay wrong.
  if (term.signal.aborted) return;
  const pairs = symbols.map((symbol) => ({ symbol, source: 'simulated' }));
  await writeFenced(deps, async (tx) => {
    for (const { interval, from } of larger.toReversed()) {
      const step = INTERVAL_MS[interval];
      const start = hole ? completeFrom : Math.max(from, earliest[interval]);
      await aggregateCandles(tx, interval, { fromMs: start, toMs: Math.floor(untilMs / step) * step }, pairs);
    }
  });
}

/**
 * Commits the minute that has just closed and, at full hours and midnight, the hour and the day that it completes. One that
 * a leader before this one has committed stays as it is, since that leader's bots may have traded it; of it only the simulated
 * candles can be lacking here.
 * @returns the minute as it is committed.
 * @throws LostLeadershipError when the term is over.
 */
export async function commitMinute(
  deps: { database: Database; source: PriceSource; term: LeaderTerm },
  minuteMs: number,
): Promise<ClosedMinute> {
  const endMs = minuteMs + MINUTE_MS;
  const sources = deps.source.sources();
  const series = await deps.source.candles('1m', minuteMs, endMs);
  let known = new Map<string, Candles>();
  let added = series;
  await writeFenced(deps, async (tx) => {
    known = await readCandles(tx, { interval: '1m', fromMs: minuteMs, toMs: endMs, revision: 'seen' });
    const isCommitted = await noteMinuteEnd(tx, endMs);
    if (isCommitted || known.size > 0) added = series.filter(({ source }) => source === 'simulated');
    await insertCandles(tx, '1m', added);
    await closeLarger(tx, { fromMs: minuteMs, toMs: endMs }, pairsOf(sources));
  });
  const [minute] = minutesOf([...added.map(({ symbol, candles }) => [symbol, candles] as const), ...known]);
  return { ...(minute ?? { timeMs: minuteMs, bars: MARKET_SYMBOLS.map(() => null) }), sources };
}

/**
 * Makes the hours and days that end between two full minutes from the minutes that were heard, also where nobody watched their
 * end. What was filled in before they were over makes their next revision at once.
 */
export async function closeLarger(
  tx: Tx,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  pairs: readonly SymbolSource[],
): Promise<void> {
  const live = pairs.filter(({ source }) => source !== 'simulated');
  for (const interval of ['1h', '1d'] as const) {
    const step = INTERVAL_MS[interval];
    const range = { fromMs: Math.floor(fromMs / step) * step, toMs: Math.floor(toMs / step) * step };
    await aggregateCandles(tx, interval, range, pairs);
    await aggregateCandles(tx, interval, range, live, 'repaired');
  }
}

/** @param sources of the symbols of the catalogue, in its order. */
export const pairsOf = (sources: readonly string[]): SymbolSource[] =>
  MARKET_SYMBOLS.map(({ symbol }, index) => ({ symbol, source: sources[index] ?? 'simulated' }));

const simulatedSymbols = (source: PriceSource): string[] =>
  pairsOf(source.sources())
    .filter((pair) => pair.source === 'simulated')
    .map(({ symbol }) => symbol);

/** A transaction of the leader: it commits only while the term lasts. @throws LostLeadershipError */
export async function writeFenced(
  { database, term }: { database: Database; term: LeaderTerm },
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await database.transaction(async (tx) => {
    await assertEpoch(tx, term.epoch);
    await work(tx);
  });
}
