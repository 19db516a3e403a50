import { NBSP } from './numbers.ts';

/** Times are UTC on the wire and Berlin time on the screen, whatever zone the browser is in. */
export const SHOWN_TIME_ZONE = 'Europe/Berlin';

export type Instant = string | number | Date;

type Shape = Intl.DateTimeFormatOptions;

const DAY_MONTH = { day: '2-digit', month: '2-digit' } satisfies Shape;
const DATE = { ...DAY_MONTH, year: 'numeric' } satisfies Shape;
const TIME = { hour: '2-digit', minute: '2-digit' } satisfies Shape;

/** One formatter per shape, made when it is first needed: to make one at every call takes longer than the page has. */
function written(shape: Shape, locale = 'de-DE'): (at: Instant) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat(locale, { ...shape, timeZone: SHOWN_TIME_ZONE });
    return format.format(new Date(at));
  };
}

/** `2025-07-24 14:32:07`, as Swedes write it and programs read it. */
export const berlinFace = written({ ...DATE, ...TIME, second: '2-digit' }, 'sv-SE');

/** The day of the calendar in Berlin, `2025-07-24`, to calculate with: no clock is changed between two such days. */
export const berlinDay = written(DATE, 'sv-SE');

const DAY_MS = 86_400_000;

/** How many days of the calendar the first one is after the other. */
export const daysAfter = (day: string, other: string): number =>
  (Date.parse(day) - Date.parse(other)) / DAY_MS;

/** The day that many days of the calendar later. */
export const dayLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The last day of a month, `2025-07`. */
export function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10);
}

/** `24.07.2025` */
export const formatDate = written(DATE);

/** `24.07.` for axes and narrow rows, where the year is known. */
export const formatDayMonth = written(DAY_MONTH);

/** `14:32` */
export const formatTime = written(TIME);

/** `14:32:07`, for prices. */
export const formatClock = written({ ...TIME, second: '2-digit' });

/** `24.07.2025, 14:32`: in columns, where „Uhr“ would only repeat. */
export const formatDateTimeShort = written({ ...DATE, ...TIME });

const dayMonthTime = written({ ...DAY_MONTH, ...TIME });

/** `24.07., 14:32`, and with its year when that is not the one of `now`. */
export function formatDayMonthTime(at: Instant, now: Instant = Date.now()): string {
  const isThisYear = formatDate(at).slice(-4) === formatDate(now).slice(-4);
  return isThisYear ? dayMonthTime(at) : formatDateTimeShort(at);
}

/** `Juli 2025` */
export const formatMonth = written({ month: 'long', year: 'numeric' });

/** `Donnerstag` */
export const formatWeekday = written({ weekday: 'long' });

/** `24.07.2025, 14:32 Uhr`: in sentences and heads. */
export function formatDateTime(at: Instant): string {
  return `${formatDateTimeShort(at)}${NBSP}Uhr`;
}

/** `Donnerstag, 24.07.2025, 14:32 Uhr` */
export function formatWeekdayDateTime(at: Instant): string {
  return `${formatWeekday(at)}, ${formatDateTime(at)}`;
}

/** How long something has been waiting: `48 Min.`, `3 Std. 27 Min.`, `2 Tage`. */
export function formatElapsed(fromMs: number, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - fromMs) / 60_000));
  if (minutes < 60) return `${minutes}${NBSP}Min.`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours}${NBSP}Std.${NBSP}${minutes % 60}${NBSP}Min.`;
  return `${Math.floor(hours / 24)}${NBSP}Tage`;
}

/** The same after „seit“, which asks for the dative: `seit 48 Min.`, `seit 2 Tagen`. */
export function formatSince(fromMs: number, nowMs: number): string {
  return `seit ${formatElapsed(fromMs, nowMs).replace(/Tage$/, 'Tagen')}`;
}

/** As `formatElapsed`, where the minutes of an hour say too much: `18 Std.` */
export function formatRoughlyElapsed(fromMs: number, nowMs: number): string {
  return formatElapsed(fromMs, nowMs).replace(/(Std\.).*$/, '$1');
}

/** The age of a price: `vor 1 s`, `vor 3 Min.` */
export function formatAge(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1000));
  if (seconds < 60) return `vor ${seconds}${NBSP}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `vor ${minutes}${NBSP}Min.`;
  return `vor ${Math.floor(minutes / 60)}${NBSP}Std.`;
}
