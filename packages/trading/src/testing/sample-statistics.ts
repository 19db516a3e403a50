/** Sample statistics for the tests of the simulator. All take plain columns of numbers. */

export type Column = ArrayLike<number>;

export function mean(x: Column): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k]!;
  return sum / x.length;
}

/** Mean of the products of two columns of equal length; with itself the mean square. */
export function meanProduct(x: Column, y: Column): number {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k]! * y[k]!;
  return sum / x.length;
}

export const meanSquare = (x: Column): number => meanProduct(x, x);

/** Correlation about zero: returns have no drift worth subtracting. */
export const correlation = (x: Column, y: Column): number =>
  meanProduct(x, y) / Math.sqrt(meanSquare(x) * meanSquare(y));

export function median(x: Column): number {
  const sorted = Float64Array.from(x).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function excessKurtosis(x: Column): number {
  const centre = mean(x);
  let second = 0;
  let fourth = 0;
  for (let k = 0; k < x.length; k++) {
    const square = (x[k]! - centre) ** 2;
    second += square;
    fourth += square * square;
  }
  return (fourth * x.length) / (second * second) - 3;
}

/** Autocorrelation at a lag, about the sample mean. */
export function autocorrelation(x: Column, lag: number): number {
  const centre = mean(x);
  let product = 0;
  let square = 0;
  for (let k = 0; k < x.length; k++) {
    square += (x[k]! - centre) ** 2;
    if (k >= lag) product += (x[k]! - centre) * (x[k - lag]! - centre);
  }
  return product / square;
}
