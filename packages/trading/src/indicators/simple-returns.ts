/** Simple returns p₁/p₀ − 1 of the last `count` steps of `prices`, oldest first. Needs `count + 1` prices. */
export function simpleReturns(prices: Float64Array, count: number): Float64Array {
  const returns = new Float64Array(count);
  const first = prices.length - count;
  for (let step = 0; step < count; step++) {
    returns[step] = prices[first + step]! / prices[first + step - 1]! - 1;
  }
  return returns;
}
