/** Figures in the protocol's sentences, as a German account book writes them. Times are those of Berlin. */
import { decimalsOf } from '@botdepot/contract';
import { MINUS } from '@botdepot/money';

const NBSP = '\u00a0';
const ZONE = 'Europe/Berlin';

const withDigits = (digits: number) =>
  new Intl.NumberFormat('de-DE', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const FORMATS = [0, 1, 2, 3, 4, 5, 6].map(withDigits);

const timeFormat = new Intl.DateTimeFormat('de-DE', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' });
const dateFormat = new Intl.DateTimeFormat('de-DE', {
  timeZone: ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** @param digits 0 to 6. A negative zero is a zero. */
export function formatNumber(value: number, digits: number): string {
  const text = FORMATS[digits]!.format(value).replace('-', MINUS);
  return /[1-9]/.test(text) ? text : text.replace(MINUS, '');
}

/** A fraction as a percentage without its sign for spoken weights: `0.112` → `11,2`. */
export const formatShare = (fraction: number): string => formatNumber(fraction * 100, 1);

export const formatPercent = (fraction: number, digits = 1): string =>
  `${formatNumber(fraction * 100, digits)}${NBSP}%`;

/** A price with the decimals of its symbol. */
export function formatPrice(symbol: string, price: number): string {
  return formatNumber(price, decimalsOf(symbol));
}

/** `14:05` */
export const formatTime = (at: number): string => timeFormat.format(at);

/** `24.07.2025` */
export const formatDate = (at: number): string => dateFormat.format(at);

/** `24.07.2025, 14:05 Uhr` */
export const formatMoment = (at: number): string => `${formatDate(at)}, ${formatTime(at)}${NBSP}Uhr`;

/** `30, 91 und 365` */
export function joinGerman(parts: readonly (string | number)[]): string {
  if (parts.length < 2) return String(parts[0] ?? '');
  return `${parts.slice(0, -1).join(', ')} und ${parts.at(-1)}`;
}

/** `1 Position`, `4 Positionen` */
export const counted = (count: number, one: string, many: string): string =>
  `${count}${NBSP}${count === 1 ? one : many}`;
