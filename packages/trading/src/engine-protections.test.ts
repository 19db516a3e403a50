import { describe, expect, test } from 'vitest';
import { type Bar, candlesFrom, DAY_MS, HOUR_MS, MINUTE_MS } from './candles.ts';
import type { SymbolSpec } from './costs.ts';
import { createEngine, type Engine } from './engine.ts';
import type { StepReport } from './step-report.ts';
import type { Strategy } from './strategy.ts';
import { MONDAY } from './testing/random-market.ts';
import { scriptedStrategy, type Wish } from './testing/scripted-strategy.ts';

const FREE = { feeBps: 0, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 0 };
const specs: SymbolSpec[] = [
  { symbol: 'A', category: 'crypto', costs: FREE },
  { symbol: 'B', category: 'indices', costs: FREE },
];
const INTERVALS = { minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS };

/** A bar from one price to another; undefined for no bar. */
type Given = readonly [open: number, close: number] | undefined;
const barOf = (given: Given): Bar | undefined => {
  if (given === undefined) return undefined;
  const [open, close] = given;
  return { open, close, high: Math.max(open, close), low: Math.min(open, close), volume: 1 };
};

interface Row {
  /** Number of the bar since Monday, 00:00 UTC. */
  readonly at: number;
  readonly a?: Given;
  readonly b?: Given;
  readonly halted?: readonly string[];
  /** `KIND` of every protection with the number of the bar until which it lasts, and `REASON UNITS` of every fill. */
  readonly happens: readonly string[];
}

interface Story {
  readonly intervalMs: number;
  readonly parameters: object;
  readonly strategy: Strategy<unknown>;
}

function engineOf({ strategy, parameters, intervalMs }: Story, state?: unknown): Engine<unknown> {
  return createEngine({
    strategy,
    parameters,
    symbols: specs,
    startingEquity: 1000,
    baseIntervalMs: intervalMs,
    ...(state === undefined ? {} : { state }),
  });
}

function happened({ fills, protections }: StepReport, intervalMs: number): string[] {
  return [
    ...fills.map(({ symbol, reason, units }) => `${reason} ${symbol} ${Number(units.toFixed(2))}`),
    ...protections.map(({ kind, symbol, until }) =>
      [kind, symbol, until === null ? null : `until ${(until - MONDAY) / intervalMs}`]
        .filter((part) => part !== null)
        .join(' '),
    ),
  ];
}

/** Plays the rows, starting a new engine from the state in JSON before the row `restartAt`. */
function play(story: Story, rows: readonly Row[], restartAt?: number): { at: number; happens: string[] }[] {
  let engine = engineOf(story);
  return rows.map(({ at, a, b, halted }, index) => {
    if (index === restartAt) {
      engine = engineOf(story, JSON.parse(JSON.stringify(engine.state())));
      engine.warm([]);
    }
    const report = engine.step(MONDAY + at * story.intervalMs, [barOf(a), barOf(b)], halted);
    return { at, happens: happened(report, story.intervalMs) };
  });
}

const expected = (rows: readonly Row[]) => rows.map(({ at, happens }) => ({ at, happens: [...happens] }));

/** Always wants these weights. */
const always = (intervalMs: number, ...wishes: readonly Wish[]): Strategy<unknown> =>
  scriptedStrategy(intervalMs, () => wishes);
/** Wants these weights at its first decision and holds from then on. */
function once(intervalMs: number, ...wishes: readonly Wish[]): Strategy<unknown> {
  return scriptedStrategy(intervalMs, (_, { positions }) =>
    positions.some(({ units, closedAt }) => units !== 0 || closedAt !== null)
      ? wishes.map(() => null)
      : wishes,
  );
}

const DAY_OF_HOURS = 24;
const DAY_OF_MINUTES = 1440;
const limited = { maxDailyLoss: 0.1 };

