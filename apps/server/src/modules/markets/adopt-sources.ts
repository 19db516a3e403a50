import { MARKET_SYMBOLS } from '@botdepot/contract';
import { MINUTE_MS } from '@botdepot/trading';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database.ts';
import { type LeaderTerm, LostLeadershipError } from '../../platform/leader.ts';
import type { Clock } from '../../platform/work.ts';
import { closeLarger, completeCandles, writeFenced } from './complete-candles.ts';
import { ProviderError } from './live/price-provider.ts';
import { fetchHistory } from './live-history.ts';
import { lastCandleTime, readWatchedUntil, type SymbolSource } from './market-candles.ts';
import { type LastPrice, noteSources, readLastPrice, readSourcesInForce } from './market-sources.store.ts';
import type { LiveMarkets, PriceSource, PriceSourceName } from './price-source.ts';

/**
 * A live symbol that was watched this shortly ago is not asked about before the market goes on: a take-over need not cost
 * the bots a bar. What is missing is filled in while the market runs.
 */
const SHORT_PAUSE_MS = 15 * MINUTE_MS;
/** How long the opening waits for history. What is not there by then comes while the market runs. */
const OPENING_WAIT_MS = 45_000;

export type AdoptDeps = {
  database: Database;
  source: PriceSource;
  term: LeaderTerm;
  clock: Clock;
  log: Logger;
};
export type Adoption = {
  readonly symbol: string;
  readonly source: PriceSourceName;
  readonly last: LastPrice;
};

/**
 * Decides who speaks for each symbol when the feed opens.
 *
 * - A live source that spoke before goes on, whether its provider answers or not: its last price ages until it does.
 * - A symbol whose live source is no longer configured is simulated again; its candles of the meantime are made.
 * - A live source that is new for a symbol speaks once its history is in the database, because a bot cannot decide
 *   without: at once if it comes in time, else later (`maintain-market.ts`), or never, if the provider does not know the symbol.
 *
 * @param untilMs full minute; history up to it is wanted.
 * @returns symbols that the provider has nothing for.
 * @throws LostLeadershipError when the term is over.
 */
export async function openSources(deps: AdoptDeps, untilMs: number): Promise<ReadonlySet<string>> {
  const { database, source, clock } = deps;
  const { live } = source;
  const inForce = await readSourcesInForce(database.db);
  // Before anything is written that nobody watched.
  const watchedUntilMs = await readWatchedUntil(database.db);
  const simulatedAgain: string[] = [];
  const goingOn: string[] = [];
  for (const [symbol, speaks] of inForce) {
    const configured = live?.configured.get(symbol) ?? 'simulated';
    // An earlier term of this process may have left another one.
    live?.release(symbol);
    if (speaks === 'simulated') continue;
    const last = speaks === configured ? await readLastPrice(database.db, symbol, speaks) : undefined;
    if (live && last) {
      live.adopt(symbol, speaks, last);
      goingOn.push(symbol);
    } else simulatedAgain.push(symbol);
  }
  // One by one: each has its own gap.
  for (const symbol of simulatedAgain) await completeCandles(deps, untilMs, [symbol]);
  const changes = simulatedAgain.map((symbol) => ({ symbol, source: 'simulated' as const }));
  await writeFenced(deps, (tx) => noteSources(tx, changes, clock.now()));
  for (const { symbol } of changes) deps.log.warn({ symbol }, 'prices of a symbol are simulated again');
  return live ? fetchInTime(deps, live, goingOn, { untilMs, watchedUntilMs }) : new Set();
}

