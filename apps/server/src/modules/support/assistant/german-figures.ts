/** Figures as the assistant writes them. */
import { MEASURED_AFTER_DAYS, SERVICE_TIMES } from '@botdepot/contract';
import { formatRange, MINUS } from '@botdepot/money';

const NBSP = '\u00a0';

export const range = ([from, to]: readonly [number, number]): string => formatRange(from, to);

/** „1–2 Stunden“, „24 Stunden“, „15–30 Minuten“: what is promised, from the catalogue. */
export const DEPOSIT_TIME = `${range(SERVICE_TIMES.depositHours)}${NBSP}Stunden`;
export const WITHDRAWAL_TIME = `${SERVICE_TIMES.withdrawalHours}${NBSP}Stunden`;
export const HUMAN_TIME = `${range(SERVICE_TIMES.humanReplyMinutes)}${NBSP}Minuten`;
export const DEPOSIT_LATE_AFTER = `${SERVICE_TIMES.depositEscalationHours}${NBSP}Stunden`;
/** After a preposition: „nach 30 Tagen“. */
export const MEASURED_AFTER = `${MEASURED_AFTER_DAYS}${NBSP}Tagen`;

const percentFormat = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });

/** `−2,29 %`; what is undefined reads „–“. */
export function percent(fraction: number | null, options: { signed?: boolean } = {}): string {
  if (fraction === null) return '–';
  const text = percentFormat.format(Math.abs(fraction * 100));
  const sign = !/[1-9]/.test(text) ? '' : fraction < 0 ? MINUS : options.signed ? '+' : '';
  return `${sign}${text}${NBSP}%`;
}

const timeFormat = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** `24.07.2025, 11:05 Uhr` in Berlin. */
export const berlinTime = (at: string): string => `${timeFormat.format(new Date(at))}${NBSP}Uhr`;
