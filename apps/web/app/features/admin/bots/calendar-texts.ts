import type { CalendarEntry } from '@botdepot/contract';
import { formatTime } from '../../../lib/format/dates.ts';
import { NBSP } from '../../../lib/format/numbers.ts';

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
