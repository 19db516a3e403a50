import { type Figure, figure, missing } from '../evidence/figure.ts';
import { LEAST_DAYS } from '../evidence/sharpe-sample.ts';
import type { Fill } from '../fill.ts';
import type { DailyEquity } from './daily-equity.ts';
import { DAYS_PER_YEAR } from './growth.ts';

/**
 * How often the whole equity is traded in a year: Σ |units × mid price| of the fills ÷ mean daily equity ÷ years. A purchase
 * and its sale are twice. Nothing for fewer than thirty days; `undefined` where the mean equity is not positive.
 */
export function turnoverPerYear(
  { equity }: DailyEquity,
  fills: Iterable<Pick<Fill, 'units' | 'midPrice'>>,
): Figure {
  const days = equity.length;
  if (days < LEAST_DAYS) return missing('too-short');
  let traded = 0;
  for (const { units, midPrice } of fills) traded += Math.abs(units * midPrice);
  const meanEquity = equity.reduce((sum, value) => sum + value, 0) / days;
  return meanEquity > 0 ? figure((traded / meanEquity) * (DAYS_PER_YEAR / days)) : missing('undefined');
}
