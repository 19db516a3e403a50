import type { TradingEvent } from '../strategy.ts';
import { berlinInstant } from './berlin-time.ts';
import { dateParts, type IsoDate } from './dates.ts';
import { fomcDates } from './fomc-meetings.ts';
import { payrollDates } from './us-payrolls.ts';

/** Every window: 17:00 to 22:00 in Berlin, as in the specification. */
const WINDOW_OPENS_HOUR = 17;
const WINDOW_CLOSES_HOUR = 22;

const PAYROLLS = 'US-Arbeitsmarktbericht';
const FOMC = 'Zinsentscheid der US-Notenbank';

/** The specification names one window, 01.08.2025 from 17:00 to 22:00: a day of payrolls by the rule as well. */
export const SPECIFICATION_EVENT: TradingEvent = eventOn('specification', PAYROLLS, '2025-08-01');

/** The window of a day, ms UTC. The clock in Berlin never changes on an afternoon, so it always lasts five hours. */
export function eveningWindow(date: IsoDate): { startsAt: number; endsAt: number } {
  const at = (hour: number): number => berlinInstant({ ...dateParts(date), hour, minute: 0 });
  return { startsAt: at(WINDOW_OPENS_HOUR), endsAt: at(WINDOW_CLOSES_HOUR) };
}

/**
 * The events made by rule on the days [from, until]: US payrolls and scheduled decisions of the Federal Reserve,
 * ascending. The same days always give the same events with the same ids. Each was known before its day began; days
 * after the Federal Reserve's last published schedule have payrolls only.
 */
export function calendarEvents(from: IsoDate, until: IsoDate): TradingEvent[] {
  return [
    ...payrollDates(from, until).map((date) => eventOn('payrolls', PAYROLLS, date)),
    ...fomcDates(from, until).map((date) => eventOn('fomc', FOMC, date)),
  ].sort((a, b) => a.startsAt - b.startsAt);
}

function eventOn(kind: string, name: string, date: IsoDate): TradingEvent {
  return { id: `${kind}-${date}`, name, ...eveningWindow(date) };
}
