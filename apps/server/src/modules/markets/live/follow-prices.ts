import { MARKET_SYMBOLS } from '@botdepot/contract';
import {
  type Bar,
  CandleSeries,
  type Candles,
  MINUTE_MS,
  type MutableBar,
  SIMULATED_SYMBOLS,
} from '@botdepot/trading';
import type { Logger } from 'pino';
import { isWorthLogging } from '../../../platform/describe-error.ts';
import type { Clock } from '../../../platform/work.ts';
import type { Quote } from '../price-source.ts';
import { createPriceGate, type PriceGate } from './price-gate.ts';
import { type PriceProvider, ProviderError, type Sighting } from './price-provider.ts';

const LONGEST_BACKOFF_MS = 5 * MINUTE_MS;
/** A price from further ahead than this is a wrong clock, and one to wait for instead of trading on. */
const TOLERATED_SKEW_MS = 2 * MINUTE_MS;
/** Minutes are kept until the feed has asked for them; it is never further behind than this. */
const MINUTES_KEPT = 5;

type Followed = {
  readonly symbol: string;
  readonly decimals: number;
  readonly gate: PriceGate;
  price: number;
  text: string;
  timeMs: number;
  nextPollMs: number;
  /** What was heard, by the start of the minute in which it was heard. */
  readonly minutes: Map<number, MutableBar>;
};

/** The newest word of one provider, in memory. */
export type FollowedPrices = {
  /** Follows a symbol from now on. @param last its newest known price. */
  follow(symbol: string, last: { price: number; timeMs: number }): void;
  forget(symbol: string): void;
  /** Asks the provider in the background if it is time to; returns at once. @param timeMs the tick's time. */
  askIfDue(timeMs: number): void;
  /** @throws RangeError for a symbol that is not followed. */
  quote(symbol: string, timeMs: number): Quote;
  /** The minute that runs at `timeMs`, as far as it was heard; null before its first price. */
  minuteSoFar(symbol: string, timeMs: number): Bar | null;
  /** Candles of the minutes in [fromMs, toMs) in which something was heard; `volume` is how often. */
  minutes(symbol: string, fromMs: number, toMs: number): Candles;
  idle(): Promise<void>;
};

/**
 * Follows prices of a provider: asks at its interval and within its limits, backs off when it fails (1, 2, 4 … intervals,
 * five minutes at most, or as long as it says), and keeps what it said last. Whatever goes wrong, prices only grow old;
 * nothing is thrown.
 *
 * What is believed: a price that is finite, positive after rounding, not from the future, not older than the one before
 * unless that one is from the future by now, and that the gate admits.
 */
