/** Days in a year for every annualised figure: calendar days, since daily equity covers weekends too. */
export const DAYS_PER_YEAR = 365;

/** Final / starting − 1; null without a day. */
export function totalReturn(startingEquity: number, equity: ArrayLike<number>): number | null {
  const days = equity.length;
  return days === 0 || startingEquity <= 0 ? null : equity[days - 1]! / startingEquity - 1;
}

/**
 * Compound annual growth rate (final / starting)^(365 / days) − 1. −1 when everything was lost; null without a day.
 * Over short periods it extrapolates wildly; `performance` has none under sixty days.
 */
export function compoundAnnualGrowthRate(startingEquity: number, equity: ArrayLike<number>): number | null {
  const total = totalReturn(startingEquity, equity);
  if (total === null) return null;
  return total <= -1 ? -1 : (1 + total) ** (DAYS_PER_YEAR / equity.length) - 1;
}
