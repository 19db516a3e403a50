import { DAY_MS, MINUTE_MS } from '../candles.ts';

/** When an exchange trades by the clock of its place, Monday to Friday, „HH:MM“. It opens and closes on the same day. */
export interface ExchangeHours {
  readonly zone: string;
  readonly opens: string;
  readonly closes: string;
  /** When trading rests at noon, from and until; nobody knows a price then. */
  readonly rests?: readonly [from: string, until: string];
}

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
  const parts = format.formatToParts(timeMs);
  const part = (type: string): string => parts.find((entry) => entry.type === type)?.value ?? '';
  return { weekday: part('weekday'), clock: `${part('hour')}:${part('minute')}` };
}

/** Whether an exchange is open at `timeMs` (ms UTC), holidays aside. */
export function isExchangeOpen({ zone, opens, closes, rests }: ExchangeHours, timeMs: number): boolean {
  const { weekday, clock } = localTime(zone, timeMs);
  if (rests && clock >= rests[0] && clock < rests[1]) return false;
  return !WEEKEND.has(weekday) && clock >= opens && clock < closes;
}

/**
 * When an exchange that is open at `timeMs` closes next, for the day or to rest at noon, ms UTC; `timeMs` when it is
 * closed. Clocks change on Sundays.
 */
export function exchangeClose(hours: ExchangeHours, timeMs: number): number {
  if (!isExchangeOpen(hours, timeMs)) return timeMs;
  const { clock } = localTime(hours.zone, timeMs);
  const closes = hours.rests && clock < hours.rests[0] ? hours.rests[0] : hours.closes;
  const minutes = minutesOf(closes) - minutesOf(clock);
  return (Math.floor(timeMs / MINUTE_MS) + minutes) * MINUTE_MS;
}

const minutesOf = (clock: string): number => (Date.parse(`1970-01-01T${clock}Z`) % DAY_MS) / MINUTE_MS;
