import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BarSet } from './bar-set.ts';
import { CandleSeries, HOUR_MS, MINUTE_MS } from './candles.ts';
import type { SymbolSpec } from './costs.ts';
import { createEngine } from './engine.ts';
import type { EngineState } from './engine-state.ts';
import { EquityRecord } from './equity-record.ts';
import { sharedColumns } from './rules/columns/column-set.ts';
import { compileRule } from './rules/compile-rule.ts';
import type { Rule } from './rules/rule.ts';
import { NOTHING_HAPPENED, type StepReport } from './step-report.ts';
import { smaCross } from './strategies/sma-cross.ts';
import type { ProtectionLimits, Strategy } from './strategy.ts';
import { MONDAY, seededRandom } from './testing/random-market.ts';
import { randomRule } from './testing/random-rule.ts';

const specWith = (feeBps: number, halfSpreadBps: number, slippageBps: number): SymbolSpec => ({
  symbol: 'X',
  category: 'crypto',
  costs: { feeBps, halfSpreadBps, slippageBps, financingPerYear: 0 },
});

/**
 * Bars with holes, over a few days; a close is the next open but for `gap`, and a multiple of `tick`, so that means
 * can be equal.
 */
function walk(seed: number, count: number, gap = 0, tick = 0, intervalMs = 15 * MINUTE_MS): CandleSeries {
  const random = seededRandom(seed);
  const candles = new CandleSeries();
  let price = 100;
  let slot = 0;
  for (let bar = 0; bar < count; bar++) {
    const open = price * (1 + (random() - 0.5) * gap);
    price *= 1 + (random() - 0.5) * 0.04;
    if (tick > 0) price = Math.max(1, Math.round(price / tick)) * tick;
    slot += random() < 0.02 ? 1 + Math.floor(random() * 200) : 1;
    const [high, low] = [Math.max(open, price), Math.min(open, price)];
    candles.append(MONDAY + slot * intervalMs, { open, high, low, close: price, volume: 1 });
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

interface RunOptions {
  readonly spec?: SymbolSpec;
  readonly parameters?: object;
  /** Keeps the fills and has nothing told about decisions. */
  readonly isQuiet?: boolean;
}

/** Runs to the end, coasting in pieces of `piece` bars where that is possible, and tells everything that can be told. */
function run(candles: CandleSeries, strategy: Strategy<unknown>, piece: number, options: RunOptions = {}) {
  const { spec = specWith(3, 1, 1), parameters = { fast: 3, slow: 8, lot: 0.01 }, isQuiet = false } = options;
  const engine = createEngine({
    strategy,
    parameters,
    symbols: [spec],
    startingEquity: 10_000,
    baseIntervalMs: strategy.decisionIntervalMs,
    // Step by step without knowing what comes.
    ...(piece > 0 ? { whole: [candles] } : {}),
    ...(isQuiet ? { keepsFills: true, describesDecisions: false } : {}),
  });
  const record = new EquityRecord();
  const bars = new BarSet(1);
  const reports: unknown[] = [];
  const coasted: number[] = [];
  const tell = (report: StepReport) => {
    if (isQuiet) reports.push(...report.protections);
    else if (report !== NOTHING_HAPPENED) reports.push(report);
  };
  for (let at = 0; at < candles.length; ) {
    const until = Math.min(candles.length, at + piece);
    const reached = piece === 0 ? at : engine.coast(candles, at, until, record);
    coasted.push(reached - at);
    if (reached > at) tell(engine.coasted);
    at = reached;
    if (at === candles.length) break;
    bars.time = candles.time[at]!;
    bars.read(0, candles, at++);
    const report = engine.advance(bars);
    record.append(bars.end, engine.equity(), engine.grossExposure());
    tell(report);
  }
  const { day, equity } = record.daily();
  const outcome = {
    reports,
    fills: engine.fills.slice(0),
    state: engine.state(),
    account: engine.mark(),
    days: [...day],
    equity: [...equity],
    exposure: record.exposure(),
    bars: record.bars,
  };
  return { outcome, coasted: coasted.reduce((sum, count) => sum + count, 0) };
}

const withoutSignals = <Outcome extends { state: EngineState }>({ state, ...outcome }: Outcome) => {
  const { observed: _, ...rest } = state;
  return { ...outcome, state: rest };
};

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

  test('turns over as step by step, bit for bit, whatever it costs, in whatever lots, through gaps and limits', () => {
    let turns = 0;
    let coasted = 0;
    let bars = 0;
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom([1, 2], [3, 8], [10, 30]),
        fc.constantFrom(0.01, 1, 7, 150),
        fc.constantFrom([0, 0, 0], [20, 0, 0], [3, 1, 2], [900, 300, 300]),
        fc.constantFrom([0, 0], [0.01, 0], [0.5, 0], [0, 2]),
        fc.constantFrom(
          {},
          { maxDrawdown: 0.1, pauseMs: 86_400_000 },
          { maxDailyLoss: 0.03 },
          { maxGross: 1.02 },
        ),
        fc.constantFrom(1, 7, 500),
        (seed, count, [fast, slow], lot, [fee, spread, slippage], [gap, tick], limits, piece) => {
          const candles = walk(seed, count, gap, tick);
          const options = {
            spec: specWith(fee!, spread!, slippage!),
            parameters: { fast, slow, lot },
            isQuiet: true,
          };
          const stepped = run(candles, limited(limits), 0, options);
          const quick = run(candles, limited(limits), piece, options);
          expect(quick.outcome).toEqual(stepped.outcome);
          turns += quick.outcome.fills.length;
          coasted += quick.coasted;
          bars += count;
          // Told about everything, the run is the same too.
          const told = run(candles, limited(limits), piece, { ...options, isQuiet: false });
          const { reports: _, fills: __, ...rest } = quick.outcome;
          expect(told.outcome).toMatchObject(rest);
        },
      ),
      { numRuns: 200 },
    );
    expect(turns).toBeGreaterThan(1000);
    // With turns at every other bar, and limits in force in many of these runs.
    expect(coasted).toBeGreaterThan(bars / 10);
  });

  test('carries a rule through its levels, its longest holding time and its rests as step by step', () => {
    let turns = 0;
    let coasted = 0;
    const shared = sharedColumns();
    const hourly = randomRule.map((rule): Rule => {
      const { maxBars, cooldownBars } = rule;
      const calm = { side: 'long', leverage: 1, entryShort: null, exitShort: null } as const;
      const quick = { maxBars: maxBars && (maxBars % 12) + 1, cooldownBars: cooldownBars % 4 };
      return { ...rule, ...calm, ...quick, symbols: ['EUR/USD'], interval: '1h' };
    });
    fc.assert(
      fc.property(hourly, fc.integer(), fc.constantFrom(1, 7, 500), (rule, seed, piece) => {
        const candles = walk(seed, 300, 0.01, 0, HOUR_MS);
        const options = { isQuiet: true, parameters: {} };
        const stepped = run(candles, compileRule(rule, ''), 0, options);
        for (const strategy of [compileRule(rule, ''), compileRule(rule, '', shared)]) {
          const quick = run(candles, strategy, piece, options);
          const { observed: _, ...state } = quick.outcome.state;
          expect({ ...quick.outcome, state }).toMatchObject(withoutSignals(stepped.outcome));
          coasted += quick.coasted;
        }
        turns += stepped.outcome.fills.length;
      }),
      { numRuns: 150 },
    );
    expect(turns).toBeGreaterThan(200);
    expect(coasted).toBeGreaterThan(1000);
  });

  test('leaves a bar that uses the equity up to the step, also right after a turn', () => {
    for (let at = 10; at < 60; at++) {
      const candles = walk(3, 60);
      candles.high[at] = 100 * candles.close[at]!;
      candles.close[at] = candles.high[at]!;
      const options = { isQuiet: true, parameters: { fast: 1, slow: 2, lot: 0.01 } };
      const stepped = run(candles, limited({}), 0, options);
      expect(run(candles, limited({}), 500, options).outcome).toEqual(stepped.outcome);
    }
  });

  test('leaves a bar that a step would refuse to the step', () => {
    const candles = walk(1, 50);
    candles.low[40] = 0;
    expect(() => run(candles, limited({}), 500)).toThrow('no positive prices');
  });
});
