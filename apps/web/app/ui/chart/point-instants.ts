import { formatClock, formatDate, formatDateTimeShort } from '../../lib/format/dates.ts';

/**
 * How to say when each of these points was, no two alike: the day, `24.07.2025`, where every point has a day of its own in
 * Berlin, else the time as well. The present moment often shares its minute with the last strike; those two say the second.
 * @param instants epoch milliseconds.
 */
export function pointInstant(instants: readonly number[]): (at: number) => string {
  if (repeated(instants.map(formatDate)).size === 0) return formatDate;
  const sameMinute = repeated(instants.map(formatDateTimeShort));
  return (at) => {
    const text = formatDateTimeShort(at);
    return sameMinute.has(text) ? `${formatDate(at)}, ${formatClock(at)}` : text;
  };
}

function repeated(texts: readonly string[]): Set<string> {
  const once = new Set<string>();
  return new Set(texts.filter((text) => once.size === once.add(text).size));
}
