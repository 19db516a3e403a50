import type { DayRange, MarketPrice } from '@botdepot/contract';
import { MARKET_SYMBOLS } from '@botdepot/contract/catalogue';
import { useEffect, useMemo, useState } from 'react';
import type { LivePrices } from '../../lib/live-prices.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
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

function rowOf(
  symbol: string,
  known: MarketPrice | undefined,
  range: DayRange | undefined,
  ticks: LivePrices | null,
): MarketRow {
  const decimals = MARKET_SYMBOLS.find((entry) => entry.symbol === symbol)?.decimals ?? 2;
  const tick = ticks?.bySymbol.get(symbol);
  const price = tick?.price ?? (known === undefined ? null : Number(known.price));
  const apiAt = known === undefined ? null : Date.parse(known.lastUpdated);
  const isOpen = tick?.open ?? known?.session === 'open';
  const isStale = tick?.stale ?? known?.stale ?? false;
  const change24h = tick === undefined ? (known?.change24h ?? null) : tick.change24h;
  return {
    symbol,
    decimals,
    price,
    change24h,
    at: tick && isOpen && !isStale ? (ticks?.at ?? apiAt) : apiAt,
    source: known?.source ?? null,
    state: price === null ? 'waiting' : !isOpen ? 'closed' : isStale ? 'stale' : 'open',
    closes: range === undefined ? [] : dayCurve(range.closes, price, change24h),
  };
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
function useTicks(live: boolean): LivePrices | null {
  const [ticks, setTicks] = useState<LivePrices | null>(null);
  useEffect(() => {
    if (!live) return;
    let prices: PublicPrices | undefined;
    let left = false;
    import('./public-prices.ts').then(({ openPublicPrices }) => {
      if (left) return;
      prices = openPublicPrices();
      const own = prices;
      own.subscribe(() => own.read().at !== null && setTicks(own.read()));
    });
    return () => {
      left = true;
      prices?.close();
    };
  }, [live]);
  return ticks;
}
