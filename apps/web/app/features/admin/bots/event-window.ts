/** What an operator types for a window of the calendar, and what it means. Times are those of Berlin. */

import { readTypedDay, typedDayProblem } from '../../../lib/form/typed-days.ts';
import { dayLater, formatDate, formatTime } from '../../../lib/format/dates.ts';
import { berlinMoments, readClock } from './berlin-clock.ts';
import type { EventWindow } from './window-decisions.ts';

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