const dailyLoss: [string, Story, Row[]][] = [
  [
    'hours: sold at the next open, nothing bought until midnight, then again',
    { intervalMs: INTERVALS.hours, parameters: limited, strategy: always(HOUR_MS, 1, null) },
    [
      { at: 0, a: [10, 10], happens: [] },
      { at: 1, a: [10, 10], happens: ['entry A 100'] },
      { at: 2, a: [10, 9.1], happens: [] },
      { at: 3, a: [9, 9], happens: [`daily-loss until ${DAY_OF_HOURS}`] },
      { at: 4, a: [8, 8], happens: ['daily-loss A -100'] },
      { at: 5, a: [20, 20], happens: [] },
      { at: 22, a: [20, 16], happens: [] },
      // Ends at midnight: decided at once, filled at the next open.
      { at: 23, a: [16, 16], happens: ['pause-end'] },
      { at: 24, a: [16, 16], happens: ['entry A 50'] },
      // Tuesday opened with the 800 of Monday's last close.
      { at: 25, a: [16, 14.5], happens: [] },
      { at: 26, a: [14.5, 14.3], happens: [`daily-loss until ${2 * DAY_OF_HOURS}`] },
    ],
  ],
  [
    'minutes: the day before does not count, nor does the gap at its end',
    { intervalMs: INTERVALS.minutes, parameters: limited, strategy: once(MINUTE_MS, 1, null) },
    [
      { at: 0, a: [10, 10], happens: [] },
      { at: 1, a: [10, 10], happens: ['entry A 100'] },
      { at: 2, a: [10, 9.5], happens: [] },
      { at: DAY_OF_MINUTES - 1, a: [9.5, 9.5], happens: [] },
      // 10 % of 950, not of 1000; the jump over midnight belongs to the new day.
      { at: DAY_OF_MINUTES, a: [8.6, 8.6], happens: [] },
      { at: DAY_OF_MINUTES + 1, a: [8.6, 8.54], happens: [`daily-loss until ${2 * DAY_OF_MINUTES}`] },
      { at: DAY_OF_MINUTES + 2, a: [8.5, 8.5], happens: ['daily-loss A -100'] },
      { at: DAY_OF_MINUTES + 3, a: [8.5, 8.5], happens: [] },
    ],
  ],
  [
    'days: known at midnight, sold at the next open, out for that day',
    { intervalMs: INTERVALS.days, parameters: limited, strategy: always(DAY_MS, 1, null) },
    [
      { at: 0, a: [10, 10], happens: [] },
      { at: 1, a: [10, 10], happens: ['entry A 100'] },
      { at: 2, a: [10, 8.9], happens: ['daily-loss until 4'] },
      { at: 3, a: [9, 20], happens: ['daily-loss A -100', 'pause-end'] },
      { at: 4, a: [20, 20], happens: ['entry A 45'] },
    ],
  ],
  [
    'hours: a market that is closed is sold when it opens, even after the halt',
    { intervalMs: INTERVALS.hours, parameters: limited, strategy: once(HOUR_MS, 1, 1) },
    [
      { at: 0, a: [10, 10], b: [20, 20], happens: [] },
      { at: 1, a: [10, 10], b: [20, 20], happens: ['entry A 100', 'entry B 50'] },
      { at: 2, a: [10, 8.9], happens: [`daily-loss until ${DAY_OF_HOURS}`] },
      { at: 3, a: [9, 9], happens: ['daily-loss A -100'] },
      { at: 23, b: [19, 19], happens: ['daily-loss B -50', 'pause-end'] },
      { at: 24, a: [9, 9], b: [19, 19], happens: [] },
    ],
  ],
  [
    'hours: the drawdown stop that acts at the same close goes on after midnight',
    {
      intervalMs: INTERVALS.hours,
      parameters: { ...limited, maxDrawdown: 0.1, pauseMs: 30 * HOUR_MS },
      strategy: always(HOUR_MS, 1, null),
    },
    [
      { at: 0, a: [10, 10], happens: [] },
      { at: 1, a: [10, 10], happens: ['entry A 100'] },
      { at: 2, a: [10, 9], happens: [`daily-loss until ${DAY_OF_HOURS}`, 'drawdown-stop until 33'] },
      { at: 3, a: [9, 9], happens: ['drawdown-stop A -100'] },
      { at: 23, a: [9, 9], happens: [] },
      { at: 31, a: [9, 9], happens: [] },
      { at: 32, a: [9, 9], happens: ['pause-end'] },
      { at: 33, a: [9, 9], happens: ['entry A 100'] },
    ],
  ],
];

