import { isOpen, symbolIndex } from '@botdepot/trading';

/**
 * Sessions of live markets. Crypto never closes; forex, metals and oil have the sessions of the simulated market (17:00
 * New York). Cash indices trade when their exchange does. Holidays are not modelled: on such a day the price becomes
 * stale, says so, and nobody trades on it.
 */
type ExchangeHours = { readonly zone: string; readonly opens: string; readonly closes: string };

const EXCHANGES: Readonly<Record<string, ExchangeHours>> = {
  SPX500: { zone: 'America/New_York', opens: '09:30', closes: '16:00' },
  NASDAQ100: { zone: 'America/New_York', opens: '09:30', closes: '16:00' },
  DAX40: { zone: 'Europe/Berlin', opens: '09:00', closes: '17:30' },
  FTSE100: { zone: 'Europe/London', opens: '08:00', closes: '16:30' },
  Nikkei225: { zone: 'Asia/Tokyo', opens: '09:00', closes: '15:30' },
};

const WEEKEND: ReadonlySet<string> = new Set(['Sat', 'Sun']);
const formats = new Map<string, Intl.DateTimeFormat>();

function localTime(zone: string, timeMs: number): { weekday: string; clock: string } {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(zone, format);
  }
  const part = (type: string): string => parts.find((entry) => entry.type === type)?.value ?? '';
  const parts = format.formatToParts(timeMs);
  return { weekday: part('weekday'), clock: `${part('hour')}:${part('minute')}` };
}

/** Whether a market with CFD or spot sessions is open. @throws RangeError for an unknown symbol. */
export const isSpotOpen = (symbol: string, timeMs: number): boolean => isOpen(symbolIndex(symbol), timeMs);

/** Whether the exchange behind a cash index is open; other markets have their spot sessions. */
export function isExchangeOpen(symbol: string, timeMs: number): boolean {
  const hours = EXCHANGES[symbol];
  if (!hours) return isSpotOpen(symbol, timeMs);
  const { weekday, clock } = localTime(hours.zone, timeMs);
  return !WEEKEND.has(weekday) && clock >= hours.opens && clock < hours.closes;
}
