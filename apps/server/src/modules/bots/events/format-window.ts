import { formatRange } from '@botdepot/money';
import { formatDate, formatTime } from '../protocol/german.ts';

/** `04.12.2026, 17:00–22:00 Uhr` in Berlin; with both dates when the window runs past midnight there. */
export function formatWindow({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): string {
  const [start, end] = [startsAt.getTime(), endsAt.getTime()];
  const until = formatDate(start) === formatDate(end) ? '' : ` (${formatDate(end)})`;
  return `${formatDate(start)}, ${formatRange(formatTime(start), formatTime(end))}\u00a0Uhr${until}`;
}