const capped = { maxGross: 2 };
const leverage: [string, Story, Row[]][] = [
  [
    'hours: an order beyond the cap is scaled before it fills',
    { intervalMs: INTERVALS.hours, parameters: capped, strategy: once(HOUR_MS, 3, -1) },
    [
      // 4.0 wanted, 1.8 = nine tenths of the cap ordered.
      { at: 0, a: [10, 10], b: [20, 20], happens: ['leverage-cap'] },
      { at: 1, a: [10, 10], b: [20, 20], happens: ['entry A 135', 'entry B -22.5'] },
      { at: 2, a: [10, 10], b: [20, 20], happens: [] },
    ],
  ],
  [
    'hours: drift beyond the cap is cut back at the next open, once',
    { intervalMs: INTERVALS.hours, parameters: capped, strategy: once(HOUR_MS, -1.9, null) },
    [
      { at: 0, a: [10, 10], happens: [] },
      { at: 1, a: [10, 10], happens: ['entry A -190'] },
      // Short 1995 of 905: 2.2. Nine tenths of the cap are 1629 at 10.5.
      { at: 2, a: [10, 10.5], happens: ['leverage-cap'] },
      { at: 3, a: [10.5, 10.5], happens: ['leverage-cap A 34.86'] },
      { at: 4, a: [10.5, 10.5], happens: [] },
    ],
  ],
  [
    'days: likewise',
    { intervalMs: INTERVALS.days, parameters: capped, strategy: once(DAY_MS, -1.9, null) },
    [
      { at: 0, a: [10, 10], happens: [] },
      { at: 1, a: [10, 10], happens: ['entry A -190'] },
      { at: 2, a: [10, 10.5], happens: ['leverage-cap'] },
      { at: 3, a: [10.5, 10.5], happens: ['leverage-cap A 34.86'] },
    ],
  ],
  [
    'hours: a closed market keeps its order and is not reported again and again',
    // Decides daily: a decision that holds withdraws an order, and the cap would give a new one.
    { intervalMs: INTERVALS.hours, parameters: capped, strategy: once(DAY_MS, 0.1, -1.85) },
    [
      { at: 0, a: [10, 10], b: [20, 20], happens: [] },
      { at: 1, a: [10, 10], b: [20, 20], happens: ['entry A 10', 'entry B -92.5'] },
      { at: 2, a: [10, 10], b: [20, 22], happens: ['leverage-cap'] },
      { at: 3, a: [10, 10], happens: ['leverage-cap A -3.13'] },
      { at: 4, a: [10, 10], happens: [] },
      { at: 5, b: [22, 22], happens: ['leverage-cap B 28.94'] },
    ],
  ],
  [
    'hours: others make room for a halted symbol, which is cut back as soon as its price is known again',
    { intervalMs: INTERVALS.hours, parameters: capped, strategy: once(HOUR_MS, 1, -0.9) },
    [
      { at: 0, a: [10, 10], b: [20, 20], happens: [] },
      { at: 1, a: [10, 10], b: [20, 20], happens: ['entry A 100', 'entry B -45'] },
      // Equity 820, gross 1000 + 1080; nine tenths of the cap are 1476, so A keeps 396.
      { at: 2, a: [10, 10], b: [20, 24], halted: ['B'], happens: ['stale-price B', 'leverage-cap'] },
      { at: 3, a: [10, 10], halted: ['B'], happens: ['leverage-cap A -60.4'] },
      { at: 4, a: [10, 10], halted: ['B'], happens: [] },
      // Equity 730 alone would allow 1460; B's 1170 and A's 396 are more.
      { at: 5, a: [10, 10], b: [26, 26], happens: ['stale-price B until 6', 'leverage-cap'] },
      { at: 6, a: [10, 10], b: [26, 26], happens: ['leverage-cap A -6.37', 'leverage-cap B 7.24'] },
    ],
  ],
];

/** Wants B at the first decision and to be flat at all later ones. */
const wantsOnce = (intervalMs: number, wish: Wish): Strategy<unknown> =>
  scriptedStrategy(intervalMs, ({ end }) => [null, end === MONDAY + intervalMs ? wish : 0]);

const overtaken: typeof leverage = [
  [
    'days: an order of the first day is withdrawn while its market is halted, and never fills on the fifth',
    { intervalMs: INTERVALS.days, parameters: {}, strategy: wantsOnce(DAY_MS, 0.5) },
    [
      { at: 0, a: [10, 10], b: [20, 20], happens: [] },
      { at: 1, a: [10, 10], b: [20, 20], halted: ['B'], happens: ['stale-price B', 'order-lapsed B'] },
      { at: 2, a: [10, 10], b: [20, 20], halted: ['B'], happens: [] },
      { at: 3, a: [10, 10], b: [20, 20], halted: ['B'], happens: [] },
      { at: 4, a: [10, 10], b: [30, 30], happens: ['stale-price B until 5'] },
      { at: 5, a: [10, 10], b: [30, 30], happens: [] },
    ],
  ],
  [
    'hours: a halt that is over before the next decision keeps the order',
    { intervalMs: INTERVALS.hours, parameters: {}, strategy: wantsOnce(DAY_MS, 0.5) },
    [
      { at: 23, a: [10, 10], b: [20, 20], happens: [] },
      { at: 24, a: [10, 10], b: [20, 20], halted: ['B'], happens: ['stale-price B'] },
      { at: 25, a: [10, 10], b: [20, 20], happens: ['entry B 25', 'stale-price B until 26'] },
    ],
  ],
  [
    'hours: what a protection sells is sold after the halt, however many decisions have passed',
    { intervalMs: INTERVALS.hours, parameters: limited, strategy: once(HOUR_MS, null, 1) },
    [
      { at: 0, b: [20, 20], happens: [] },
      { at: 1, b: [20, 17], happens: ['entry B 50', 'daily-loss until 24'] },
      { at: 2, b: [17, 17], halted: ['B'], happens: ['stale-price B'] },
      { at: 3, b: [17, 17], halted: ['B'], happens: [] },
      { at: 4, b: [17, 17], happens: ['daily-loss B -50', 'stale-price B until 5'] },
    ],
  ],
];

