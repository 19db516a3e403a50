import { fixed12FromNumber, MICROS_PER_CENT, MINUS, type Micros } from '@botdepot/money';

export const NBSP = '\u00a0';
/** Stands where a figure is undefined. Never a zero, never a sentinel. */
export const NO_FIGURE = '–';

export type SignShown = 'auto' | 'always';

interface DecimalOptions {
  digits?: number;
  sign?: SignShown;
}

const formats = new Map<number, Intl.NumberFormat>();

function decimalFormat(digits: number): Intl.NumberFormat {
  let format = formats.get(digits);
  if (!format) {
    format = new Intl.NumberFormat('de-DE', { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(digits, format);
  }
  return format;
}

/** A figure that is not money (a price, a ratio, a count): `1.284`, `0,96`, negative with U+2212. */
export function formatDecimal(
  value: number | null,
  { digits = 2, sign = 'auto' }: DecimalOptions = {},
): string {
  if (value === null || !Number.isFinite(value)) return NO_FIGURE;
  const text = decimalFormat(digits).format(Math.abs(value));
  // What rounds to zero has no sign.
  if (!/[1-9]/.test(text)) return text;
  if (value < 0) return `${MINUS}${text}`;
  return sign === 'always' ? `+${text}` : text;
}

export function formatCount(value: number): string {
  return formatDecimal(value, { digits: 0 });
}

/** The number of a percentage without its unit; `fraction` 0.0167 reads `1,67`. */
export function formatPercentNumber(fraction: number | null, options: DecimalOptions = {}): string {
  return formatDecimal(fraction === null ? null : fraction * 100, options);
}

/** A percentage with its unit after a non-breaking space: `+1,67 %`. */
export function formatPercent(fraction: number | null, options: DecimalOptions = {}): string {
  const number = formatPercentNumber(fraction, options);
  return number === NO_FIGURE ? number : `${number}${NBSP}%`;
}

/** `0.673` as „67“; what is rare is never said to be none. */
export function perHundred(share: number): string {
  if (share > 0 && share < 0.005) return 'weniger als 1';
  if (share < 1 && share > 0.995) return 'mehr als 99';
  return formatCount(share * 100);
}

export type Direction = 'up' | 'down' | 'level';

/** The direction of a figure as it is shown: what rounds to zero is level. */
export function directionOfFraction(fraction: number | null, digits = 2): Direction {
  if (fraction === null || !Number.isFinite(fraction)) return 'level';
  const rounded = Math.round(fraction * 100 * 10 ** digits);
  return rounded > 0 ? 'up' : rounded < 0 ? 'down' : 'level';
}

/** Amounts as coordinates of a curve. Only for drawing: figures come from the bigint. */
export function asCoordinate(amount: Micros): number {
  return Number(amount) / 1e6;
}

/** Requests and their limits are made in USD, wallet and bots count in USDT; one is one. */
export const REQUEST_UNIT = 'USD';
export const WALLET_UNIT = 'USDT';

const HALF_CENT_TIMES_ONE = (MICROS_PER_CENT / 2n) * 10n ** 12n;
const CENT_TIMES_ONE = MICROS_PER_CENT * 10n ** 12n;

/**
 * What a figure that is relative to the capital (a return, a cost, a drawdown of a backtest) means for an amount: capital ×
 * figure, rounded to the nearest cent, halves away from zero. Nobody is paid by it, so it does not round down as payouts do.
 *
 * @param figure 0.05 is 5 % of the capital; its first 12 decimals count. Throws `RangeError` when it is not finite.
 */
export function shareOfCapital(capital: Micros, figure: number): Micros {
  // The magnitude decides, so that a loss rounds as the gain of the same size does.
  const product = capital * fixed12FromNumber(Math.abs(figure));
  const cents = (product + HALF_CENT_TIMES_ONE) / CENT_TIMES_ONE;
  return cents * (figure < 0 ? -MICROS_PER_CENT : MICROS_PER_CENT);
}
