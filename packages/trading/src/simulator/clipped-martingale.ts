import { normalCdf } from './normal-distribution.ts';

/** Beyond this many standard deviations the clip changes an expectation by less than a price's last digit. */
const NEGLIGIBLE = 7.5;

/**
 * Logarithm of E[exp(s · clip(w + √τ·Z, ±a))], Z standard normal.
 *
 * A trading day's log return is `s · clip(W, ±a)` with W the day's Brownian sum. Publishing at every instant the
 * expectation of the day's result given the sum w so far makes the price an exact martingale within the day (Doob),
 * clip included, and lets it end on the clipped result. Without a clip this is the familiar s·w + s²τ/2. Closed form by
 * completing the square on the three pieces of the clip.
 *
 * @param w Brownian sum so far; @param tau variance still to come (≥ 0); @param s log return per unit of the sum;
 * @param a clip of the sum, `Infinity` for none.
 */
export function logClippedExpectation(w: number, tau: number, s: number, a: number): number {
  if (a === Number.POSITIVE_INFINITY) return s * w + 0.5 * s * s * tau;
  if (tau < 1e-12) return s * Math.min(a, Math.max(-a, w));
  const root = Math.sqrt(tau);
  const reach = NEGLIGIBLE * root + s * tau;
  if (a - Math.abs(w) > reach) return s * w + 0.5 * s * s * tau;
  if (w - a > reach) return s * a;
  if (-a - w > reach) return -s * a;
  const above = (a - w) / root;
  const below = (-a - w) / root;
  const shift = s * root;
  // Differences of probabilities are taken in the left tail, where they keep their relative precision.
  const between =
    below - shift > 0
      ? normalCdf(shift - below) - normalCdf(shift - above)
      : normalCdf(above - shift) - normalCdf(below - shift);
  return Math.log(
    Math.exp(s * w + 0.5 * s * s * tau) * between +
      Math.exp(s * a) * normalCdf(-above) +
      Math.exp(-s * a) * normalCdf(below),
  );
}
