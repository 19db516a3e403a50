import { SIMULATED_SYMBOLS } from './symbols.ts';

const STEPS_PER_UNIT = SIMULATED_SYMBOLS.map((symbol) => 10 ** symbol.decimals);

/**
 * The price shown to customers and used in candles, from its logarithm: rounded to the nearest tick of the symbol, at
 * least one tick. Dividing an integer by a power of ten gives the double closest to the decimal figure.
 */
export function publishedPrice(symbolIndex: number, log: number): number {
  const steps = STEPS_PER_UNIT[symbolIndex]!;
  return Math.max(1, Math.round(Math.exp(log) * steps)) / steps;
}
