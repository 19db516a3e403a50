import { MICROS_PER_CENT, MICROS_PER_UNIT, type Micros } from './amount.ts';

/** U+2212, the typographic minus: as wide as the plus, so signed columns align. */
export const MINUS = '−';

const wholeFormat = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 });

export interface AmountOptions {
  sign?: 'auto' | 'always';
  exact?: boolean;
}

/**
 * Writes an amount as a German account book does: `1.234,56`, negative with U+2212. Shown to the cent, rounded toward
 * zero: a figure on the screen never exceeds the one in the ledger. `sign: 'always'` puts `+` before gains. `exact`
 * adds the decimals below the cent, where there are any: for the entries of a booking, which must sum to zero.
 */
export function formatAmount(amount: Micros, options: AmountOptions = {}): string {
  const magnitude = amount < 0n ? -amount : amount;
  const shown = options.exact ? magnitude : magnitude - (magnitude % MICROS_PER_CENT);
  const fraction = (shown % MICROS_PER_UNIT).toString().padStart(6, '0');
  const decimals = fraction.slice(0, 2) + fraction.slice(2).replace(/0+$/, '');
  const text = `${wholeFormat.format(shown / MICROS_PER_UNIT)},${decimals}`;
  if (shown === 0n) return text;
  if (amount < 0n) return `${MINUS}${text}`;
  return options.sign === 'always' ? `+${text}` : text;
}

/** What a wallet and bots hold, with its unit in one piece: `1.234,56 USDT`. */
export const inUsdt = (amount: Micros, options?: AmountOptions): string =>
  `${formatAmount(amount, options)}\u00a0USDT`;

/** What is requested as a deposit or withdrawal, and the limits of both: `1.234,56 USD`. */
export const inUsd = (amount: Micros): string => `${formatAmount(amount)}\u00a0USD`;
