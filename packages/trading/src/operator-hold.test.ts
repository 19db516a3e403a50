import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bar, CandleSeries, candlesFrom, DAY_MS, HOUR_MS, MINUTE_MS } from './candles.ts';
import type { SymbolSpec } from './costs.ts';
import { createEngine, type Engine } from './engine.ts';
import { EquityRecord } from './equity-record.ts';
import type { StepReport } from './step-report.ts';
import { smaCross } from './strategies/sma-cross.ts';
import { smartBot } from './strategies/smart-bot.ts';
import { turboBot } from './strategies/turbo-bot.ts';
import type { Strategy } from './strategy.ts';
import { MONDAY, randomMarket, type Step, stepsOf } from './testing/random-market.ts';
import { scriptedStrategy } from './testing/scripted-strategy.ts';
import { wildStrategy } from './testing/wild-strategy.ts';

const FREE = { feeBps: 0, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 0 };
const specs: SymbolSpec[] = [
  { symbol: 'A', category: 'crypto', costs: FREE },
  { symbol: 'B', category: 'indices', costs: FREE },
];
/** Half of the equity in each market, whenever it may decide: at the end of every hour. */
const both = scriptedStrategy(HOUR_MS, () => [0.5, 0.5]);
const engineOf = (parameters: object = {}, state?: unknown): Engine<unknown> =>
  createEngine({
    strategy: both,
    parameters,
    symbols: specs,
    startingEquity: 1000,
    baseIntervalMs: HOUR_MS,
    ...(state === undefined ? {} : { state }),
  });

const bar = (price: number): Bar => ({ open: price, high: price, low: price, close: price, volume: 1 });
type Prices = readonly [a: number | null, b: number | null];

/** What the hour `at` does: every protection with the hour it lasts until, every fill, and whether there was a decision. */
function hour(engine: Engine<unknown>, at: number, prices: Prices, halted: readonly string[] = []): string[] {
  const bars = prices.map((price) => (price === null ? undefined : bar(price)));
  return told(engine.step(MONDAY + at * HOUR_MS, bars, halted));
}
const told = ({ fills, protections, decision }: StepReport): string[] => [
  ...fills.map(({ symbol, reason, units }) => `${reason} ${symbol} ${Number(units.toFixed(2))}`),
  ...protections.map(
    ({ kind, until }) => kind + (until === null ? '' : ` until ${(until - MONDAY) / HOUR_MS}`),
  ),
  ...(decision === null ? [] : ['decision']),
];
const units = (engine: Engine<unknown>) => engine.state().broker.positions.map((position) => position.units);

