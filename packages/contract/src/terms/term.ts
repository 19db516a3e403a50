import { inUsdt } from '@botdepot/money';

export interface Term {
  /** In addresses: `/hilfe/begriffe#drawdown`. */
  readonly id: string;
  /** As it stands on the screens. */
  readonly word: string;
  /** Other words that people use for it, and other forms of the word that stand on the screens. */
  readonly also: readonly string[];
  /** Two plain sentences. */
  readonly meaning: string;
  /** One example in USDT. */
  readonly example: string;
}

export const NBSP = '\u00a0';

/** To the cent. */
const micros = (amount: number): bigint => BigInt(Math.round(amount * 100)) * 10_000n;

/** `1.234,56 USDT`; with its sign `+1.234,56 USDT`. */
export const usdt = (amount: number): string => inUsdt(micros(amount));
export const signed = (amount: number): string => inUsdt(micros(amount), { sign: 'always' });

/** `0.0005` → `0,05 %`. */
export const percent = (fraction: number): string =>
  `${(fraction * 100).toLocaleString('de-DE', { maximumFractionDigits: 2 })}${NBSP}%`;
