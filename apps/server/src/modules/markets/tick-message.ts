import type { LiveMessage } from '@botdepot/contract';
import type { MarketTick } from './market-prices.store.ts';
import { isStale } from './price-source.ts';

/**
 * A tick as the live socket's message, serialised once for everybody.
 * @param navs NAV per bot type at this tick, decimal strings.
 */
export function tickMessage(tick: MarketTick, navs: Readonly<Record<string, string>>): string {
  const stale = tick.quotes.flatMap((quote, index) => (isStale(quote, tick.timeMs) ? [index] : []));
  const ages = tick.quotes.map(({ open, time }) => (open ? tick.timeMs - time : 0));
  return JSON.stringify({
    type: 'prices',
    t: tick.timeMs,
    source: sourceOf(tick.quotes),
    p: tick.quotes.map((quote) => quote.price),
    c: [...tick.change24h],
    o: tick.quotes.map((quote) => (quote.open ? 1 : 0)),
    nav: { ...navs },
    ...(stale.length > 0 ? { s: stale } : {}),
    ...(ages.some((age) => age !== 0) ? { a: ages } : {}),
  } satisfies LiveMessage);
}

/** The one that all prices come from; of several `mixed` when some prices are simulated, else `several`. */
function sourceOf(quotes: MarketTick['quotes']): string {
  const sources = new Set(quotes.map(({ source }) => source));
  const [first] = sources;
  if (first !== undefined && sources.size === 1) return first;
  return sources.has('simulated') ? 'mixed' : 'several';
}
