import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CandleSeries,
  type Candles,
  candlesFrom,
  DAY_MS,
  emptyBar,
  HOUR_MS,
  readBar,
} from './candles.ts';
import { closedTrades } from './closed-trades.ts';
import { costRates } from './costs.ts';
import { createEngine, type Engine } from './engine.ts';
import type { Fill } from './fill.ts';
import { compileRule } from './rules/compile-rule.ts';
import { parseRule } from './rules/parse-rule.ts';
import type { Decision, ProtectionEvent } from './step-report.ts';
import { smartBot } from './strategies/smart-bot.ts';
import { turboBot } from './strategies/turbo-bot.ts';
import type { Strategy } from './strategy.ts';
import { fillLogOf } from './testing/fill-log-of.ts';
import { MONDAY, randomMarket, type Step, stepsOf } from './testing/random-market.ts';
import { wildStrategy } from './testing/wild-strategy.ts';

const HOURS = 24 * 40;
const BASE_MS = 3 * HOUR_MS;
const BARS = HOURS / 3;

/** Short lookbacks and narrow limits, so that the bots trade and are stopped within forty days. */
const quickSmart = {
  lookbackDays: [2, 4, 8],
  volatilityWindowDays: 10,
  volatilityTarget: 0.3,
  maxDrawdown: 0.02,
  pauseDays: 3,
  maxDailyLoss: 0.01,
};
const quickTurbo = {
  entryDays: 6,
  exitDays: 3,
  rangeBars: 3,
  stopRanges: 0.5,
  volatilityWindowDays: 6,
  maxDrawdown: 0.05,
  pauseDays: 3,
  maxDailyLoss: 0.02,
};

const close = { kind: 'price', field: 'close' };
const ema = { kind: 'indicator', indicator: 'ema', bars: 4 };
const rsi = { kind: 'indicator', indicator: 'rsi', bars: 3 };
/** With everything that a rule carries beyond its windows, and every level that ends a position. */
const quickRule = {
  ruleVersion: 1,
  symbols: ['BTC/USD', 'EUR/USD', 'SPX500', 'GOLD'],
  interval: '1d',
  side: 'both',
  entryLong: {
    any: [
      { is: 'crossesAbove', left: close, right: { ...ema, offset: 1 } },
      { is: 'above', left: rsi, right: { kind: 'number', value: 65 } },
    ],
  },
  exitLong: { is: 'falling', of: ema, bars: 2 },
  entryShort: { is: 'crossesBelow', left: close, right: ema },
  maxBars: 4,
  stop: { unit: 'percent', value: 4 },
  target: { unit: 'percent', value: 7 },
  trailing: { unit: 'percent', value: 6 },
  sizing: { by: 'share', percent: 70 },
  maxPositions: 3,
  leverage: 1.5,
};

type Subject = { name: string; strategy: Strategy<unknown>; parameters: unknown };
const subjects: Subject[] = [
  { name: 'SmartBot', strategy: smartBot, parameters: quickSmart },
  { name: 'TurboBot', strategy: turboBot, parameters: quickTurbo },
  { name: 'a wild strategy', strategy: wildStrategy(6 * HOUR_MS), parameters: { maxDailyLoss: 0.03 } },
  {
    name: 'a wild, ruinous strategy',
    // Days between decisions, in which what it has borrowed is lost.
    strategy: wildStrategy(4 * DAY_MS),
    parameters: { leverage: 60, maxDrawdown: 1, maxDailyLoss: 1, maxGross: 1000 },
  },
  { name: 'a rule', strategy: ruleOf(quickRule), parameters: {} },
  {
    name: 'a rule that waits',
    strategy: ruleOf({ ...quickRule, cooldownBars: 2, leverage: 1, trailing: null, maxPositions: 2 }),
    parameters: {},
  },
];

function ruleOf(json: object): Strategy<unknown> {
  const { rule, problems } = parseRule(json);
  if (rule === null) throw new Error(JSON.stringify(problems));
  return compileRule(rule, '');
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const runs = { numRuns: 15 };

interface Trace {
  equity: number[];
  fills: Fill[];
  protections: ProtectionEvent[];
  decisions: Decision[];
}

const newTrace = (): Trace => ({ equity: [], fills: [], protections: [], decisions: [] });

function engineFor({ strategy, parameters }: Subject, seed: number, state?: unknown): Engine<unknown> {
  return createEngine({
    strategy,
    parameters,
    symbols: randomMarket(seed, BASE_MS, 0).specs,
    startingEquity: 1000,
    baseIntervalMs: BASE_MS,
    ...(state === undefined ? {} : { state }),
  });
}

function feed(engine: Engine<unknown>, steps: readonly Step[], trace = newTrace()): Trace {
  for (const { time, bars } of steps) {
    const halted = (time / BASE_MS) % 50 > 45 ? ['S1', 'S2'] : [];
    const report = engine.step(time, bars, halted);
    trace.equity.push(engine.equity());
    trace.fills.push(...report.fills);
    trace.protections.push(...report.protections);
    if (report.decision) trace.decisions.push(report.decision);
  }
  return trace;
}

test.each(subjects)('a run of $name on any prefix decides as the full run does', (subject) => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: BARS }), (seed, length) => {
      const steps = stepsOf(randomMarket(seed, BASE_MS, BARS).candles);
      const full = feed(engineFor(subject, seed), steps);
      const prefix = feed(engineFor(subject, seed), steps.slice(0, length));
      expect(prefix.equity).toEqual(full.equity.slice(0, length));
      expect(prefix.decisions).toEqual(full.decisions.slice(0, prefix.decisions.length));
      expect(prefix.fills).toEqual(full.fills.slice(0, prefix.fills.length));
    }),
    runs,
  );
});

