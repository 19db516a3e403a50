/**
 * Time-series momentum after Moskowitz, Ooi and Pedersen (2012), long only: the share of the lookbacks over which the
 * price has risen.
 *
 * @param closes closes of consecutive days, the newest last; must hold more values than the longest lookback.
 * @returns 0 (below all earlier closes) to 1 (above all of them).
 */
export function timeSeriesMomentum(closes: Float64Array, lookbackDays: readonly number[]): number {
  const newest = closes.length - 1;
  let rising = 0;
  for (const days of lookbackDays) if (closes[newest]! > closes[newest - days]!) rising++;
  return rising / lookbackDays.length;
}
