/** Where the continued fraction takes over: the series loses digits from here on, the fraction needs few terms. */
const FAR = 3;
const TERMS = 120;
const SQRT_TAU = Math.sqrt(2 * Math.PI);

/**
 * Φ, the distribution function of the standard normal (Marsaglia 2004, „Evaluating the Normal Distribution“): relative error
 * below 1e-12 in the left tail too, where the one that draws the simulated market has 1e-8. That one stays as it is, since
 * the market would be another with any other.
 */
export function normalProbability(x: number): number {
  const z = Math.abs(x);
  const density = Math.exp((-z * z) / 2) / SQRT_TAU;
  if (z < FAR) {
    let [sum, term] = [z, z];
    for (let odd = 3; term > sum * 1e-17; odd += 2) {
      term *= (z * z) / odd;
      sum += term;
    }
    return 0.5 + Math.sign(x) * density * sum;
  }
  let fraction = z;
  for (let count = TERMS; count > 0; count--) fraction = z + count / fraction;
  const tail = density / fraction;
  return x > 0 ? 1 - tail : tail;
}
