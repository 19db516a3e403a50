import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeWeighted } from './time-weighted.ts';

const at = (day: number) => new Date(Date.UTC(2025, 5, day));
const usd = (amount: number) => BigInt(Math.round(amount * 1_000_000));

describe('the time-weighted return', () => {
  it('chains the growth between flows: GIPS’ own example of a deposit before a rise', () => {
    // 100 grows to 110 (+10 %), 50 come in, 160 grow to 152 (−5 %): 1.1 × 0.95 − 1 = 4.5 %.
    const figures = timeWeighted([
      { at: at(1), wealth: usd(100), flow: 0n },
      { at: at(15), wealth: usd(160), flow: usd(50) },
      { at: at(30), wealth: usd(152), flow: 0n },
    ]);
    expect(figures.at(-1)?.returnFraction).toBeCloseTo(0.045, 12);
    expect(figures.at(-1)?.drawdown).toBeCloseTo(-0.05, 12);
  });

  it('counts nothing as growth while there is nothing', () => {
    const figures = timeWeighted([
      { at: at(1), wealth: 0n, flow: 0n },
      { at: at(2), wealth: usd(500), flow: usd(500) },
      { at: at(3), wealth: 0n, flow: usd(-500) },
      { at: at(4), wealth: usd(80), flow: usd(80) },
    ]);
    expect(figures.map(({ returnFraction }) => returnFraction)).toEqual([0, 0, 0, 0]);
  });

  it('is the same whatever comes in and goes out', () => {
    const growth = fc.double({ min: 0.5, max: 2, noNaN: true });
    const flow = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(fc.array(fc.record({ growth, flow }), { minLength: 1, maxLength: 30 }), (steps) => {
        let wealth = 1000;
        const instants = [{ at: at(1), wealth: usd(wealth), flow: 0n }];
        for (const [index, step] of steps.entries()) {
          wealth = wealth * step.growth + step.flow;
          instants.push({ at: at(2 + index), wealth: usd(wealth), flow: usd(step.flow) });
        }
        const product = steps.reduce((total, step) => total * step.growth, 1);
        const [last] = timeWeighted(instants).slice(-1);
        expect(last?.returnFraction).toBeCloseTo(product - 1, 3);
        expect(last?.drawdown).toBeLessThanOrEqual(0);
      }),
    );
  });
});
