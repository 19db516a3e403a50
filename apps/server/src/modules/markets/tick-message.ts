import type { LiveMessage } from '@botdepot/contract';
import type { MarketTick } from './market-prices.ts';
import { isStale } from './price-source.ts';

/** By bot type: the NAV at a tick, a decimal string, and the number of the series that it is of. */
export type BotNavs = Readonly<Record<string, { readonly nav: string; readonly series: number }>>;

/** A tick as the live socket's message, serialised once for everybody. */
export function tickMessage(tick: MarketTick, navs: BotNavs): string {
  const stale = tick.quotes.flatMap((quote, index) => (isStale(quote, tick.timeMs) ? [index] : []));
  const ages = tick.quotes.map(({ open, time }) => (open ? tick.timeMs - time : 0));
  const bots = Object.entries(navs);
  const later = bots.filter(([, { series }]) => series > 1);
  return JSON.stringify({
    type: 'prices',
    t: tick.timeMs,
    source: sourceOf(tick.quotes),
    p: tick.quotes.map((quote) => quote.price),
    c: [...tick.change24h],
    o: tick.quotes.map((quote) => (quote.open ? 1 : 0)),
    nav: Object.fromEntries(bots.map(([botType, { nav }]) => [botType, nav])),
    ...(later.length > 0
      ? { series: Object.fromEntries(later.map(([botType, { series }]) => [botType, series])) }
      : {}),
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
