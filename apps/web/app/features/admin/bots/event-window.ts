/** What an operator types for a window of the calendar, and what it means. Times are those of Berlin. */

import type { CalendarEntry } from '@botdepot/contract';
import { readTypedDay, typedDayProblem } from '../../../lib/form/typed.ts';
import { berlinFace, dayLater, formatDate, formatTime } from '../../../lib/format/dates.ts';
import { NBSP } from '../../../lib/format/numbers.ts';

export interface WindowTexts {
  day: string;
  from: string;
  to: string;
}

const DAY_MINUTES = 24 * 60;

/** A window as it stands in the fields. */
export const textsOf = ({ startsAt, endsAt }: EventWindow): WindowTexts => ({
  day: formatDate(startsAt),
  from: formatTime(startsAt),
  to: formatTime(endsAt),
});

export interface WindowReading {
  /** Null as long as something is missing or impossible. */
  window: EventWindow | null;
  /** What stands at each field; null where all is well or nothing was typed yet. */
  problems: Record<keyof WindowTexts, string | null>;
  /** Which of two equal times on the clock is meant. */
  hint: string | null;
}

/** Of an event, whose moments are text. */
export const windowOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }): EventWindow => ({
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
});

/** Whether what is typed is the event as it stands. */
export function isUnchanged(
  before: { name: string; startsAt: string; endsAt: string },
  name: string,
  window: EventWindow | null,
): boolean {
  const { startsAt, endsAt } = windowOf(before);
  return name.trim() === before.name && window?.startsAt === startsAt && window.endsAt === endsAt;
}

const NOT_A_TIME = 'Bitte als Stunde:Minute, zum Beispiel 17:00.';
const LEFT_OUT = 'Diese Uhrzeit fällt in die Stunde, die bei der Umstellung auf Sommerzeit ausfällt.';

/**
 * Reads the fields. An end that is not after the beginning on the clock's face is one of the next day. Where the clock shows a
 * time twice, a window begins at the first and ends at the second, unless `before` says otherwise.
 *
 * @param before The window that is being moved: what is left untouched stays the same moment.
 */
export function readWindow(texts: WindowTexts, before: EventWindow | null = null): WindowReading {
  const day = readTypedDay(texts.day);
  const from = readClock(texts.from);
  const to = readClock(texts.to);
  const problems: WindowReading['problems'] = {
    day: typedDayProblem(texts.day),
    from: (from === null || from === DAY_MINUTES) && texts.from.trim() !== '' ? NOT_A_TIME : null,
    to: to === null && texts.to.trim() !== '' ? NOT_A_TIME : null,
  };
  if (day === null || from === null || from === DAY_MINUTES || to === null)
    return { window: null, problems, hint: null };
  const starts = berlinMoments(day, from);
  const startsAt = momentOf(starts, before?.startsAt) ?? starts[0];
  if (startsAt === undefined) return { window: null, problems: { ...problems, from: LEFT_OUT }, hint: null };
  const end = to % DAY_MINUTES;
  const ends = berlinMoments(end > from ? day : dayLater(day, 1), end);
  const endsAt = momentOf(ends, before?.endsAt) ?? ends.at(-1);
  if (endsAt === undefined) return { window: null, problems: { ...problems, to: LEFT_OUT }, hint: null };
  return {
    window: { startsAt, endsAt },
    problems,
    hint: hintOf(
      starts.indexOf(toMinute(startsAt)),
      starts.length,
      ends.indexOf(toMinute(endsAt)),
      ends.length,
    ),
  };
}

/** What it was, if it shows as one of these; it may have seconds, which the fields do not. */
function momentOf(moments: readonly number[], was: number | undefined): number | undefined {
  return was !== undefined && moments.includes(toMinute(was)) ? was : undefined;
}

const toMinute = (at: number) => Math.floor(at / 60_000) * 60_000;

