import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MarketCategory } from './costs.ts';
import { adjustments, volatilityTargetWeights } from './sizing.ts';

/** Alternating ±x: mean 0, so its sample deviation is x·√(n/(n−1)). */
const alternating = (x: number, n = 90, phase = 0) =>
  Float64Array.from({ length: n }, (_, day) => ((day + phase) % 2 ? x : -x));
const dailyDeviation = (x: number, n = 90) => x * Math.sqrt(n / (n - 1));
const year = Math.sqrt(365);
const gross = (weights: Float64Array) => weights.reduce((sum, weight) => sum + Math.abs(weight), 0);

describe('volatility target weights', () => {
  test('give a quarter of the target to a single market, since no position may carry more', () => {
    const { weights, volatilities } = volatilityTargetWeights({
      signals: Float64Array.of(1),
      categories: ['forex'],
      returns: [alternating(0.01)],
      volatilityTarget: 0.06,
      grossCap: 1,
    });
    expect(volatilities[0]).toBeCloseTo(dailyDeviation(0.01) * year, 12);
    expect(weights[0]).toBeCloseTo(0.06 / 4 / (dailyDeviation(0.01) * year), 12);
  });

  test('share the risk by category first, then by symbol, and reach the target', () => {
    // Independent blocks: each symbol moves in a stretch of its own, so variances add up.
    const block = (x: number, index: number) =>
      Float64Array.from({ length: 90 }, (_, day) =>
        Math.floor(day / 18) === index ? (day % 2 ? x : -x) : 0,
      );
    const returns = [block(0.01, 0), block(0.02, 1), block(0.04, 2), block(0.01, 3), block(0.02, 4)];
    const categories: MarketCategory[] = ['crypto', 'crypto', 'forex', 'indices', 'commodities'];
    const { weights, volatilities, scaledToCap } = volatilityTargetWeights({
      signals: Float64Array.of(1, 1, 1, -1, 0.5),
      categories,
      returns,
      volatilityTarget: 0.02,
      grossCap: 10,
    });
    const risks = weights.map((weight, index) => (weight * volatilities[index]!) / 0.02);
    expect(scaledToCap).toBe(false);
    // Budgets 1/8, 1/8, 1/4, −1/4, 1/8, all scaled by the same k; those above a quarter of the target are clipped.
    expect(risks[0]).toBeCloseTo(risks[1]!, 12);
    expect(risks[4]).toBeCloseTo(risks[0]!, 12);
    expect([risks[2], risks[3]]).toEqual([0.25, -0.25].map((risk) => expect.closeTo(risk, 12)));
  });

  test('scale to nine tenths of the cap when the sum exceeds it', () => {
    const { weights, scaledToCap } = volatilityTargetWeights({
      signals: Float64Array.of(1, 1, 1, 1),
      categories: ['crypto', 'forex', 'indices', 'commodities'],
      returns: [0, 1, 2, 3].map(() => alternating(0.0005)),
      volatilityTarget: 0.06,
      grossCap: 1,
    });
    expect(scaledToCap).toBe(true);
    expect(gross(weights)).toBeCloseTo(0.9, 12);
  });

  test('leave out symbols without history and symbols that never moved', () => {
    const { weights, volatilities } = volatilityTargetWeights({
      signals: Float64Array.of(Number.NaN, 1, 1),
      categories: ['crypto', 'forex', 'forex'],
      returns: [new Float64Array(0), alternating(0.01), alternating(0)],
      volatilityTarget: 0.06,
      grossCap: 1,
    });
    expect(weights[0]).toBe(0);
    expect(weights[2]).toBe(0);
    expect(volatilities[0]).toBeNaN();
    expect(weights[1]).toBeGreaterThan(0);
  });

  test('are all zero without any signal', () => {
    const sizing = volatilityTargetWeights({
      signals: new Float64Array(2),
      categories: ['crypto', 'forex'],
      returns: [alternating(0.01), alternating(0.02)],
      volatilityTarget: 0.06,
      grossCap: 1,
    });
    expect([...sizing.weights]).toEqual([0, 0]);
  });

  test('never exceed the cap, nor a quarter of the target in one market, whatever the returns', () => {
    const returns = fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), {
      minLength: 20,
      maxLength: 20,
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(returns, fc.double({ min: -1, max: 1, noNaN: true })), {
          minLength: 1,
          maxLength: 6,
        }),
        (symbols) => {
          const { weights, volatilities } = volatilityTargetWeights({
            signals: Float64Array.from(symbols, ([, signal]) => signal),
            categories: symbols.map((_, index) => (index % 2 ? 'forex' : 'crypto')),
            returns: symbols.map(([values]) => Float64Array.from(values)),
            volatilityTarget: 0.06,
            grossCap: 1,
          });
          expect(gross(weights)).toBeLessThanOrEqual(1 + 1e-12);
          for (const [index, weight] of weights.entries()) {
            expect(Number.isFinite(weight)).toBe(true);
            if (weight !== 0)
              expect(Math.abs(weight) * volatilities[index]!).toBeLessThanOrEqual(0.015 + 1e-12);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('the band', () => {
  const rule = { bandShare: 0.25, bandMinimum: 0.0025, grossCap: 1 };

  test.each([
    // target, held, adjustment
    [0, 0, 'none'],
    [0.1, 0.1, 'none'],
    [0.0001, 0, 'entry'],
    [0, 0.0001, 'exit'],
    [-0.1, 0.1, 'reverse'],
    [0.1, 0.126, 'rebalance'],
    [0.1, 0.124, 'within-band'],
    [0.1, 0.074, 'rebalance'],
    [0.1, 0.076, 'within-band'],
    [0.004, 0.0062, 'within-band'],
    [0.004, 0.0066, 'rebalance'],
    [-0.1, -0.076, 'within-band'],
  ])('target %d while holding %d: %s', (target, held, adjustment) => {
    expect(adjustments(Float64Array.of(target), Float64Array.of(held), rule)).toEqual([adjustment]);
  });

  test('is ignored when keeping the held weights would exceed the gross cap', () => {
    const held = Float64Array.of(0.5, 0.45, 0);
    const targets = Float64Array.of(0.45, 0.4, 0.04);
    expect(adjustments(targets, held, rule)).toEqual(['within-band', 'within-band', 'entry']);
    expect(adjustments(Float64Array.of(0.45, 0.4, 0.1), held, rule)).toEqual([
      'rebalance',
      'rebalance',
      'entry',
    ]);
  });
});