const faults: readonly [string, Wish][] = [
  ['a weight that is no number', Number.NaN],
  ['an infinite weight', Number.POSITIVE_INFINITY],
  ['a stop price that is no number', { weight: 0.5, stop: { price: Number.NaN } }],
  ['a stop distance that is no number', { weight: 0.5, stop: { distance: Number.NaN } }],
  ['a stop below zero', { weight: 0.5, stop: { price: -1 } }],
  ['a scheduled close that is no time', { weight: 0.5, closeAt: Number.NaN }],
  ['a lot of nothing', { weight: 0.5, lot: 0 }],
];

test.each(faults)(
  '%s is a fault of the strategy: recorded, nothing ordered, what waits waits on',
  (_, wish) => {
    let wishes: readonly Wish[] = [null, 0.5];
    const strategy = scriptedStrategy(HOUR_MS, () => wishes);
    const engine = engineOf({ intervalMs: HOUR_MS, parameters: {}, strategy });
    const step = (at: number, b: Given) => engine.step(MONDAY + at * HOUR_MS, [barOf([10, 10]), barOf(b)]);
    step(0, [20, 20]);
    wishes = [1, wish];
    const { protections, decision } = step(1, undefined);
    expect(decision).toBeNull();
    expect(protections).toEqual([
      { kind: 'strategy-fault', symbol: 'B', from: MONDAY + 2 * HOUR_MS, until: null, figures: {} },
    ]);
    wishes = [null, null];
    expect(step(2, [20, 20]).fills).toMatchObject([{ symbol: 'B', reason: 'entry' }]);
    expect(engine.state().broker.positions[0]!.units).toBe(0);
  },
);

describe.each([...dailyLoss, ...leverage, ...overtaken])('in %s', (_, story, rows) => {
  test('happens what the table says', () => {
    expect(play(story, rows)).toEqual(expected(rows));
  });

  test('a restart before any bar changes nothing', () => {
    for (let row = 1; row < rows.length; row++) {
      expect(play(story, rows, row), `restarted before row ${row}`).toEqual(expected(rows));
    }
  });
});

test('the daily loss limit and the leverage cap report the figures behind them', () => {
  const engine = engineOf({
    intervalMs: HOUR_MS,
    parameters: { ...limited, ...capped },
    strategy: once(HOUR_MS, 3, null),
  });
  const step = (at: number, price: number) =>
    engine.step(MONDAY + at * HOUR_MS, [barOf([price, price]), undefined]);
  expect(step(0, 10).protections).toEqual([
    {
      kind: 'leverage-cap',
      symbol: null,
      from: MONDAY + HOUR_MS,
      until: null,
      figures: { gross: 3, limit: 2 },
    },
  ]);
  step(1, 10);
  expect(step(2, 9.4).protections).toEqual([
    {
      kind: 'daily-loss',
      symbol: null,
      from: MONDAY + 3 * HOUR_MS,
      until: MONDAY + DAY_MS,
      figures: { equity: 892, opening: 1000, loss: expect.closeTo(0.108, 12), limit: 0.1 },
    },
  ]);
});

test('a state from before there was a daily loss limit begins to watch with its next day', () => {
  const story = { intervalMs: HOUR_MS, parameters: limited, strategy: always(HOUR_MS, 1, null) };
  const first = engineOf(story);
  for (let at = 0; at < 3; at++) first.step(MONDAY + at * HOUR_MS, [barOf([10, 10]), undefined]);
  const { dailyLoss: _, ...old } = first.state();
  const second = engineOf(story, JSON.parse(JSON.stringify(old)));
  second.warm([{ symbol: 'A', intervalMs: HOUR_MS, candles: candlesFrom([]) }]);
  const report = second.step(MONDAY + 3 * HOUR_MS, [barOf([10, 8.9]), undefined]);
  expect(report.protections).toMatchObject([{ kind: 'daily-loss', figures: { opening: 1000 } }]);
});
