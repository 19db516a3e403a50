/**
 * Percentile by linear interpolation between the closest ranks (Hyndman and Fan 1996, type 7; NumPy's default).
 * @param sorted ascending; @param share 0 to 1. Null without values.
 */
export function percentile(sorted: ArrayLike<number>, share: number): number | null {
  if (sorted.length === 0) return null;
  const rank = share * (sorted.length - 1);
  const below = Math.floor(rank);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (sorted[above]! - sorted[below]!) * (rank - below);
}

export interface RollingReturns {
  readonly windowDays: number;
  /** How many (overlapping) windows there are. */
  readonly windows: number;
  /** How many of them fit one after the other: the others share days with these. */
  readonly independent: number;
  readonly worst: number;
  /** One in a hundred was worse than this … */
  readonly veryLow: number;
  /** Fractions: a window in twenty was worse than this … */
  readonly low: number;
  readonly median: number;
  /** … and one in twenty better than this. */
  readonly high: number;
  readonly veryHigh: number;
  readonly best: number;
}

/** Returns of every stretch of `windowDays` days, the starting equity included. Null when the period is shorter. */
export function rollingReturns(
  startingEquity: number,
  equity: ArrayLike<number>,
  windowDays = 30,
): RollingReturns | null {
  const windows = equity.length - windowDays + 1;
  if (windows < 1) return null;
  const returns = new Float64Array(windows);
  for (let end = windowDays - 1; end < equity.length; end++) {
    const start = end - windowDays;
    returns[start + 1] = equity[end]! / (start < 0 ? startingEquity : equity[start]!) - 1;
  }
  returns.sort();
  return {
    windowDays,
    windows,
    independent: Math.floor(equity.length / windowDays),
    worst: returns[0]!,
    veryLow: percentile(returns, 0.01)!,
    low: percentile(returns, 0.05)!,
    median: percentile(returns, 0.5)!,
    high: percentile(returns, 0.95)!,
    veryHigh: percentile(returns, 0.99)!,
    best: returns[windows - 1]!,
  };
}
