/**
 * q of several tests: the share of false finds one accepts by calling a test and all better ones a find (Benjamini and
 * Hochberg 1995).
 *
 * @param p of each test, from 0 to 1. @returns q in the same order, from 0 to 1.
 */
export function falseDiscoveryRates(p: readonly number[]): number[] {
  const ranked = p.map((value, test) => ({ value, test })).sort((a, b) => a.value - b.value);
  const q = new Array<number>(p.length).fill(1);
  let smallest = 1;
  for (let rank = ranked.length; rank > 0; rank--) {
    const { value, test } = ranked[rank - 1]!;
    smallest = Math.min(smallest, (value * ranked.length) / rank);
    q[test] = smallest;
  }
  return q;
}
