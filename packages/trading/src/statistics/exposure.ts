export interface Exposure {
  /** Share of samples with any position. */
  readonly timeInMarket: number;
  /** Mean Σ|w| over all samples, 1 = fully invested. */
  readonly meanGross: number;
}

/** @param gross Σ|w| per sample, evenly spaced in time. Null without samples. */
export function exposure(gross: ArrayLike<number>, count = gross.length): Exposure | null {
  if (count === 0) return null;
  let sum = 0;
  let invested = 0;
  for (let index = 0; index < count; index++) {
    sum += gross[index]!;
    if (gross[index]! > 0) invested++;
  }
  return { timeInMarket: invested / count, meanGross: sum / count };
}
