/** A day that somebody types, read and refused alike in every field. */

const TYPED = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/;

/**
 * Reads a day as Germans write it, with or without leading zeros: `24.07.2025`, `1.8.25`. Two digits are a year of this
 * century. Gives `2025-07-24`, or null for what is no day.
 */
export function readTypedDay(text: string): string | null {
  const parts = TYPED.exec(text.trim());
  if (parts === null) return null;
  const [, date = '', month = '', year = ''] = parts;
  const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}

/** What is wrong with a typed day, in German; null where nothing is, or nothing was typed yet. */
export function typedDayProblem(text: string): string | null {
  if (text.trim() === '' || readTypedDay(text) !== null) return null;
  // A day that is written well and is none is another mistake than one that is not written as a day.
  return TYPED.test(text.trim())
    ? 'Diesen Tag gibt es nicht.'
    : 'Bitte als Tag.Monat.Jahr, zum Beispiel 04.12.2026.';
}

/** Whether a text is a day of the calendar, `2025-07-24`. */
export function isDay(text: string): boolean {
  // Date.parse alone would take 2023-02-30 for the 2nd of March in some browsers.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return false;
  return new Date(Date.parse(text)).toISOString().startsWith(text);
}
