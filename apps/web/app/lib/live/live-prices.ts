import type { Investment, LiveMessage } from '@botdepot/contract';
import { MARKET_SYMBOLS } from '@botdepot/contract/catalogue';

export type PricesMessage = Extract<LiveMessage, { type: 'prices' }>;

export interface LivePrice {
  price: number;
  /** A fraction; null while the history is shorter than a day. */
  change24h: number | null;
  /** Out of session is not stale. */
  open: boolean;
  /** In session, and the price is too old to trade on. */
  stale: boolean;
  /**
   * Since when the price is known to hold, in epoch milliseconds of this computer's clock; of a closed market the time of the
   * tick.
   */
  at: number;
  /** The same by the server's clock, as the API tells it. */
  time: number;
}

/** By bot type: NAV per unit, a decimal string with up to 12 places, and the series that it is of. */
export type Navs = Readonly<Record<string, { nav: string; series: number }>>;

/** What the page shows of the newest tick. The object changes with every update and never in between. */
export interface LivePrices {
  /** When the tick was made, in epoch milliseconds of this computer's clock; null before the first. */
  at: number | null;
  /** `simulated`, `kraken`, `twelvedata`, `several` of the live ones, or `mixed` when some symbols are simulated. */
  source: string | null;
  bySymbol: ReadonlyMap<string, LivePrice>;
  navs: Navs;
}

export interface PriceStore {
  subscribe: (listener: () => void) => () => void;
  read: () => LivePrices;
  take: (message: PricesMessage) => void;
  /** The next tick may have been waiting for this socket. */
  expectOldTick: () => void;
  /** The API has newer figures than the last tick. */
  forgetNavs: () => void;
  close: () => void;
}

/** Figures that change more often than once a second cannot be read. */
const UPDATE_MS = 1_000;

const NOTHING: LivePrices = { at: null, source: null, bySymbol: new Map(), navs: {} };

/** Keeps the newest tick and tells its listeners of it at most once a second. */
export function createPriceStore(): PriceStore {
  const listeners = new Set<() => void>();
  const toClientClock = createClientClock();
  let shown = NOTHING;
  let latest = NOTHING;
  let shownAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = () => {
    timer = undefined;
    shown = latest;
    shownAt = Date.now();
    for (const listener of listeners) listener();
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => shown,
    take(message) {
      latest = readTick(message, toClientClock.convert(message.t, Date.now()));
      const wait = shownAt + UPDATE_MS - Date.now();
      if (wait <= 0) {
        clearTimeout(timer);
        show();
      } else timer ??= setTimeout(show, wait);
    },
    expectOldTick: toClientClock.expectOldTick,
    forgetNavs() {
      latest = { ...latest, navs: {} };
      clearTimeout(timer);
      show();
    },
    close: () => clearTimeout(timer),
  };
}

function readTick({ t, p, c, o, s, a, nav, series, source }: PricesMessage, at: number): LivePrices {
  const bySymbol = new Map<string, LivePrice>();
  MARKET_SYMBOLS.forEach(({ symbol }, index) => {
    const price = p[index];
    const age = a?.[index] ?? 0;
    if (price !== undefined)
      bySymbol.set(symbol, {
        price,
        change24h: c[index] ?? null,
        open: o[index] === 1,
        stale: s?.includes(index) ?? false,
        at: at - age,
        time: t - age,
      });
  });
  const navs = Object.entries(nav).map(([bot, of]) => [bot, { nav: of, series: series?.[bot] ?? 1 }]);
  return { at, source, bySymbol, navs: Object.fromEntries(navs) };
}

/**
 * The NAV per unit of an investment at the newest tick, a decimal string for `fixed12FromText`: 0 once its bot is in a later
 * series, since its own was used up then. Null when there is none: then the value that the API gave stands.
 */
export function navOf(
  { botType, series }: Pick<Investment, 'botType' | 'series'>,
  navs: Navs,
): string | null {
  const newest = navs[botType];
  if (!newest) return null;
  if (newest.series > series) return '0';
  return newest.series === series ? newest.nav : null;
}

/** How many markets are in session with a price that is too old, and whether no other is in session. */
export function countStale(bySymbol: ReadonlyMap<string, Pick<LivePrice, 'open' | 'stale'>>): {
  staleMarkets: number;
  allStale: boolean;
} {
  const inSession = [...bySymbol.values()].filter(({ open }) => open);
  const staleMarkets = inSession.filter(({ stale }) => stale).length;
  return { staleMarkets, allStale: staleMarkets > 0 && staleMarkets === inSession.length };
}

/**
 * The time of a tick on this computer's clock, which may be wrong by minutes. Ticks that arrive one after the other were
 * just made, so the difference of the clocks is known; the first of a connection may be an old one that was waiting.
 */
export function createClientClock() {
  let difference = 0;
  let mayBeOld = true;
  return {
    expectOldTick: () => {
      mayBeOld = true;
    },
    convert(serverMs: number, receivedAt: number): number {
      const apparent = receivedAt - serverMs;
      // Nothing comes from the future: an apparent age below zero can only be a difference of the clocks.
      difference = mayBeOld ? Math.min(difference, apparent) : apparent;
      mayBeOld = false;
      return serverMs + difference;
    },
  };
}
