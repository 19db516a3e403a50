import { CandleSeries, type Candles, DAY_MS, emptyBar, HOUR_MS, readBar } from '@botdepot/trading';
import type { Database } from '../../platform/database.ts';
import type { LeaderTerm } from '../../platform/leader.ts';
import { HISTORY_DAYS, writeFenced } from './complete-candles.ts';
import { aggregateCandles, INTERVAL_MS, insertCandles, lastCandleTime } from './market-candles.ts';
import { findGaps, type Gap } from './market-sources.store.ts';
import type { CandleInterval, LiveMarkets } from './price-source.ts';

/** Days first: without them a symbol's bots cannot begin. */
const INTERVALS: readonly CandleInterval[] = ['1d', '1h', '1m'];
/** What a provider did not have an hour later it will not have. */
const LATE_CANDLES_MS = HOUR_MS;

export type LiveHistoryDeps = { database: Database; term: LeaderTerm; live: LiveMarkets };

/**
 * Writes what the provider knows of a symbol before the full minute `untilMs` and the database does not, as far as it
 * reaches: revision 1, history like any other, but for what ended by `watchedUntilMs`. The bots went on without that, and it
 * is filled in as `repairGaps` does it. Asks for nothing when nothing has ended since the newest candle.
 * @param span.watchedUntilMs `readWatchedUntil`, or 0 when the bots traded the symbol on another source's prices.
 * @returns whether there are days now, without which a source is no help to anybody.
 * @throws ProviderError when the provider cannot say; LostLeadershipError when the term is over.
 */
export async function fetchHistory(
  deps: LiveHistoryDeps,
  of: { symbol: string; source: string },
  { untilMs, watchedUntilMs }: { untilMs: number; watchedUntilMs: number },
): Promise<boolean> {
  const { database, term, live } = deps;
  const { symbol, source } = of;
  for (const interval of INTERVALS) {
    const step = INTERVAL_MS[interval];
    const last = await lastCandleTime(database.db, interval, { source, symbols: [symbol] });
    const fromMs = Math.max(earliestOf(live, symbol, interval, untilMs), last === null ? 0 : last + step);
    const endMs = Math.floor(untilMs / step) * step;
    if (!tradedBetween(live, symbol, interval, fromMs, endMs)) continue;
    const found = await live.history(symbol, interval, fromMs);
    const lateUntilMs = Math.min(watchedUntilMs - step + 1, endMs);
    const late = keptCandles(found, (timeMs) => timeMs >= fromMs && timeMs < lateUntilMs);
    const candles = keptCandles(found, (timeMs) => timeMs >= Math.max(fromMs, lateUntilMs) && timeMs < endMs);
    if (term.signal.aborted) return false;
    await writeFenced({ database, term }, (tx) => insertCandles(tx, interval, [{ symbol, source, candles }]));
    // Last: the larger candles are made anew from both.
    await fillIn(deps, { symbol, source, interval, candles: late, nowMs: untilMs });
  }
  return (await lastCandleTime(database.db, '1d', { source, symbols: [symbol] })) !== null;
}

/** The first full interval that a provider can tell and that is kept. */
function earliestOf(live: LiveMarkets, symbol: string, interval: CandleInterval, untilMs: number): number {
  const reachMs = live.reachMs(symbol, interval);
  const keptMs = interval === '1d' ? reachMs : Math.min(reachMs, HISTORY_DAYS[interval] * DAY_MS);
  return Math.ceil((untilMs - keptMs) / INTERVAL_MS[interval]) * INTERVAL_MS[interval];
}

function tradedBetween(
  live: LiveMarkets,
  symbol: string,
  interval: CandleInterval,
  fromMs: number,
  toMs: number,
): boolean {
  for (let at = fromMs; at < toMs; at += INTERVAL_MS[interval])
    if (live.tradesWithin(symbol, interval, at)) return true;
  return false;
}

function keptCandles(candles: Candles, keep: (timeMs: number) => boolean): CandleSeries {
  const kept = new CandleSeries();
  const bar = emptyBar();
  for (let at = 0; at < candles.length; at++) {
    const timeMs = candles.time[at]!;
    if (keep(timeMs)) kept.append(timeMs, readBar(candles, at, bar));
  }
  return kept;
}

/** Until when the gaps of a symbol's interval have been asked for, ms UTC, so that nobody is asked for ever. */
export type AskedGaps = Map<string, number>;

/**
 * Fills gaps that live symbols have within the provider's reach, one question per symbol and interval and at most
 * `questions` of them. What is filled in was not known in time: it is written as revision 2, seen by charts and never by
 * bots, and hours and days are made anew as their next revision.
 * @returns how many candles were filled in. @throws ProviderError, LostLeadershipError
 */
export async function repairGaps(
  deps: LiveHistoryDeps,
  input: {
    speaking: ReadonlyMap<string, string>;
    asked: AskedGaps;
    nowMs: number;
    questions: number;
  },
): Promise<number> {
  const { live } = deps;
  let left = input.questions;
  let filled = 0;
  for (const interval of INTERVALS.toReversed()) {
    for (const [symbol, source] of input.speaking) {
      const gaps = await missingOf(deps, { symbol, source, interval, ...input });
      const [first] = gaps;
      if (!first) continue;
      if (left-- <= 0 || deps.term.signal.aborted) return filled;
      const found = await live.history(symbol, interval, first.fromMs);
      const candles = keptCandles(found, (timeMs) =>
        gaps.some((gap) => timeMs >= gap.fromMs && timeMs < gap.untilMs),
      );
      filled += await fillIn(deps, { symbol, source, interval, candles, nowMs: input.nowMs });
      const knownUntil = found.length === 0 ? 0 : found.time[found.length - 1]! + INTERVAL_MS[interval];
      input.asked.set(`${symbol} ${interval}`, Math.max(knownUntil, input.nowMs - LATE_CANDLES_MS));
    }
  }
  return filled;
}

async function missingOf(
  { database, live }: LiveHistoryDeps,
  of: { symbol: string; source: string; interval: CandleInterval; asked: AskedGaps; nowMs: number },
): Promise<Gap[]> {
  const { symbol, source, interval, asked, nowMs } = of;
  const stepMs = INTERVAL_MS[interval];
  const sinceMs = earliestOf(live, symbol, interval, nowMs);
  const gaps = await findGaps(database.db, { interval, stepMs, source, symbols: [symbol], sinceMs });
  const askedUntil = asked.get(`${symbol} ${interval}`) ?? 0;
  return gaps.filter(
    (gap) => gap.untilMs > askedUntil && tradedBetween(live, symbol, interval, gap.fromMs, gap.untilMs),
  );
}

async function fillIn(
  { database, term }: LiveHistoryDeps,
  of: { symbol: string; source: string; interval: CandleInterval; candles: Candles; nowMs: number },
): Promise<number> {
  const { symbol, source, interval, candles, nowMs } = of;
  if (candles.length === 0) return 0;
  const firstMs = candles.time[0]!;
  const endMs = candles.time[candles.length - 1]! + 1;
  let filled = 0;
  await writeFenced({ database, term }, async (tx) => {
    filled = await insertCandles(tx, interval, [{ symbol, source, candles }], 2);
    for (const larger of ['1h', '1d'] as const) {
      const step = INTERVAL_MS[larger];
      if (step <= INTERVAL_MS[interval]) continue;
      const range = {
        fromMs: Math.floor(firstMs / step) * step,
        toMs: Math.min(Math.ceil(endMs / step), Math.floor(nowMs / step)) * step,
      };
      await aggregateCandles(tx, larger, range, [{ symbol, source }], 'repaired');
    }
  });
  return filled;
}