describe('a bot that an operator holds', () => {
  test('sells everything at the next open, decides nothing, and decides again once it is let go', () => {
    const engine = engineOf();
    expect(hour(engine, 0, [10, 20])).toEqual(['decision']);
    expect(hour(engine, 1, [10, 20])).toEqual(['entry A 50', 'entry B 25', 'decision']);
    engine.setHeld(true);
    expect(units(engine)).toEqual([50, 25]);
    expect(hour(engine, 2, [11, 20])).toEqual(['operator-pause']);
    expect(engine.state().heldSince).toBe(MONDAY + 3 * HOUR_MS);
    expect(hour(engine, 3, [12, 20])).toEqual(['operator-pause A -50', 'operator-pause B -25']);
    const equity = engine.equity();
    for (let at = 4; at < 40; at++) expect(hour(engine, at, [12 + at, 20 - at / 10])).toEqual([]);
    expect(engine.equity()).toBe(equity);
    engine.setHeld(false);
    expect(hour(engine, 40, [20, 20])).toEqual(['operator-pause until 41', 'decision']);
    expect(engine.state().heldSince).toBeNull();
    expect(hour(engine, 41, [20, 20])).toEqual([
      `entry A ${equity / 40}`,
      `entry B ${equity / 40}`,
      'decision',
    ]);
  });

  test('fills what was ordered before at the open that came before the hold, and withdraws the rest', () => {
    const engine = engineOf();
    hour(engine, 0, [10, 20]);
    engine.setHeld(true);
    // B is shut: its order waits, and the hold takes it away.
    expect(hour(engine, 1, [10, null])).toEqual(['entry A 50', 'operator-pause']);
    expect(hour(engine, 2, [10, 20])).toEqual(['operator-pause A -50']);
    expect(hour(engine, 3, [10, 20])).toEqual([]);
  });

  test('is held while every market is shut, and sells when one opens', () => {
    const engine = engineOf();
    hour(engine, 0, [10, 20]);
    hour(engine, 1, [10, 20]);
    engine.setHeld(true);
    expect(hour(engine, 2, [null, null])).toEqual(['operator-pause']);
    expect(hour(engine, 3, [null, null])).toEqual([]);
    expect(hour(engine, 4, [9, null])).toEqual(['operator-pause A -50']);
    expect(hour(engine, 5, [9, 21])).toEqual(['operator-pause B -25']);
  });

  test('keeps what was not sold yet once it is let go, and decides on it like on anything else', () => {
    const engine = engineOf();
    hour(engine, 0, [10, 20]);
    hour(engine, 1, [10, 20]);
    engine.setHeld(true);
    expect(hour(engine, 2, [10, null])).toEqual(['operator-pause']);
    expect(hour(engine, 3, [10, null])).toEqual(['operator-pause A -50']);
    engine.setHeld(false);
    // Halted, so that no decision replaces the order: only letting go takes it away.
    expect(hour(engine, 4, [10, null], ['B'])).toEqual(['stale-price', 'operator-pause until 5', 'decision']);
    expect(hour(engine, 5, [10, 20], ['B'])).toEqual(['entry A 50', 'decision']);
    expect(hour(engine, 6, [10, 20])).toEqual(['stale-price until 7', 'decision']);
    expect(units(engine)).toEqual([50, 25]);
  });

  test('is sold out all the same where a limit wants that as well', () => {
    const engine = engineOf({ maxDrawdown: 0.1, pauseMs: 10 * HOUR_MS });
    hour(engine, 0, [10, 20]);
    hour(engine, 1, [10, 20]);
    expect(hour(engine, 2, [7, null])).toEqual(['drawdown-stop until 13']);
    engine.setHeld(true);
    hour(engine, 3, [7, null]);
    engine.setHeld(false);
    hour(engine, 4, [7, null]);
    expect(hour(engine, 5, [7, 20])).toEqual(['operator-pause B -25']);
  });

  test('sells a market whose price is stale once it is not any more', () => {
    const engine = engineOf();
    hour(engine, 0, [10, 20]);
    hour(engine, 1, [10, 20]);
    engine.setHeld(true);
    expect(hour(engine, 2, [10, 20], ['B'])).toEqual(['stale-price', 'operator-pause']);
    expect(hour(engine, 3, [10, 20], ['B'])).toEqual(['operator-pause A -50']);
    expect(hour(engine, 4, [10, 20])).toEqual(['operator-pause B -25', 'stale-price until 5']);
  });

  test('says once that it is held, however often that is said, and nothing when it was let go before it obeyed', () => {
    const engine = engineOf();
    hour(engine, 0, [10, 20]);
    engine.setHeld(true);
    engine.setHeld(false);
    expect(hour(engine, 1, [10, 20])).toEqual(['entry A 50', 'entry B 25', 'decision']);
    engine.setHeld(true);
    engine.setHeld(true);
    expect(hour(engine, 2, [10, 20])).toEqual(['operator-pause']);
    engine.setHeld(true);
    expect(hour(engine, 3, [10, 20])).toEqual(['operator-pause A -50', 'operator-pause B -25']);
    engine.setHeld(false);
    engine.setHeld(true);
    expect(hour(engine, 4, [10, 20])).toEqual([]);
  });

  test('does nothing once its equity is used up', () => {
    const engine = engineOf();
    hour(engine, 0, [10, 20]);
    hour(engine, 1, [10, 20]);
    const ruined = createEngine({
      strategy: scriptedStrategy(HOUR_MS, () => [-1, 0]),
      symbols: specs,
      startingEquity: 1000,
      baseIntervalMs: HOUR_MS,
    });
    hour(ruined, 0, [10, 20]);
    hour(ruined, 1, [10, 20]);
    ruined.setHeld(true);
    expect(hour(ruined, 2, [30, 20])).toEqual(['liquidation A 100', 'liquidation']);
    expect(hour(ruined, 3, [30, 20])).toEqual([]);
    expect(ruined.state().heldSince).toBeNull();
  });
});