export function followPrices(deps: { provider: PriceProvider; clock: Clock; log: Logger }): FollowedPrices {
  const { provider, clock } = deps;
  const log = deps.log.child({ source: provider.name });
  const followed = new Map<string, Followed>();
  const refused = new Map<string, string>();
  let underWay: Promise<void> | null = null;
  let failures = 0;
  let notBeforeMs = Number.NEGATIVE_INFINITY;

  function find(symbol: string): Followed {
    const found = followed.get(symbol);
    if (!found) throw new RangeError(`${provider.name} does not follow ${symbol}`);
    return found;
  }

  // A clock that is set back must not silence the source until it has caught up.
  const isDue = (atMs: number, timeMs: number, longestMs: number): boolean =>
    atMs <= timeMs || atMs - timeMs > longestMs;

  async function ask(due: readonly Followed[], timeMs: number): Promise<void> {
    for (const entry of due) entry.nextPollMs = timeMs + provider.pollMs;
    try {
      const askedAt = clock.now().getTime();
      const { sightings, refusals } = await provider.latest(
        due.map(({ symbol }) => symbol),
        askedAt,
      );
      if (failures > 0) log.info({ failures }, 'the price source answers again');
      failures = 0;
      for (const sighting of sightings) hear(sighting);
      for (const { symbol, reason } of refusals) noteRefusal(symbol, reason);
    } catch (error) {
      backOff(error);
    }
  }

  function backOff(error: unknown): void {
    failures += 1;
    const doubled = Math.min(provider.pollMs * 2 ** Math.min(failures - 1, 10), LONGEST_BACKOFF_MS);
    const wanted = error instanceof ProviderError ? error.retryAfterMs : null;
    const waitMs = Math.min(Math.max(doubled, wanted ?? 0), LONGEST_BACKOFF_MS);
    notBeforeMs = clock.now().getTime() + waitMs;
    // The message only: an error of the network may carry the request, and with it a key.
    const problem = error instanceof Error ? error.message : 'failed';
    if (isWorthLogging(failures)) log.warn({ problem, failures, waitMs }, 'the price source does not answer');
  }

  function noteRefusal(symbol: string, reason: string): void {
    if (refused.get(symbol) === reason) return;
    refused.set(symbol, reason);
    log.warn({ symbol, reason }, 'no price for a symbol');
  }

  function hear({ symbol, price, timeMs }: Sighting): void {
    const entry = followed.get(symbol);
    if (!entry) return;
    const now = clock.now().getTime();
    const text = price.toFixed(entry.decimals);
    const rounded = Number(text);
    const fault = faultOf(rounded, timeMs, now);
    if (fault !== null) {
      noteRefusal(symbol, fault);
      return;
    }
    // Nothing new: the provider repeats itself, or answers arrive in the wrong order.
    if (timeMs <= entry.timeMs && !isAhead(entry.timeMs, now)) return;
    if (!entry.gate.admits(rounded, entry.price)) {
      log.warn({ symbol, price: rounded, known: entry.price }, 'a price that jumps is held back');
      return;
    }
    if (refused.delete(symbol)) log.info({ symbol }, 'prices for the symbol again');
    Object.assign(entry, { price: rounded, text, timeMs });
    // A price that nobody would trade on makes no candle either.
    if (now - timeMs <= provider.staleAfterMs) addToMinute(entry, rounded, now);
  }

  return {
    follow(symbol, last) {
      const marketType = MARKET_SYMBOLS.find((entry) => entry.symbol === symbol)?.marketType;
      const decimals = SIMULATED_SYMBOLS.find((entry) => entry.symbol === symbol)?.decimals;
      if (marketType === undefined || decimals === undefined)
        throw new RangeError(`unknown symbol ${symbol}`);
      followed.set(symbol, {
        symbol,
        decimals,
        gate: createPriceGate(marketType),
        price: last.price,
        text: last.price.toFixed(decimals),
        timeMs: last.timeMs,
        nextPollMs: Number.NEGATIVE_INFINITY,
        minutes: new Map(),
      });
    },

    forget(symbol) {
      followed.delete(symbol);
    },

    askIfDue(timeMs) {
      if (underWay || !isDue(notBeforeMs, timeMs, LONGEST_BACKOFF_MS)) return;
      const due = [...followed.values()].filter(
        ({ symbol, nextPollMs }) =>
          isDue(nextPollMs, timeMs, provider.pollMs) && provider.isOpen(symbol, timeMs),
      );
      const allowed = due.slice(0, provider.capacity(timeMs));
      if (allowed.length === 0) return;
      underWay = ask(allowed, timeMs).finally(() => {
        underWay = null;
      });
    },

    quote(symbol, timeMs) {
      const { price, text, timeMs: heardMs } = find(symbol);
      return {
        symbol,
        source: provider.name,
        price,
        text,
        time: isAhead(heardMs, timeMs) ? heardMs : Math.min(heardMs, timeMs),
        open: provider.isOpen(symbol, timeMs),
        staleAfterMs: provider.staleAfterMs,
      };
    },

    minuteSoFar(symbol, timeMs) {
      const bar = find(symbol).minutes.get(minuteOf(timeMs));
      return bar ? { ...bar } : null;
    },

    minutes(symbol, fromMs, toMs) {
      const series = new CandleSeries();
      const heard = [...find(symbol).minutes].sort(([a], [b]) => a - b);
      for (const [timeMs, bar] of heard) if (timeMs >= fromMs && timeMs < toMs) series.append(timeMs, bar);
      return series;
    },

    idle: async () => {
      await underWay;
    },
  };
}

function faultOf(price: number, timeMs: number, nowMs: number): string | null {
  if (!(price > 0) || !Number.isFinite(price)) return 'a price that is none';
  return isAhead(timeMs, nowMs) ? 'a price from the future' : null;
}

/** Of a known price: the clock was set back since, and the price must neither pass for a new one nor keep new ones away. */
const isAhead = (timeMs: number, nowMs: number): boolean => timeMs > nowMs + TOLERATED_SKEW_MS;

const minuteOf = (timeMs: number): number => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;

function addToMinute({ minutes }: Followed, price: number, nowMs: number): void {
  const minute = minuteOf(nowMs);
  const bar = minutes.get(minute);
  if (bar) {
    bar.high = Math.max(bar.high, price);
    bar.low = Math.min(bar.low, price);
    bar.close = price;
    bar.volume += 1;
    return;
  }
  minutes.set(minute, { open: price, high: price, low: price, close: price, volume: 1 });
  for (const known of minutes.keys()) {
    if (known >= minute - MINUTES_KEPT * MINUTE_MS) continue;
    minutes.delete(known);
  }
}
