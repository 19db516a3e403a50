import type { LiveMessage } from '@botdepot/contract';
import type { MarketTick } from './market-prices.store.ts';
import { isStale } from './price-source.ts';

/**
 * A tick as the live socket's message, serialised once for everybody.
 * @param navs NAV per bot type at this tick, decimal strings.
 */
export function tickMessage(tick: MarketTick, navs: Readonly<Record<string, string>>): string {
  const sources = new Set(tick.quotes.map((quote) => quote.source));
  const [only] = sources;
  const stale = tick.quotes.flatMap((quote, index) => (isStale(quote, tick.timeMs) ? [index] : []));
  return JSON.stringify({
    type: 'prices',
    t: tick.timeMs,
    source: sources.size === 1 && only ? only : 'mixed',
    p: tick.quotes.map((quote) => quote.price),
    c: [...tick.change24h],
    o: tick.quotes.map((quote) => (quote.open ? 1 : 0)),
    nav: { ...navs },
    ...(stale.length > 0 ? { s: stale } : {}),
  } satisfies LiveMessage);
}