describe('a hold beside the limits', () => {
  const limits = { maxDrawdown: 0.1, pauseMs: 10 * HOUR_MS };

  /** Stopped by its drawdown at the end of hour 2, out until hour 13. */
  function stopped(parameters: object = limits): Engine<unknown> {
    const engine = engineOf(parameters);
    hour(engine, 0, [10, 20]);
    hour(engine, 1, [10, 20]);
    hour(engine, 2, [7, 20]);
    hour(engine, 3, [7, 20]);
    expect(units(engine)).toEqual([0, 0]);
    return engine;
  }

  test('outlasts the pause of a limit, whose end is then not told', () => {
    const engine = stopped();
    engine.setHeld(true);
    expect(hour(engine, 4, [7, 20])).toEqual(['operator-pause']);
    for (let at = 5; at < 20; at++) expect(hour(engine, at, [7, 20])).toEqual([]);
    expect(engine.state().drawdown).toEqual({
      peak: engine.equity(),
      peakSince: MONDAY + 13 * HOUR_MS,
      pausedFrom: null,
      pausedUntil: null,
    });
    engine.setHeld(false);
    expect(hour(engine, 20, [7, 20])).toEqual(['operator-pause until 21', 'decision']);
  });

  test.each([
    ['the drawdown', limits, 13],
    ['the loss of the day', { maxDailyLoss: 0.1 }, 24],
  ])('ends before the pause for %s: the bot stays out until that is over', (_, parameters, until) => {
    const engine = stopped(parameters);
    engine.setHeld(true);
    hour(engine, 4, [7, 20]);
    engine.setHeld(false);
    const report = engine.step(MONDAY + 5 * HOUR_MS, [bar(7), bar(20)]);
    expect(report.protections).toEqual([
      {
        kind: 'operator-pause',
        symbol: null,
        from: MONDAY + 5 * HOUR_MS,
        until: MONDAY + 6 * HOUR_MS,
        figures: { equity: engine.equity(), pausedUntil: MONDAY + until * HOUR_MS },
      },
    ]);
    for (let at = 6; at < until - 1; at++) expect(hour(engine, at, [7, 20])).toEqual([]);
    expect(hour(engine, until - 1, [7, 20])).toEqual(['pause-end', 'decision']);
  });

  test('both at one bar: everything is sold once, and the limit says that the bot is held as well', () => {
    const engine = engineOf(limits);
    hour(engine, 0, [10, 20]);
    hour(engine, 1, [10, 20]);
    engine.setHeld(true);
    const { protections } = engine.step(MONDAY + 2 * HOUR_MS, [bar(7), bar(20)]);
    expect(protections.map(({ kind, figures }) => [kind, figures.held ?? null])).toEqual([
      ['operator-pause', null],
      ['drawdown-stop', 1],
    ]);
    expect(hour(engine, 3, [7, 20])).toEqual(['drawdown-stop A -50', 'drawdown-stop B -25']);
  });

  test('does not begin the peak anew: what was lost before still counts', () => {
    const engine = engineOf(limits);
    hour(engine, 0, [10, 20]);
    hour(engine, 1, [10, 20]);
    engine.setHeld(true);
    hour(engine, 2, [9, 20]);
    hour(engine, 3, [9, 20]);
    engine.setHeld(false);
    hour(engine, 4, [9, 20]);
    expect(engine.state().drawdown.peak).toBe(1000);
  });
});

describe('the state of a bot that is held', () => {
  test('says so, and the restored engine goes on being held until it is told otherwise', () => {
    const first = engineOf();
    hour(first, 0, [10, 20]);
    hour(first, 1, [10, 20]);
    first.setHeld(true);
    hour(first, 2, [10, 20]);
    const second = engineOf({}, JSON.parse(JSON.stringify(first.state())));
    second.warm([]);
    expect(hour(second, 3, [10, 20])).toEqual(['operator-pause A -50', 'operator-pause B -25']);
    expect(hour(second, 4, [10, 20])).toEqual([]);
    second.setHeld(false);
    expect(hour(second, 5, [10, 20])).toEqual(['operator-pause until 6', 'decision']);
  });

  test('from before there were holds is one of a bot that nobody holds', () => {
    const first = engineOf();
    hour(first, 0, [10, 20]);
    const { heldSince: _, ...old } = first.state();
    const second = engineOf({}, JSON.parse(JSON.stringify(old)));
    second.warm([{ symbol: 'A', intervalMs: HOUR_MS, candles: candlesFrom([]) }]);
    expect(second.state().heldSince).toBeNull();
    expect(hour(second, 1, [10, 20])).toEqual(['entry A 50', 'entry B 25', 'decision']);
  });
});

