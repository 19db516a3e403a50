/** From a day and a time on a Berlin wall clock to moments: one, none or two of them where the clock is changed. */
import { berlinFace } from '../../../lib/format/dates.ts';

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
