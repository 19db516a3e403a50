/**
 * Drawdown of each day: equity / highest equity so far − 1, never positive. The starting equity is prepended as the
 * first peak, so that a loss from the very first day counts.
 */
export function drawdownSeries(startingEquity: number, equity: ArrayLike<number>): Float64Array {
  const drawdowns = new Float64Array(equity.length);
  let peak = startingEquity;
  for (let day = 0; day < equity.length; day++) {
    if (equity[day]! > peak) peak = equity[day]!;
    drawdowns[day] = equity[day]! / peak - 1;
  }
  return drawdowns;
}

export interface MaximumDrawdown {
  /** Fraction, ≤ 0. */
  readonly depth: number;
  /** Index of the lowest day. */
  readonly troughIndex: number;
  /** Longest stretch of days below a peak, including one that is not over yet. */
  readonly longestDays: number;
}

/** Null without a day; depth 0 when equity never fell. */
export function maximumDrawdown(startingEquity: number, equity: ArrayLike<number>): MaximumDrawdown | null {
  if (equity.length === 0) return null;
  const drawdowns = drawdownSeries(startingEquity, equity);
  let depth = 0;
  let troughIndex = 0;
  let longestDays = 0;
  let days = 0;
  for (let day = 0; day < drawdowns.length; day++) {
    if (drawdowns[day]! < depth) {
      depth = drawdowns[day]!;
      troughIndex = day;
    }
    days = drawdowns[day]! < 0 ? days + 1 : 0;
    longestDays = Math.max(longestDays, days);
  }
  return { depth, troughIndex, longestDays };
}