describe('whatever the bot does', () => {
  const BASE_MS = 3 * HOUR_MS;
  const BARS = 24 * 10;
  const subjects: { name: string; strategy: Strategy<unknown>; parameters: unknown }[] = [
    {
      name: 'SmartBot',
      strategy: smartBot,
      parameters: {
        lookbackDays: [2, 4, 8],
        volatilityWindowDays: 10,
        volatilityTarget: 0.3,
        maxDrawdown: 0.02,
        pauseDays: 3,
      },
    },
    {
      name: 'TurboBot',
      strategy: turboBot,
      parameters: { entryDays: 6, exitDays: 3, rangeBars: 3, volatilityWindowDays: 6, pauseDays: 3 },
    },
    { name: 'a wild strategy', strategy: wildStrategy(6 * HOUR_MS), parameters: {} },
  ];
  type Subject = (typeof subjects)[number];
  /** Bars before which it is held and let go. */
  type Holds = ReadonlyMap<number, boolean>;

  const create = ({ strategy, parameters }: Subject, seed: number, state?: unknown) =>
    createEngine({
      strategy,
      parameters,
      symbols: randomMarket(seed, BASE_MS, 0).specs,
      startingEquity: 1000,
      baseIntervalMs: BASE_MS,
      ...(state === undefined ? {} : { state }),
    });

  function run(engine: Engine<unknown>, steps: readonly Step[], from: number, holds: Holds) {
    return steps.slice(from).map(({ time, bars }, index) => {
      const isHeld = holds.get(from + index);
      if (isHeld !== undefined) engine.setHeld(isHeld);
      const report = engine.step(time, bars, (time / BASE_MS) % 50 > 45 ? ['S1'] : []);
      return { report, equity: engine.equity(), units: units(engine), held: engine.state().heldSince };
    });
  }

  const cuts = fc.tuple(
    fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    fc.uniqueArray(fc.integer({ min: 1, max: BARS - 1 }), { minLength: 2, maxLength: 5 }),
    fc.integer({ min: 1, max: BARS - 1 }),
  );
  const holdsOf = (bars: readonly number[]): Holds =>
    new Map(bars.toSorted((a, b) => a - b).map((at, index) => [at, index % 2 === 0]));

  test.each(subjects)('a run of $name that is saved and restored at any bar is bit-identical', (subject) => {
    fc.assert(
      fc.property(cuts, ([seed, bars, cut]) => {
        const { candles, specs: symbols } = randomMarket(seed, BASE_MS, BARS);
        const steps = stepsOf(candles);
        const holds = holdsOf(bars);
        const one = create(subject, seed);
        const whole = run(one, steps, 0, holds);
        const first = create(subject, seed);
        const before = run(first, steps.slice(0, cut), 0, holds);
        const second = create(subject, seed, JSON.parse(JSON.stringify(first.state())));
        second.warm(
          symbols.map(({ symbol }, index) => ({ symbol, intervalMs: BASE_MS, candles: candles[index]! })),
        );
        expect([...before, ...run(second, steps, cut, holds)]).toEqual(whole);
        expect(JSON.stringify(second.state())).toBe(JSON.stringify(one.state()));
      }),
      { numRuns: 15 },
    );
  });

  test.each(subjects)('$name decides and buys nothing while it is held', (subject) => {
    let sold = 0;
    fc.assert(
      fc.property(cuts, ([seed, bars]) => {
        const steps = stepsOf(randomMarket(seed, BASE_MS, BARS).candles);
        const seen = run(create(subject, seed), steps, 0, holdsOf(bars));
        for (const [at, { report, units: after, held }] of seen.entries()) {
          const wasHeld = seen[at - 1]?.held != null;
          if (held !== null) expect(report.decision).toBeNull();
          if (!wasHeld) continue;
          for (const fill of report.fills) expect(fill.unitsAfter).toBe(0);
          for (const [index, now] of after.entries()) {
            const before = seen[at - 1]!.units[index]!;
            if (now !== before) expect(now).toBe(0);
          }
          sold += report.fills.filter(({ reason }) => reason === 'operator-pause').length;
        }
      }),
      { numRuns: 15 },
    );
    expect(sold).toBeGreaterThan(0);
  });
});

test('a held bot does not coast', () => {
  const candles = new CandleSeries();
  for (let at = 0; at < 40; at++) candles.append(MONDAY + at * 15 * MINUTE_MS, bar(100 + (at % 7)));
  const engine = createEngine({
    strategy: smaCross(15 * MINUTE_MS),
    parameters: { fast: 3, slow: 8, lot: 0.01 },
    symbols: [{ symbol: 'X', category: 'crypto', costs: FREE }],
    startingEquity: 10_000,
    baseIntervalMs: 15 * MINUTE_MS,
    whole: [candles],
    keepsFills: true,
    describesDecisions: false,
  });
  const record = new EquityRecord();
  const coastFrom = (at: number) => engine.coast(candles, at, candles.length, record);
  engine.step(MONDAY, [bar(100)]);
  record.append(MONDAY + 15 * MINUTE_MS, engine.equity(), engine.grossExposure());
  engine.setHeld(true);
  expect(coastFrom(1)).toBe(1);
  engine.step(MONDAY + 15 * MINUTE_MS, [bar(101)]);
  expect(coastFrom(2)).toBe(2);
  engine.setHeld(false);
  expect(coastFrom(2)).toBe(2);
  engine.step(MONDAY + 30 * MINUTE_MS, [bar(102)]);
  expect(coastFrom(3)).toBeGreaterThan(3);
  expect(engine.state().lastEnd).toBeLessThanOrEqual(MONDAY + DAY_MS);
});
