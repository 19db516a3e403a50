import { DAY_MS, firstIndexAt } from '../candles.ts';
import { costRates } from '../costs.ts';
import type { BuyAndHoldInput } from '../statistics/buy-and-hold.ts';
import { DAYS_PER_YEAR } from '../statistics/growth.ts';

/**
 * What a savings account makes of an amount.
 *
 * @param ratePerYear interest, fraction, paid in proportion to the days. @param days since it was paid in.
 */
export const savingsAccount = (amount: number, ratePerYear: number, days: number): number =>
  amount * (1 + ratePerYear) ** (days / DAYS_PER_YEAR);

const NO_FINANCING = { financed: false, slippageFactor: 1 } as const;

/**
 * What a savings plan makes of the same capital: an equal part for each month (UTC) that the period touches, spent in equal
 * parts on every symbol that has a bar in the period, at its first open of the month with fee, half spread and slippage.
 * What waits is cash without interest; the part of a symbol without a bar in a month waits for its next one. Nothing is
 * sold, and a symbol whose bars end keeps its last price.
 *
 * @returns one value per day, at the end of the day; the starting equity on every day when no symbol has a bar.
 */
export function savingsPlanEquity(input: BuyAndHoldInput): Float64Array {
  const { series, baseIntervalMs, from, until, costFactor, startingEquity, days } = input;
  const result = new Float64Array(days.length);
  const bought = series.filter(({ candles }) => firstIndexAt(candles, from) < firstIndexAt(candles, until));
  if (bought.length === 0) return result.fill(startingEquity);
  const part = startingEquity / bought.length;
  const firstMonth = monthOf(from);
  const rate = part / (monthOf(until - 1) - firstMonth + 1);
  for (const { spec, candles } of bought) {
    const { fee, spread, slippage } = costRates(spec.costs, NO_FINANCING, costFactor);
    const end = firstIndexAt(candles, until);
    let bar = firstIndexAt(candles, from);
    let paid = 0;
    let units = 0;
    let close = 0;
    for (let day = 0; day < days.length; day++) {
      for (; bar < end && candles.time[bar]! + baseIntervalMs <= days[day]! + DAY_MS; bar++) {
        const due = rate * (monthOf(candles.time[bar]!) - firstMonth + 1) - paid;
        // Months are counted, not added up, so that rounding never buys.
        if (due > rate / 2) {
          units += due / (candles.open[bar]! * (1 + fee + spread + slippage));
          paid += due;
        }
        close = candles.close[bar]!;
      }
      result[day]! += part - paid + units * close;
    }
  }
  return result;
}

/** Consecutive numbers of the months of UTC. */
function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
