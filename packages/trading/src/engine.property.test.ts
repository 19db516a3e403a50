import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from './candles.ts';
import { createEngine, type Engine } from './engine.ts';
import type { Fill } from './fill.ts';
import { roundTrips } from './round-trips.ts';
import type { Decision, ProtectionEvent } from './step-report.ts';
import { smartBot } from './strategies/smart-bot.ts';
import type { Strategy } from './strategy.ts';
import { MONDAY, randomMarket, type Step, stepsOf } from './testing/random-market.ts';
import { wildStrategy } from './testing/wild-strategy.ts';

const HOURS = 24 * 40;
const BASE_MS = 3 * HOUR_MS;
const BARS = HOURS / 3;

/** Short lookbacks, so that SmartBot trades within forty days. */
const quick = { lookbackDays: [2, 4, 8], volatilityWindowDays: 10, maxDrawdown: 0.03, pauseDays: 3 };

type Subject = { name: string; strategy: Strategy<unknown>; parameters: unknown };
const subjects: Subject[] = [
  { name: 'SmartBot', strategy: smartBot, parameters: quick },
  { name: 'a wild strategy', strategy: wildStrategy(6 * HOUR_MS), parameters: {} },
  {
    name: 'a wild, ruinous strategy',
    strategy: wildStrategy(DAY_MS),
    parameters: { leverage: 60, maxDrawdown: 1 },
  },
];

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
        const net = roundTrips(fills).reduce((total, trip) => total + trip.net, 0);
        expect((1000 + net) / scale).toBeCloseTo(account.equity / scale, 9);
      }
    }),
    runs,
  );
});

test('the subjects use what they are meant to test', () => {
  const reasons = new Set<string>();
  const kinds = new Set<string>();
  for (let seed = 0; seed < 8; seed++) {
    for (const subject of subjects) {
      const { fills, protections } = feed(
        engineFor(subject, seed),
        stepsOf(randomMarket(seed, BASE_MS, BARS).candles),
      );
      for (const { reason } of fills) reasons.add(reason);
      for (const { kind } of protections) kinds.add(kind);
    }
  }
  expect([...reasons].sort()).toEqual([
    'drawdown-stop',
    'entry',
    'exit',
    'liquidation',
    'rebalance',
    'reverse',
    'scheduled-close',
    'stop',
  ]);
  expect([...kinds].sort()).toEqual(['drawdown-stop', 'liquidation', 'pause-end', 'stale-price', 'stop']);
});
