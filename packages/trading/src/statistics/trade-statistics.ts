import { mean, meanPerSpread } from './risk-adjusted.ts';

/** All of these take the NET results of closed trades, in account currency. */

/** Gross profit / |gross loss|; null without a losing trade. */
export function profitFactor(results: ArrayLike<number>): number | null {
  let profit = 0;
  let loss = 0;
  for (let trade = 0; trade < results.length; trade++) {
    const result = results[trade]!;
    if (result > 0) profit += result;
    else loss -= result;
  }
  return loss > 0 ? profit / loss : null;
}

/** Share of trades with a net profit; null without trades. */
export function winRate(results: ArrayLike<number>): number | null {
  let won = 0;
  for (let trade = 0; trade < results.length; trade++) if (results[trade]! > 0) won++;
  return results.length === 0 ? null : won / results.length;
}

/** Mean net result of a trade; null without trades. */
export const expectancy = (results: ArrayLike<number>): number | null => mean(results);

/**
 * System quality number (Tharp): √n × mean / standard deviation (ddof = 1), without a ceiling on n. Null for fewer than
 * two trades or without variation.
 */
export function systemQualityNumber(results: ArrayLike<number>): number | null {
  const ratio = meanPerSpread(results);
  return ratio === null ? null : Math.sqrt(results.length) * ratio;
}
