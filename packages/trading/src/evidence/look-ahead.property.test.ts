import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candles, HOUR_MS } from '../candles.ts';
import { keyDigest } from '../data-hash.ts';
import { compileRule } from '../rules/compile-rule.ts';
import type { Strategy, TradingEvent } from '../strategy.ts';
import { MONDAY, randomMarket } from '../testing/random-market.ts';
import { randomRule } from '../testing/random-rule.ts';
import { scriptedStrategy, type Wish } from '../testing/scripted-strategy.ts';
import { certifyNoLookAhead, type LookAheadRun } from './look-ahead.ts';

const BARS = 300;

const runOf = (strategy: Strategy<unknown>, seed: number, symbols = 1): LookAheadRun<unknown> => {
  const { specs, candles } = randomMarket(seed, strategy.decisionIntervalMs, BARS);
  return {
    strategy,
    series: specs.slice(0, symbols).map((spec, index) => ({ spec, candles: candles[index]! })),
    baseIntervalMs: strategy.decisionIntervalMs,
    from: MONDAY,
    until: MONDAY + BARS * strategy.decisionIntervalMs,
  };
};

/** @returns how many rules were certified. */
function certify(rules: number): number {
  let certified = 0;
  fc.assert(
    fc.property(randomRule, fc.integer({ min: 1, max: 2 ** 30 }), (rule, seed) => {
      const run = runOf(compileRule(rule, ''), seed, rule.symbols.length);
      const { cuts, firstDifference } = certifyNoLookAhead(run, keyDigest(`cuts/${seed}`), 8);
      expect(firstDifference).toBeNull();
      expect(cuts.length).toBe(8);
      certified++;
    }),
    { numRuns: rules },
  );
  return certified;
}

describe('rules know nothing of the future', () => {
  test('40 random rules', () => expect(certify(40)).toBe(40));
  test('10,000 random rules', { tags: ['long'], timeout: 1_200_000 }, () =>
    expect(certify(10_000)).toBe(10_000),
  );
});

/** A strategy that is handed the candles, those to come included, as only one of our own could be. */
function cheat(
  wishOf: (candles: Candles, newest: number) => Wish,
  onBars = (_: Candles) => {},
): Strategy<unknown> {
  let whole: Candles | undefined;
  return {
    ...scriptedStrategy(HOUR_MS, ({ end }) => {
      const candles = whole!;
      let newest = 0;
      while (newest + 1 < candles.length && candles.time[newest + 1]! < end) newest++;
      return [wishOf(candles, newest)];
    }),
    createSignals: ([candles]) => {
      whole = candles!;
      onBars(whole);
      return { observe: () => {}, nextDue: (_, __, from) => from, state: () => [], restore: () => {} };
    },
  };
}

describe('who looks ahead is found', () => {
  const found = (strategy: Strategy<unknown>, more: Partial<LookAheadRun<unknown>> = {}) =>
    certifyNoLookAhead({ ...runOf(strategy, 5), ...more }, keyDigest('cuts/1')).firstDifference;

  test('at the next close', () => {
    // At the first cut: without a future there is nothing to find beyond its end.
    expect(found(cheat(({ close }, at) => (close[at + 1]! > close[at]! ? 1 : 0)))).toMatchObject({
      kind: 'without-future',
    });
  });

  test('at the next high, in a stop', () => {
    const stop = ({ high, close }: Candles, at: number): Wish => {
      const distance = Math.max(1e-6, (high[at + 1] ?? close[at]!) - close[at]!);
      return at % 7 === 0 ? { weight: 1, stop: { distance } } : at % 7 === 6 ? 0 : null;
    };
    expect(found(cheat(stop))).not.toBeNull();
  });

  test('at the mean of the whole series', () => {
    const mean = ({ close, length }: Candles) =>
      close.slice(0, length).reduce((sum, price) => sum + price, 0) / length;
    expect(found(cheat((candles, at) => (candles.close[at]! < mean(candles) ? 1 : 0)))).not.toBeNull();
  });

  test('at what stands in the calendar beyond today', () => {
    const events: TradingEvent[] = Array.from({ length: 10 }, (_, index) => {
      const startsAt = MONDAY + (index + 1) * 29 * HOUR_MS;
      return { id: `${index}`, name: '', startsAt, endsAt: startsAt + HOUR_MS };
    });
    const before = scriptedStrategy(HOUR_MS, ({ end, events: calendar }) => [
      calendar.some(({ startsAt }) => startsAt > end && startsAt <= end + 5 * HOUR_MS) ? 1 : 0,
    ]);
    expect(found(before, { events })).toMatchObject({ kind: 'without-future' });
  });

  test('and who changes what has not come yet', () => {
    const raise = (candles: Candles) => {
      for (let at = 1; at < candles.length; at++) {
        candles.close[at] = candles.close[at - 1]! * 1.001;
        candles.high[at] = Math.max(candles.high[at]!, candles.close[at]!);
      }
    };
    expect(found(cheat(() => 1, raise))).toEqual({ kind: 'changed-bars', cut: null });
  });

  test('who decides by what has been is not', () => {
    const honest = cheat(({ close }, at) => (at > 0 && close[at]! > close[at - 1]! ? 1 : 0));
    expect(found(honest)).toBeNull();
  });
});
