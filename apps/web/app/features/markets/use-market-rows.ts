import type { DayRange, MarketPrice } from '@botdepot/contract';
import { decimalsOf } from '@botdepot/contract/catalogue';
import { useEffect, useMemo, useState } from 'react';
import type { LivePrice, LivePrices } from '../../lib/live/live-prices.ts';
import { useLoaded } from '../../lib/server/use-loaded.ts';
import { loadDayRanges, loadPrices } from './market-api.ts';
import type { PublicPrices } from './public-prices.ts';

export interface MarketRow {
  symbol: string;
  decimals: number;
  /** Null until the first answer. */
  price: number | null;
  change24h: number | null;
  /** Epoch milliseconds since when the price is known to hold; null until the first answer. */
  at: number | null;
  source: string | null;
  state: 'waiting' | 'open' | 'closed' | 'stale';
  /** From the price that the change counts from, by hourly closes, to the present one. */
  closes: readonly number[];
}

/** Ticks, and whether more of them are on their way. */
interface Ticks extends Pick<LivePrices, 'bySymbol'> {
  connected: boolean;
}

/** The API knows when a market closed and which source a symbol has; ticks only say the rest. */
const ASK_AGAIN_MS = 60_000;
/** What could not be had is asked for sooner. */
const TRY_AGAIN_MS = 10_000;

/**
 * Rows for these symbols, in their order: what the API says, overwritten by what the newest tick knows better.
 *
 * @param live Whether ticks are wanted; nobody needs a socket for prices that are not on the screen.
 */
export function useMarketRows(
  symbols: readonly string[],
  live = true,
): {
  rows: MarketRow[];
  failed: boolean;
  retry: () => void;
} {
  const prices = useLoaded(loadEveryPrice, { refresh: true });
  const ranges = useLoaded(loadDayRanges, { refresh: true });
  const ticks = useTicks(live);
  const missing = prices.failed || ranges.failed;
  useEffect(() => {
    const timer = setInterval(
      () => {
        prices.retry();
        ranges.retry();
      },
      missing ? TRY_AGAIN_MS : ASK_AGAIN_MS,
    );
    return () => clearInterval(timer);
  }, [prices.retry, ranges.retry, missing]);

  const rows = useMemo(
    () =>
      symbols.map((symbol) =>
        rowOf(
          symbol,
          prices.data?.find((price) => price.symbol === symbol),
          ranges.data?.find((range) => range.symbol === symbol),
          ticks,
        ),
      ),
    [symbols, prices.data, ranges.data, ticks],
  );
  return { rows, failed: prices.failed && ticks === null, retry: prices.retry };
}

const loadEveryPrice = () => loadPrices();

export function rowOf(
  symbol: string,
  known: MarketPrice | undefined,
  range: DayRange | undefined,
  ticks: Ticks | null,
): MarketRow {
  const decimals = decimalsOf(symbol);
  const apiAt = known === undefined ? null : Date.parse(known.lastUpdated);
  const tick = newestTick(ticks, symbol, apiAt);
  const price = tick?.price ?? (known === undefined ? null : Number(known.price));
  const isOpen = tick?.open ?? known?.session === 'open';
  const isStale = tick?.stale ?? known?.stale ?? false;
  const change24h = tick === undefined ? (known?.change24h ?? null) : tick.change24h;
  return {
    symbol,
    decimals,
    price,
    change24h,
    at: timeOf(tick, apiAt, { isOpen, known: ticks?.bySymbol.get(symbol) }),
    source: known?.source ?? null,
    state: price === null ? 'waiting' : !isOpen ? 'closed' : isStale ? 'stale' : 'open',
    closes: range === undefined ? [] : dayCurve(range.closes, price, change24h),
  };
}

/** An age is counted by this computer's clock, which the last tick compares with the server's; the end of a session is not. */
function timeOf(
  tick: LivePrice | undefined,
  apiAt: number | null,
  { isOpen, known }: { isOpen: boolean; known: LivePrice | undefined },
): number | null {
  if (!isOpen) return apiAt;
  if (tick) return tick.at;
  return apiAt === null ? null : apiAt + (known ? known.at - known.time : 0);
}

/** The tick of a symbol, unless the API has newer word of it. Without a socket that is so at the same time already. */
function newestTick(ticks: Ticks | null, symbol: string, apiAt: number | null): LivePrice | undefined {
  const tick = ticks?.bySymbol.get(symbol);
  if (!ticks || !tick || apiAt === null || tick.time > apiAt) return tick;
  return tick.time === apiAt && ticks.connected ? tick : undefined;
}

/**
 * The curve beside the change of 24 hours. After a weekend the first close is that of the opening, and the change counts from
 * before: without that price the curve could rise beside a loss.
 */
export function dayCurve(
  closes: readonly number[],
  price: number | null,
  change24h: number | null,
): readonly number[] {
  if (price === null) return closes;
  return [...(change24h === null ? [] : [price / (1 + change24h)]), ...closes, price];
}

/** The newest tick, at most one a second; null before the first. The socket is loaded after the first paint. */
function useTicks(live: boolean): Ticks | null {
  const [ticks, setTicks] = useState<Ticks | null>(null);
  useEffect(() => {
    if (!live) return;
    let prices: PublicPrices | undefined;
    let left = false;
    // Without them there is still what the API says.
    const none = () => undefined;
    import('./public-prices.ts').then(({ openPublicPrices }) => {
      if (left) return;
      prices = openPublicPrices();
      const own = prices;
      own.subscribe(() => {
        const { at, bySymbol } = own.read();
        if (at !== null) setTicks({ bySymbol, connected: own.isConnected() });
      });
    }, none);
    return () => {
      left = true;
      prices?.close();
    };
  }, [live]);
  return ticks;
}
