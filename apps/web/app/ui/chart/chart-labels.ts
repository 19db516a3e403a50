import { formatClock, formatDate, formatDateTimeShort } from '../../lib/format/dates.ts';

/**
 * Moves labels that stand at these heights so far apart that none covers another, each as little as that needs, in their
 * order. Where there is no room for all of them they share it evenly.
 *
 * @param heights In pixels from the top, in any order; the answer keeps it.
 */
export function spreadApart(
  heights: readonly number[],
  distance: number,
  within: { from: number; to: number },
): number[] {
  const inOrder = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height);
  const room = Math.max(0, within.to - within.from);
  const step = heights.length > 1 ? Math.min(distance, room / (heights.length - 1)) : distance;
  let lowest = within.from;
  for (const label of inOrder) {
    label.height = Math.max(label.height, lowest);
    lowest = label.height + step;
  }
  let highest = Math.max(within.to, within.from);
  for (const label of inOrder.toReversed()) {
    label.height = Math.min(label.height, highest);
    highest = label.height - step;
  }
  const moved = [...heights];
  for (const { height, index } of inOrder) moved[index] = height;
  return moved;
}

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
