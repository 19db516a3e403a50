import { describe, expect, test } from 'vitest';
import {
  countOwnTrials,
  NO_TRIALS,
  type OwnColumn,
  type OwnTally,
  type OwnTrialData,
  withTrials,
} from './own-trials.ts';

const DAY_MS = 86_400_000;
const on: OwnTrialData = { interval: '1d', from: 0, until: 400 * DAY_MS };

/** Returns of a walk of its own for every seed, times `scale`. */
function walk(seed: number, scale = 1, days = 400): Float64Array {
  let state = seed;
  return Float64Array.from({ length: days }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return scale * (state / 2 ** 32 - 0.5) * 0.02;
  });
}

function tried(
  before: { tally: OwnTally; columns: readonly OwnColumn[] },
  ruleHash: string,
  returns: Float64Array | null,
  data = on,
) {
  return withTrials(before.tally, before.columns, data, 0, [{ ruleHash, sharpe: 0.1, returns }]);
}

const nothing = { tally: NO_TRIALS, columns: [] };

describe('trials on one’s own candles', () => {
  test('count once for each rule and period, and what moves alike is one idea', () => {
    const one = tried(nothing, 'a', walk(1));
    expect([one.added, countOwnTrials(one.tally, on)]).toEqual([1, { total: 1, effective: 1, variance: 0 }]);
    expect(tried(one, 'a', walk(1)).added).toBe(0);
    const alike = tried(one, 'b', walk(1, 2));
    expect(countOwnTrials(alike.tally, on)).toMatchObject({ total: 2, effective: 1 });
    const other = tried(alike, 'c', walk(7));
    expect(countOwnTrials(other.tally, on)).toMatchObject({ total: 3, effective: 2 });
    expect(other.columns).toHaveLength(2);
    const later = tried(other, 'a', walk(1), { ...on, until: 399 * DAY_MS });
    expect([later.added, countOwnTrials(later.tally, on).total]).toEqual([1, 4]);
  });

  test('that moved like another one of their list, or whose returns are none, are counted and lead nothing', () => {
    const some = withTrials(NO_TRIALS, [], on, 0, [
      { ruleHash: 'a', sharpe: 0.2, returns: walk(1) },
      { ruleHash: 'b', sharpe: 0.4, returns: null },
      { ruleHash: 'c', sharpe: null, returns: Float64Array.of(Number.NaN) },
      { ruleHash: 'd', sharpe: 0.6, returns: walk(9) },
    ]);
    expect(some.added).toBe(4);
    const { total, effective, variance } = countOwnTrials(some.tally, on);
    expect([total, effective]).toEqual([4, 2]);
    expect(variance).toBeCloseTo(0.08, 12);
  });

  test('of other bars, or of another half of the period, do not count for a result', () => {
    const hours = tried(nothing, 'a', walk(1), { ...on, interval: '1h' });
    expect(countOwnTrials(hours.tally, on)).toMatchObject({ total: 0, effective: 1 });
    // What moves alike on other bars is another idea.
    const both = tried(hours, 'b', walk(1));
    expect(both.columns).toHaveLength(2);
    const late = tried(both, 'c', walk(3), { ...on, from: 300 * DAY_MS, until: 700 * DAY_MS });
    expect(countOwnTrials(late.tally, on).total).toBe(1);
  });

  test('stay counted when prices and returns are forgotten; whatever comes then leads', () => {
    const before = tried(nothing, 'a', walk(1));
    const after = tried({ tally: before.tally, columns: [] }, 'b', walk(1));
    expect(countOwnTrials(after.tally, on)).toMatchObject({ total: 2, effective: 2 });
    expect(tried(after, 'a', walk(1)).added).toBe(0);
  });
});
