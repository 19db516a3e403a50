import { formatCount } from '../../lib/format/numbers.ts';

/** `unter 1 Tag`, `1 Tag`, `12 Tage` */
export function daysText(days: number): string {
  const whole = Math.floor(days);
  if (whole < 1) return 'unter 1 Tag';
  return whole === 1 ? '1 Tag' : `${formatCount(whole)} Tage`;
}
