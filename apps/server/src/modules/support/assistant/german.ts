/** Figures as the assistant writes them. */
import { decimalsOf, MEASURED_AFTER_DAYS, SERVICE_TIMES } from '@botdepot/contract';
import { formatRange, inUsdt, MINUS, type Micros } from '@botdepot/money';

const NBSP = '\u00a0';

const range = ([from, to]: readonly [number, number]): string => formatRange(from, to);

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

/** `+3,10 USDT`: what was brought. */
export const signedUsdt = (micros: Micros): string => inUsdt(micros, { sign: 'always' });

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

const dayAndTime = (at: string): string[] => timeFormat.format(new Date(at)).split(', ');

/** `24.11.2026, 17:00–22:00 Uhr` in Berlin; with both dates where a window runs past midnight there. */
export function berlinWindow({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string {
  const [day = '', from = ''] = dayAndTime(startsAt);
  const [lastDay = '', until = ''] = dayAndTime(endsAt);
  return `${day}, ${formatRange(from, until)}${NBSP}Uhr${day === lastDay ? '' : ` (${lastDay})`}`;
}

/** With the decimals of its market: `61.234,50`. */
export function priceText(symbol: string, amount: string): string {
  const digits = decimalsOf(symbol);
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat('de-DE', format).format(Number(amount));
}

const HOUR_MS = 3_600_000;
const counted = (count: number, one: string, many: string): string =>
  count === 1 ? one : `${count}${NBSP}${many}`;

/** How long, after „seit“: „3 Tagen und 2 Stunden“, „einer Stunde und 5 Minuten“, „weniger als einer Minute“. */
export function durationText(durationMs: number): string {
  const days = Math.floor(durationMs / (24 * HOUR_MS));
  const hours = Math.floor(durationMs / HOUR_MS) % 24;
  const minutes = Math.floor(durationMs / 60_000) % 60;
  const parts = [
    ...(days > 0 ? [counted(days, 'einem Tag', 'Tagen')] : []),
    ...(hours > 0 ? [counted(hours, 'einer Stunde', 'Stunden')] : []),
    ...(days === 0 && minutes > 0 ? [counted(minutes, 'einer Minute', 'Minuten')] : []),
  ];
  return parts.length === 0 ? 'weniger als einer Minute' : parts.join(' und ');
}
