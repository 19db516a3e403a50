import type { TrackRecordSeries } from '@botdepot/contract';
import { MEASURED_AFTER_DAYS } from '@botdepot/contract/catalogue';
import { formatCount } from '../../lib/format/numbers.ts';

const DAY_MS = 86_400_000;

/** Days of a series that count for „Gemessen“, not rounded: prices from another source begin it anew. */
export function measuredDays({
  from,
  to,
  sourceChanges,
}: Pick<TrackRecordSeries, 'from' | 'to' | 'sourceChanges'>) {
  return (Date.parse(to) - Date.parse(sourceChanges.at(-1) ?? from)) / DAY_MS;
}

/** What stands above live figures before they count as measured: „Erst 12 von 30 Tagen gemessen“. Null where there are none yet. */
export function notYetMeasuredText(days: number | null): string {
  if (days === null) return 'Noch nicht gemessen';
  const whole = Math.floor(days);
  const so = whole < 1 ? 'Noch kein ganzer' : `Erst ${whole}`;
  return `${so} von ${MEASURED_AFTER_DAYS} Tagen gemessen`;
}

/** `unter 1 Tag`, `1 Tag`, `12 Tage` */
export function daysText(days: number): string {
  const whole = Math.floor(days);
  if (whole < 1) return 'unter 1 Tag';
  return whole === 1 ? '1 Tag' : `${formatCount(whole)} Tage`;
}