test.each(subjects)(
  'scrambling future prices leaves the earlier equity and decisions of $name identical',
  (subject) => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: BARS - 1 }), (seed, cut) => {
        const from = MONDAY + cut * BASE_MS;
        const before = ({ time }: Step) => time < from;
        const real = stepsOf(randomMarket(seed, BASE_MS, BARS).candles);
        const scrambled = stepsOf(randomMarket(seed, BASE_MS, BARS, from).candles);
        const count = real.filter(before).length;
        expect(scrambled.filter(before)).toEqual(real.filter(before));
        expect(scrambled).not.toEqual(real);
        const [a, b] = [real, scrambled].map((steps) => feed(engineFor(subject, seed), steps));
        expect(b!.equity.slice(0, count)).toEqual(a!.equity.slice(0, count));
        const early = ({ decisions }: Trace) => decisions.filter(({ time }) => time <= from);
        expect(early(b!)).toEqual(early(a!));
      }),
      runs,
    );
  },
);

test.each(subjects)(
  'a run of $name that is stopped anywhere and continued from its JSON state is bit-identical',
  (subject) => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: BARS - 1 }), (seed, cut) => {
        const { candles, specs } = randomMarket(seed, BASE_MS, BARS);
        const steps = stepsOf(candles);
        const whole = feed(engineFor(subject, seed), steps);

        const first = engineFor(subject, seed);
        const trace = feed(first, steps.slice(0, cut));
        const second = engineFor(subject, seed, JSON.parse(JSON.stringify(first.state())));
        second.warm(
          specs.map(({ symbol }, index) => ({ symbol, intervalMs: BASE_MS, candles: candles[index]! })),
        );
        feed(second, steps.slice(cut), trace);

        expect(trace).toEqual(whole);
        expect(JSON.stringify(second.state())).toBe(JSON.stringify(engineAfter(subject, seed, steps)));
      }),
      runs,
    );
  },
);

test.each(subjects)('$name needs no more history after a restart than it says', (subject) => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: BARS - 1 }), (seed, cut) => {
      const { candles, specs } = randomMarket(seed, BASE_MS, BARS);
      const steps = stepsOf(candles);
      const whole = feed(engineFor(subject, seed), steps);
      const first = engineFor(subject, seed);
      const trace = feed(first, steps.slice(0, cut));
      const state = first.state();
      const second = engineFor(subject, seed, JSON.parse(JSON.stringify(state)));
      const needed = second.parameters;
      const since = state.lastEnd! - subject.strategy.warmUpDays(needed) * DAY_MS;
      second.warm(
        specs.map(({ symbol }, index) => ({
          symbol,
          intervalMs: BASE_MS,
          candles: barsSince(candles[index]!, Math.floor(since / DAY_MS) * DAY_MS),
        })),
      );
      expect(feed(second, steps.slice(cut), trace)).toEqual(whole);
    }),
    runs,
  );
});

/** Markets that are shut from Friday 21:00 to Sunday 21:00 UTC, beside one that never is. */
function marketsWithWeekends(seed: number): CandleSeries[] {
  return [0, 1, 2, 3].map((index) => {
    const [candles] = randomMarket(seed + index, BASE_MS, BARS).candles;
    const isOpen = (time: number): boolean => {
      const hour = ((time - MONDAY) / HOUR_MS) % (7 * 24);
      return index === 0 || hour < 4 * 24 + 21 || hour >= 6 * 24 + 21;
    };
    return candlesFrom(rowsOf(candles!).filter(({ time }) => isOpen(time)));
  });
}