function hintOf(start: number, starts: number, end: number, ends: number): string | null {
  const which = [
    ...(starts > 1 ? [`der Beginn zum ${ordinal(start)} Mal`] : []),
    ...(ends > 1 ? [`das Ende zum ${ordinal(end)} Mal`] : []),
  ];
  return which.length === 0
    ? null
    : `An diesem Tag zeigt die Uhr die Zeit zwischen 2 und 3 Uhr zweimal. Gemeint ist ${which.join(', ')}.`;
}

const ordinal = (index: number) => (index === 0 ? 'ersten' : 'zweiten');

/** `5 Std.`, `4 Std. 30 Min.`, `45 Min.` */
export function durationText({ startsAt, endsAt }: EventWindow): string {
  const minutes = Math.round((endsAt - startsAt) / 60_000);
  const parts = [
    ...(minutes >= 60 ? [`${Math.floor(minutes / 60)}\u00a0Std.`] : []),
    ...(minutes % 60 > 0 ? [`${minutes % 60}\u00a0Min.`] : []),
  ];
  return parts.join(' ');
}

const HOUR_MS = 3_600_000;
/** Summer time and winter time, the earlier moment first. */
const OFFSETS_MS = [2 * HOUR_MS, HOUR_MS];

/**
 * The moments, in ms UTC and ascending, at which a clock in Berlin shows this time: none in the hour that is left out in
 * spring, two in the hour that is repeated in autumn.
 *
 * @param day `2026-10-25`
 * @param minutes since midnight on the clock's face, 0 to 1439.
 */
export function berlinMoments(day: string, minutes: number): number[] {
  const face = `${day} ${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  return OFFSETS_MS.map((offset) => asUtc - offset).filter((at) => berlinFace(at).startsWith(face));
}

/** `17:30`, `17.30`, `1730` or `17` as minutes since midnight; null for what is no time. `24:00` is 1440. */
export function readClock(text: string): number | null {
  const [, hourText, minuteText = '0'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim()) ?? [];
  if (hourText === undefined) return null;
  const minutes = Number(hourText) * 60 + Number(minuteText);
  return Number(minuteText) < 60 && minutes <= 24 * 60 ? minutes : null;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** ms UTC */
export interface EventWindow {
  startsAt: number;
  endsAt: number;
}

/** The shortest stretch, in full hours of the clock, in which NewsBot decides; see `decisionTimesOf`. */
export const FULL_HOURS_NEEDED = 4;

/**
 * When NewsBot decides in a window, ms UTC, as its strategy says: once the first full hour is over, then at the end of every
 * hour until two hours before the end. Empty where nothing is left between the two.
 */
export function decisionTimesOf({ startsAt, endsAt }: EventWindow): number[] {
  const firstHourEnd = (Math.ceil(startsAt / HOUR_MS) + 1) * HOUR_MS;
  const lastEntry = (Math.floor(endsAt / HOUR_MS) - 2) * HOUR_MS;
  if (firstHourEnd + HOUR_MS > lastEntry) return [];
  const count = (lastEntry - firstHourEnd) / HOUR_MS + 1;
  return Array.from({ length: count }, (_, index) => firstHourEnd + index * HOUR_MS);
}

const ORIGINS: Record<CalendarEntry['origin'], string> = {
  calendar: 'nach Regel',
  admin: 'vom Team',
  demo: 'Demo',
  specification: 'Spezifikation',
};

export const originWord = ({ origin }: Pick<CalendarEntry, 'origin'>): string => ORIGINS[origin];

/** `18:00, 19:00 und 20:00 Uhr` */
export function clockList(times: readonly (string | number)[]): string {
  const shown = times.map(formatTime);
  const last = shown.pop();
  const text = shown.length === 0 ? (last ?? '') : `${shown.join(', ')} und ${last}`;
  return `${text}${NBSP}Uhr`;
}

export const decisionsText = ({ decisionTimes }: Pick<CalendarEntry, 'decisionTimes'>): string =>
  decisionTimes.length === 0 ? 'keine, zu kurz' : decisionTimes.map(formatTime).join(', ');
