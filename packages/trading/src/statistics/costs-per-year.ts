import { DAY_MS } from '../candles.ts';
import type { Fill } from '../fill.ts';
import type { DailyEquity } from './daily-equity.ts';
import { DAYS_PER_YEAR } from './growth.ts';

/** Costs a year as fractions of the equity that paid them. */
export interface CostsPerYear {
  readonly trading: number;
  readonly financing: number;
}

/**
 * Trading costs of each fill against the equity at the end of the day before, and financing against the mean equity, both divided
 * by the years of the record. Unlike shares of the capital they can be compared between periods of unequal length and
 * result. Null without a day.
 *
 * @param financing cumulative over the whole record, account currency.
 */
export function costsPerYear(
  startingEquity: number,
  { day, equity }: DailyEquity,
  fills: readonly Fill[],
  financing: number,
): CostsPerYear | null {
  if (day.length === 0) return null;
  const years = day.length / DAYS_PER_YEAR;
  let trading = 0;
  for (const { time, fee, spread, slippage } of fills) {
    const before = equity[Math.floor((time - day[0]!) / DAY_MS) - 1] ?? startingEquity;
    trading += (fee + spread + slippage) / before;
  }
  const meanEquity = equity.reduce((sum, value) => sum + value, 0) / day.length;
  return { trading: trading / years, financing: financing / meanEquity / years };
}
