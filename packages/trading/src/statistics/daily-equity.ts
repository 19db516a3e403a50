/** Equity at the end of consecutive UTC days. `day[i]` is the start of the day, ms UTC. */
export interface DailyEquity {
  readonly day: Float64Array;
  readonly equity: Float64Array;
}

/** Simple returns of each day, the first against the starting equity. Length equals that of `equity`. */
export function dailyReturns(startingEquity: number, equity: ArrayLike<number>): Float64Array {
  const returns = new Float64Array(equity.length);
  for (let day = 0, before = startingEquity; day < equity.length; day++) {
    returns[day] = equity[day]! / before - 1;
    before = equity[day]!;
  }
  return returns;
}
