/**
 * Sample standard deviation (ddof = 1) of the first `count` values, two passes for accuracy.
 * NaN for fewer than two values.
 */
export function standardDeviation(values: ArrayLike<number>, count = values.length): number {
  if (count < 2) return Number.NaN;
  let sum = 0;
  for (let index = 0; index < count; index++) sum += values[index]!;
  const mean = sum / count;
  let squares = 0;
  for (let index = 0; index < count; index++) {
    const difference = values[index]! - mean;
    squares += difference * difference;
  }
  return Math.sqrt(squares / (count - 1));
}