test.each(subjects)(
  'a restart of $name on a Sunday evening, or anywhere else, changes nothing',
  (subject) => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: BARS - 1 }), (seed, cut) => {
        const candles = marketsWithWeekends(seed);
        const steps = stepsOf(candles);
        const whole = feed(engineFor(subject, seed), steps);
        // Every Sunday evening: the bars of 21:00 are the last of their days.
        const sundays = steps.flatMap(({ time }, at) =>
          ((time - MONDAY) / DAY_MS) % 7 > 6.8 ? [at, at + 1] : [],
        );
        for (const at of [cut, ...sundays]) {
          const first = engineFor(subject, seed);
          const trace = feed(first, steps.slice(0, at));
          const second = engineFor(subject, seed, JSON.parse(JSON.stringify(first.state())));
          second.warm(
            candles.map((series, index) => ({ symbol: `S${index}`, intervalMs: BASE_MS, candles: series })),
          );
          expect(feed(second, steps.slice(at), trace)).toEqual(whole);
        }
      }),
      { numRuns: 5 },
    );
  },
);

const rowsOf = (candles: Candles) =>
  Array.from({ length: candles.length }, (_, at) => ({
    time: candles.time[at]!,
    ...readBar(candles, at, emptyBar()),
  }));
const barsSince = (candles: Candles, since: number): Candles =>
  candlesFrom(rowsOf(candles).filter(({ time }) => time >= since));

const engineAfter = (subject: Subject, seed: number, steps: readonly Step[]) => {
  const engine = engineFor(subject, seed);
  feed(engine, steps);
  return engine.state();
};

test.each(subjects)('every part of the account of $name adds up to its equity', (subject) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const engine = engineFor(subject, seed);
      const fills: Fill[] = [];
      for (const { time, bars } of stepsOf(randomMarket(seed, BASE_MS, BARS).candles)) {
        fills.push(...engine.step(time, bars).fills);
        const { equity, grossRealised, unrealised, fees, spread, slippage, financing } = engine.mark();
        const explained = 1000 + grossRealised + unrealised - fees - spread - slippage - financing;
        expect(Math.abs(explained - equity)).toBeLessThanOrEqual(
          1e-9 * Math.max(1000, Math.abs(grossRealised), fees),
        );
      }
      const account = engine.mark();
      const sum = (field: 'grossRealised' | 'fee' | 'spread' | 'slippage') =>
        fills.reduce((total, fill) => total + fill[field], 0);
      const scale = Math.max(1, account.fees, Math.abs(account.grossRealised));
      expect(sum('grossRealised') / scale).toBeCloseTo(account.grossRealised / scale, 9);
      expect(sum('fee') / scale).toBeCloseTo(account.fees / scale, 9);
      expect(sum('spread') / scale).toBeCloseTo(account.spread / scale, 9);
      expect(sum('slippage') / scale).toBeCloseTo(account.slippage / scale, 9);
      if (account.grossExposure === 0) {
        const { specs } = randomMarket(seed, BASE_MS, 0);
        const ratesOf = (symbol: string) =>
          costRates(specs.find((spec) => spec.symbol === symbol)!.costs, subject.strategy.costRule, 1);
        const net = closedTrades(fillLogOf(fills, ratesOf)).reduce((total, trip) => total + trip.net, 0);
        expect((1000 + net) / scale).toBeCloseTo(account.equity / scale, 9);
      }
    }),
    runs,
  );
});

const ORDERS = ['entry', 'exit', 'rebalance'];
const LOSSES = ['daily-loss', 'drawdown-stop'];
const HALTS = ['stale-price', 'order-lapsed'];
const PAUSES = [...LOSSES, 'pause-end', ...HALTS];
const used: Record<string, { fills: string[]; protections: string[] }> = {
  SmartBot: { fills: [...ORDERS, ...LOSSES], protections: PAUSES },
  TurboBot: { fills: [...ORDERS, ...LOSSES, 'reverse', 'stop'], protections: [...PAUSES, 'stop'] },
  'a wild strategy': {
    fills: [...ORDERS, ...LOSSES, 'reverse', 'stop', 'scheduled-close', 'leverage-cap'],
    protections: [...PAUSES, 'stop', 'leverage-cap'],
  },
  'a wild, ruinous strategy': {
    fills: [...ORDERS, 'reverse', 'stop', 'scheduled-close', 'liquidation'],
    protections: ['stale-price', 'stop', 'leverage-cap', 'liquidation'],
  },
  'a rule': {
    fills: ['entry', 'exit', 'reverse', 'stop', 'target', 'trailing', 'time'],
    protections: [...HALTS, 'stop'],
  },
  'a rule that waits': {
    fills: ['entry', 'exit', 'stop', 'target', 'time'],
    protections: [...HALTS, 'stop'],
  },
};

test.each(subjects)('$name uses what these properties are meant to test', (subject) => {
  const fills = new Set<string>();
  const protections = new Set<string>();
  for (let seed = 0; seed < 12; seed++) {
    const trace = feed(engineFor(subject, seed), stepsOf(randomMarket(seed, BASE_MS, BARS).candles));
    for (const { reason } of trace.fills) fills.add(reason);
    for (const { kind } of trace.protections) protections.add(kind);
  }
  expect([...fills].sort()).toEqual(used[subject.name]!.fills.toSorted());
  expect([...protections].sort()).toEqual(used[subject.name]!.protections.toSorted());
});
