import { fixed12FromNumber, MICROS_PER_CENT, type Micros } from '@botdepot/money';

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
