import { type ExchangeHours, isOpen, isExchangeOpen as isWithinHours, symbolIndex } from '@botdepot/trading';

/**
 * Sessions of live markets. Crypto never closes; forex, metals and oil have the sessions of the simulated market (17:00
 * New York). Cash indices trade when their exchange does, Tokyo's not at noon (the simulated Nikkei225 is a CFD, which trades
 * through it like the futures it follows). Holidays are not modelled: on such a day the price becomes stale, says so, and
 * nobody trades on it.
 */
const EXCHANGES: Readonly<Record<string, ExchangeHours>> = {
  SPX500: { zone: 'America/New_York', opens: '09:30', closes: '16:00' },
  NASDAQ100: { zone: 'America/New_York', opens: '09:30', closes: '16:00' },
  DAX40: { zone: 'Europe/Berlin', opens: '09:00', closes: '17:30' },
  FTSE100: { zone: 'Europe/London', opens: '08:00', closes: '16:30' },
  Nikkei225: { zone: 'Asia/Tokyo', opens: '09:00', closes: '15:30', rests: ['11:30', '12:30'] },
};

/** The exchange that a source has a symbol's prices from; null where it tells those of a spot or CFD market. */
export const exchangeOf = (source: string | undefined, symbol: string): ExchangeHours | null =>
  (source === 'twelvedata' ? EXCHANGES[symbol] : undefined) ?? null;

/** Whether a market with CFD or spot sessions is open. @throws RangeError for an unknown symbol. */
export const isSpotOpen = (symbol: string, timeMs: number): boolean => isOpen(symbolIndex(symbol), timeMs);

/** Whether the exchange behind a cash index is open; other markets have their spot sessions. */
export function isExchangeOpen(symbol: string, timeMs: number): boolean {
  const exchange = exchangeOf('twelvedata', symbol);
  return exchange ? isWithinHours(exchange, timeMs) : isSpotOpen(symbol, timeMs);
}