/** Fetches what went-on symbols missed and what new ones need, for a limited time and only while providers answer. */
async function fetchInTime(
  deps: AdoptDeps,
  live: LiveMarkets,
  goingOn: readonly string[],
  span: { untilMs: number; watchedUntilMs: number },
): Promise<Set<string>> {
  const { untilMs } = span;
  const deadline = performance.now() + OPENING_WAIT_MS;
  const unknown = new Set<string>();
  const silent = new Set<PriceSourceName>();
  const missed = await symbolsThatMissed(deps, live, goingOn, untilMs);
  for (const symbol of [...missed, ...waitingSymbols(deps.source)]) {
    const name = live.configured.get(symbol);
    if (name === undefined || silent.has(name) || deps.term.signal.aborted) continue;
    if (performance.now() > deadline) break;
    if (missed.includes(symbol)) {
      const fetched = await tryFetch(deps, live, { symbol, source: name }, span);
      const last = fetched && (await readLastPrice(deps.database.db, symbol, name));
      if (last) live.adopt(symbol, name, last);
      if (fetched === false) silent.add(name);
      continue;
    }
    const adoption = await prepareAdoption(deps, live, symbol, untilMs);
    if (adoption === 'silent') silent.add(name);
    else if (adoption) await adopt(deps, live, [adoption], deps.clock.now());
    else unknown.add(symbol);
  }
  return unknown;
}

/** Live symbols with more than a short pause; of the others, hours and days that ended in the pause are made now. */
async function symbolsThatMissed(
  deps: AdoptDeps,
  live: LiveMarkets,
  goingOn: readonly string[],
  untilMs: number,
): Promise<string[]> {
  const missed: string[] = [];
  const paused: SymbolSource[] = [];
  for (const symbol of goingOn) {
    const source = live.configured.get(symbol) ?? 'simulated';
    const last = await lastCandleTime(deps.database.db, '1m', { source, symbols: [symbol] });
    if (last === null || untilMs - last > SHORT_PAUSE_MS) missed.push(symbol);
    else paused.push({ symbol, source });
  }
  const pause = { fromMs: untilMs - SHORT_PAUSE_MS, toMs: untilMs };
  await writeFenced(deps, (tx) => closeLarger(tx, pause, paused));
  return missed;
}

/** Symbols that are simulated and configured to be live. */
export function waitingSymbols({ live, sources }: PriceSource): string[] {
  const speaking = sources();
  return MARKET_SYMBOLS.flatMap(({ symbol }, index) =>
    live?.configured.has(symbol) && speaking[index] === 'simulated' ? [symbol] : [],
  );
}

/**
 * Brings the history of one waiting symbol into the database.
 * @returns the adoption that is possible now, `silent` when the provider does not answer at all, null when it has nothing.
 */
export async function prepareAdoption(
  deps: AdoptDeps,
  live: LiveMarkets,
  symbol: string,
  untilMs: number,
): Promise<Adoption | 'silent' | null> {
  const source = live.configured.get(symbol);
  if (source === undefined) return null;
  const fetched = await tryFetch(deps, live, { symbol, source }, { untilMs, watchedUntilMs: 0 });
  if (fetched === null) return null;
  if (!fetched) return 'silent';
  const last = await readLastPrice(deps.database.db, symbol, source);
  return last ? { symbol, source, last } : null;
}

/** True when the history is there, false when the provider does not answer, null when it has none for this symbol. */
async function tryFetch(
  deps: AdoptDeps,
  live: LiveMarkets,
  of: { symbol: string; source: PriceSourceName },
  span: { untilMs: number; watchedUntilMs: number },
): Promise<boolean | null> {
  try {
    if (await fetchHistory({ ...deps, live }, of, span)) return true;
    deps.log.warn(of, 'the price source has no history for a symbol');
    return null;
  } catch (error) {
    if (error instanceof LostLeadershipError) throw error;
    if (!(error instanceof ProviderError)) throw error;
    // The message only: it was made to be logged.
    deps.log.warn({ ...of, problem: error.message }, 'no history from the price source');
    return error.fault === 'unknown-symbol' || error.fault === 'refused' ? null : false;
  }
}

/** Makes sources speak for their symbols from `since` on, and records it. @throws LostLeadershipError */
export async function adopt(
  deps: AdoptDeps,
  live: LiveMarkets,
  adoptions: readonly Adoption[],
  since: Date,
): Promise<void> {
  await writeFenced(deps, (tx) => noteSources(tx, adoptions, since));
  for (const { symbol, source, last } of adoptions) {
    live.adopt(symbol, source, last);
    deps.log.info({ symbol, source, since }, 'a price source speaks for a symbol');
  }
}
