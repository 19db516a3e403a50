import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BarSet } from './bar-set.ts';
import { CandleSeries, MINUTE_MS } from './candles.ts';
import type { SymbolSpec } from './costs.ts';
import { createEngine } from './engine.ts';
import { EquityRecord } from './equity-record.ts';
import { dailyEquity } from './statistics/daily-equity.ts';
import { smaCross } from './strategies/sma-cross.ts';
import type { ProtectionLimits, Strategy } from './strategy.ts';
import { MONDAY, seededRandom } from './testing/random-market.ts';

const spec: SymbolSpec = {
  symbol: 'X',
  category: 'crypto',
  costs: { feeBps: 3, halfSpreadBps: 1, slippageBps: 1, financingPerYear: 0 },
};

/** Bars of 15 minutes with holes, over a few days. */
function walk(seed: number, count: number): CandleSeries {
  const random = seededRandom(seed);
  const candles = new CandleSeries();
  let price = 100;
  let slot = 0;
  for (let bar = 0; bar < count; bar++) {
    const open = price;
    price *= 1 + (random() - 0.5) * 0.04;
    slot += random() < 0.02 ? 1 + Math.floor(random() * 200) : 1;
    const [high, low] = [Math.max(open, price), Math.min(open, price)];
    candles.append(MONDAY + slot * 15 * MINUTE_MS, { open, high, low, close: price, volume: 1 });
  }
  return candles;
}

/** The textbook rule with protections that it does not have by itself. */
const limited = (limits: Partial<ProtectionLimits>): Strategy<unknown> => {
  const rule = smaCross(15 * MINUTE_MS);
  return {
    ...rule,
    protectionLimits: () => ({
      maxDrawdown: 1,
      pauseMs: 0,
      maxDailyLoss: 1,
      maxGross: Number.POSITIVE_INFINITY,
      ...limits,
    }),
  };
};

/** Runs to the end, coasting in pieces of `piece` bars where that is possible, and tells everything that can be told. */
function run(candles: CandleSeries, strategy: Strategy<unknown>, piece: number) {
  const engine = createEngine({
    strategy,
    parameters: { fast: 3, slow: 8, lot: 0.01 },
    symbols: [spec],
    startingEquity: 10_000,
    baseIntervalMs: 15 * MINUTE_MS,
  });
  const record = new EquityRecord();
  const bars = new BarSet(1);
  const reports: unknown[] = [];
  const coasted: number[] = [];
  for (let at = 0; at < candles.length; ) {
    const until = Math.min(candles.length, at + piece);
    const reached = piece === 0 ? at : engine.coast(candles, at, until, record);
    coasted.push(reached - at);
    at = reached;
    if (at === candles.length) break;
    bars.time = candles.time[at]!;
    bars.read(0, candles, at++);
    const report = engine.advance(bars);
    record.append(bars.end, engine.equity(), engine.grossExposure());
    if (report.fills.length > 0 || report.protections.length > 0 || report.decision) reports.push(report);
  }
  const { day, equity } = record.daily();
  const outcome = {
    reports,
    state: engine.state(),
    account: engine.mark(),
    days: [...day],
    equity: [...equity],
    exposure: record.exposure(),
    bars: record.bars,
  };
  return { outcome, coasted: coasted.reduce((sum, count) => sum + count, 0) };
}

describe('coasting', () => {
  test('leaves everything as step by step, bit for bit, whatever the limits are', () => {
    let coasted = 0;
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom(
          {},
          { maxDrawdown: 0.1, pauseMs: 86_400_000 },
          { maxDailyLoss: 0.03 },
          { maxGross: 1.02 },
        ),
        fc.constantFrom(1, 7, 500),
        (seed, count, limits, piece) => {
          const candles = walk(seed, count);
          const stepped = run(candles, limited(limits), 0);
          const quick = run(candles, limited(limits), piece);
          expect(quick.outcome).toEqual(stepped.outcome);
          coasted += quick.coasted;
        },
      ),
      { numRuns: 80 },
    );
    expect(coasted).toBeGreaterThan(1000);
  });

  test('leaves a bar that a step would refuse to the step', () => {
    const candles = walk(1, 50);
    candles.low[40] = 0;
    expect(() => run(candles, limited({}), 500)).toThrow('no positive prices');
  });
});

test('the record of equity has the days that the samples give', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 1000 })), {
        minLength: 1,
        maxLength: 300,
      }),
      (samples) => {
        const record = new EquityRecord();
        const times: number[] = [];
        let time = MONDAY;
        for (const [quarters, equity] of samples) {
          time += quarters * 15 * MINUTE_MS;
          times.push(time);
          record.append(time, equity, 0);
        }
        const equities = samples.map(([, equity]) => equity);
        expect(record.daily()).toEqual(dailyEquity(times, equities));
      },
    ),
  );
});
