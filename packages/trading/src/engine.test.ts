import { describe, expect, test } from 'vitest';
import { ZodError } from 'zod';
import { type Bar, candlesFrom, DAY_MS, HOUR_MS } from './candles.ts';
import type { SymbolSpec } from './costs.ts';
import { createEngine, type Engine, type EngineOptions } from './engine.ts';
import type { Strategy } from './strategy.ts';
import { MONDAY } from './testing/random-market.ts';
import { scriptedStrategy, type Wish } from './testing/scripted-strategy.ts';

const FREE = { feeBps: 0, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 0 };
const specs: SymbolSpec[] = [
  { symbol: 'A', category: 'crypto', costs: FREE },
  { symbol: 'B', category: 'indices', costs: FREE },
];
const flat = (price: number): Bar => ({ open: price, high: price, low: price, close: price, volume: 1 });
const bar = (open: number, close: number): Bar => ({
  open,
  high: Math.max(open, close),
  low: Math.min(open, close),
  close,
  volume: 1,
});
const hour = (count: number): number => MONDAY + count * HOUR_MS;

function engineOf<P>(strategy: Strategy<P>, extra: Partial<EngineOptions<P>> = {}): Engine<P> {
  return createEngine({ strategy, symbols: specs, startingEquity: 1000, baseIntervalMs: HOUR_MS, ...extra });
}

/** Wants the given weights once, at the first decision, and holds afterwards. */
const once = (wishes: readonly Wish[], intervalMs = DAY_MS) =>
  scriptedStrategy(intervalMs, (_, { positions }) =>
    positions.some(({ units, closedAt }) => units !== 0 || closedAt !== null)
      ? wishes.map(() => null)
      : wishes,
  );

describe('an engine', () => {
  test.each<[string, Partial<EngineOptions<unknown>>]>([
    ['bars that do not divide the decision interval', { baseIntervalMs: 7 * HOUR_MS }],
    ['an equity of nothing', { startingEquity: 0 }],
    ['an equity that is no number', { startingEquity: Number.NaN }],
  ])('refuses %s', (_, extra) => {
    expect(() => engineOf(once([null, null]), extra)).toThrow(RangeError);
  });

  test('refuses parameters and a state of another shape', () => {
    expect(() => engineOf(once([null, null]), { parameters: { maxGross: 'all' } })).toThrow(ZodError);
    const state = { ...engineOf(once([null, null])).state(), format: 3 };
    expect(() => engineOf(once([null, null]), { state })).toThrow(ZodError);
  });
});

describe('decisions', () => {
  test('are made when a day closes and fill at the next open of each symbol', () => {
    const engine = engineOf(once([0.5, 0.5]));
    const first = engine.step(hour(0), [flat(10), flat(20)]);
    // The first step decides on the history there is; nothing was known before.
    expect(first.decision).toMatchObject({ number: 1, seenUntil: MONDAY, time: hour(1) });
    const second = engine.step(hour(1), [flat(11), undefined]);
    expect(second.fills).toMatchObject([
      { symbol: 'A', time: hour(1), units: 50, midPrice: 11, reason: 'entry', decision: 1 },
    ]);
    expect(engine.step(hour(2), [flat(11), undefined]).fills).toEqual([]);
    expect(engine.step(hour(3), [flat(11), flat(21)]).fills).toMatchObject([
      { symbol: 'B', units: 25, midPrice: 21 },
    ]);
    const decided = [];
    for (let count = 4; count < 50; count++) {
      const { decision } = engine.step(hour(count), [flat(11), undefined]);
      if (decision) decided.push([decision.number, decision.time]);
    }
    expect(decided).toEqual([
      [2, hour(24)],
      [3, hour(48)],
    ]);
  });

  test('come with the first bar after a gap and see only what closed before it', () => {
    const seen: number[][] = [];
    const strategy = scriptedStrategy(DAY_MS, (view) => {
      const { length, close } = view.candles(0);
      seen.push([view.end, length, close[length - 1] ?? 0, view.price(0)]);
      return [null, null];
    });
    const engine = engineOf(strategy);
    engine.step(hour(0), [flat(10), undefined]);
    engine.step(hour(22), [flat(12), undefined]);
    // The last hour of Monday is missing, as is the first of Tuesday.
    const report = engine.step(hour(25), [flat(15), undefined]);
    expect(report.decision).toMatchObject({ seenUntil: hour(24), time: hour(26) });
    expect(seen).toEqual([
      [hour(0), 0, 0, 10],
      [hour(24), 1, 12, 15],
    ]);
  });

  test('turn weights into units at the last price and say what they do', () => {
    let wish: Wish = 0.4;
    const engine = engineOf(scriptedStrategy(HOUR_MS, () => [wish, null]));
    const actions: unknown[] = [];
    for (const [count, next] of [0.4, 0.4, null, 0.2, 0, 0].entries()) {
      wish = next;
      const { decision } = engine.step(hour(count), [flat(10), flat(20)]);
      const { action, weightBefore, weightAfter } = decision!.symbols[0]!;
      actions.push([action, weightBefore, weightAfter]);
      expect(decision!.symbols[1]).toMatchObject({ action: 'flat', weightBefore: 0, weightAfter: 0 });
    }
    expect(actions).toEqual([
      ['buy', 0, 0.4],
      ['hold', 0.4, 0.4],
      ['hold', 0.4, 0.4],
      ['sell', 0.4, 0.2],
      ['sell', 0.2, 0],
      ['flat', 0, 0],
    ]);
  });

  test('replace every waiting order, so that holding withdraws an older one', () => {
    let wishes: Wish[] = [null, 0.5];
    const engine = engineOf(scriptedStrategy(HOUR_MS, () => wishes));
    engine.step(hour(0), [flat(10), flat(20)]);
    wishes = [null, null];
    engine.step(hour(1), [flat(10), undefined]);
    expect(engine.step(hour(2), [flat(10), flat(20)]).fills).toEqual([]);
  });
});

describe('a step', () => {
  test('without any bar changes nothing', () => {
    const engine = engineOf(once([0.5, 0.5], HOUR_MS));
    engine.step(hour(0), [flat(10), flat(20)]);
    const before = JSON.stringify(engine.state());
    expect(engine.step(hour(1), [undefined, undefined])).toEqual({
      fills: [],
      protections: [],
      decision: null,
      liquidated: false,
    });
    expect(JSON.stringify(engine.state())).toBe(before);
  });

  test.each<[string, (engine: Engine<unknown>) => void]>([
    ['a bar before the last one', (engine) => engine.step(hour(3), [flat(1), undefined])],
    ['a bar off its interval', (engine) => engine.step(hour(6) + 1, [flat(1), undefined])],
    ['a price of zero', (engine) => engine.step(hour(6), [flat(0), undefined])],
    ['a price that is no number', (engine) => engine.step(hour(6), [flat(Number.NaN), undefined])],
  ])('refuses %s', (_, act) => {
    const engine = engineOf(once([null, null]));
    engine.step(hour(5), [flat(10), undefined]);
    expect(() => act(engine)).toThrow(RangeError);
  });
});

describe('history', () => {
  const days = candlesFrom([0, 1, 2].map((day) => ({ time: MONDAY + day * DAY_MS, ...flat(10 + day) })));
  const closesSeen = (seen: number[][]) =>
    scriptedStrategy(DAY_MS, (view) => {
      const closes = new Float64Array(4);
      view.closes(0, closes);
      seen.push([...closes]);
      return [null, null];
    });

  test('is seen by the first decision', () => {
    const seen: number[][] = [];
    const engine = engineOf(closesSeen(seen));
    engine.warm([{ symbol: 'A', intervalMs: DAY_MS, candles: days }]);
    engine.step(MONDAY + 3 * DAY_MS, [flat(20), undefined]);
    expect(seen).toEqual([[Number.NaN, 10, 11, 12]]);
  });

  test('must not reach beyond the first bar', () => {
    const engine = engineOf(closesSeen([]));
    engine.warm([{ symbol: 'A', intervalMs: DAY_MS, candles: days }]);
    expect(() => engine.step(MONDAY + 2 * DAY_MS, [flat(20), undefined])).toThrow('beyond the bar');
  });

  test('must be given back after a restart, and what the state already knows is left out', () => {
    const engine = engineOf(closesSeen([]));
    engine.warm([{ symbol: 'A', intervalMs: DAY_MS, candles: days }]);
    const thursday = MONDAY + 3 * DAY_MS;
    for (let count = 0; count < 30; count++)
      engine.step(thursday + count * HOUR_MS, [flat(20 + count), undefined]);
    const seen: number[][] = [];
    const restored = engineOf(closesSeen(seen), { state: JSON.parse(JSON.stringify(engine.state())) });
    const next = () => restored.step(thursday + 47 * HOUR_MS, [flat(99), undefined]);
    expect(next).toThrow('call warm() first');
    const all = candlesFrom([
      ...[0, 1, 2].map((day) => ({ time: MONDAY + day * DAY_MS, ...flat(10 + day) })),
      { time: thursday, ...flat(43) },
      { time: thursday + DAY_MS, ...flat(12345) },
    ]);
    restored.warm([{ symbol: 'A', intervalMs: DAY_MS, candles: all }]);
    next();
    expect(seen).toEqual([[11, 12, 43, 99]]);
  });

  test('of an unknown symbol and a state of another strategy or of other symbols are refused', () => {
    const engine = engineOf(once([null, null]));
    expect(() => engine.warm([{ symbol: 'Z', intervalMs: DAY_MS, candles: days }])).toThrow(
      'unknown symbol Z',
    );
    const state = engine.state();
    expect(() => engineOf(once([null, null]), { state: { ...state, strategyId: 'other' } })).toThrow('other');
    expect(() => engineOf(once([null, null]), { state: { ...state, symbols: ['A', 'C'] } })).toThrow(
      'symbols',
    );
  });
});

describe('protections', () => {
  test('sell everything at the next open after the drawdown limit, pause, and then begin anew', () => {
    const strategy = scriptedStrategy(HOUR_MS, () => [1, null]);
    const engine = engineOf(strategy, { parameters: { maxDrawdown: 0.1, pauseMs: 3 * HOUR_MS } });
    engine.step(hour(0), [flat(10), undefined]);
    engine.step(hour(1), [flat(10), undefined]);
    const stopped = engine.step(hour(2), [bar(10, 9), undefined]);
    expect(stopped.protections).toEqual([
      {
        kind: 'drawdown-stop',
        symbol: null,
        from: hour(3),
        until: hour(6),
        figures: { equity: 900, peak: 1000, drawdown: expect.closeTo(0.1, 12), limit: 0.1 },
      },
    ]);
    expect(stopped.decision).toBeNull();
    const sold = engine.step(hour(3), [flat(8.5), undefined]);
    expect(sold.fills).toMatchObject([
      { reason: 'drawdown-stop', units: -100, midPrice: 8.5, decision: null },
    ]);
    expect(engine.step(hour(4), [flat(20), undefined]).decision).toBeNull();
    const resumed = engine.step(hour(5), [flat(20), undefined]);
    expect(resumed.protections).toMatchObject([{ kind: 'pause-end', figures: { equity: 850 } }]);
    expect(resumed.decision!.symbols[0]).toMatchObject({ action: 'buy' });
    expect(engine.step(hour(6), [flat(20), undefined]).protections).toEqual([]);
  });

  test('report a stop that was jumped over with its level and its price', () => {
    const engine = engineOf(once([{ weight: 1, stop: { price: 9 } }, null]));
    engine.step(hour(0), [flat(10), undefined]);
    engine.step(hour(1), [flat(10), undefined]);
    const report = engine.step(hour(2), [flat(8), undefined]);
    expect(report.protections).toEqual([
      {
        kind: 'stop',
        symbol: 'A',
        from: hour(2),
        until: null,
        figures: { stop: 9, price: 8, units: 100, result: -200 },
      },
    ]);
  });

  test('withdraw an order over which its market was halted until the next decision, but never a stop', () => {
    let wishes: Wish[] = [0.5, { weight: 0.5, stop: { price: 18 } }];
    const engine = engineOf(scriptedStrategy(HOUR_MS, () => wishes));
    engine.step(hour(0), [flat(10), flat(20)]);
    engine.step(hour(1), [undefined, flat(20)]);
    wishes = [0.1, 0.1];
    const halted = engine.step(hour(2), [flat(10), bar(20, 17)], ['A', 'B']);
    expect(halted.fills).toMatchObject([{ symbol: 'B', reason: 'stop', midPrice: 18 }]);
    expect(halted.protections.map(({ kind, symbol, from, until }) => [kind, symbol, from, until])).toEqual([
      ['stale-price', 'A', hour(3), null],
      ['stale-price', 'B', hour(3), null],
      ['order-lapsed', 'A', hour(3), null],
      ['stop', 'B', hour(2), null],
    ]);
    expect(halted.decision!.symbols[0]).toMatchObject({ adjustment: 'halted', weightAfter: 0 });
    const released = engine.step(hour(3), [flat(10), flat(17)], ['B']);
    expect(released.protections).toMatchObject([
      { kind: 'stale-price', symbol: 'A', from: hour(3), until: hour(4) },
    ]);
    // B was stopped out and gets no new order.
    expect(released.fills).toEqual([]);
    expect(released.decision!.symbols[1]).toMatchObject({ adjustment: 'halted', action: 'flat' });
  });

  test('settle a symbol without a bar for more than ten days at its carried price', () => {
    const engine = engineOf(once([0.5, 0.5]));
    engine.step(hour(0), [flat(10), flat(20)]);
    engine.step(hour(1), [flat(10), flat(20)]);
    engine.step(hour(2), [flat(10), bar(20, 22)]);
    const tenDays = hour(3) + 10 * DAY_MS;
    expect(engine.step(tenDays - HOUR_MS, [flat(10), undefined]).fills).toEqual([]);
    const report = engine.step(tenDays, [flat(10), undefined]);
    expect(report.fills).toMatchObject([{ symbol: 'B', reason: 'settlement', midPrice: 22, units: -25 }]);
    expect(report.protections).toMatchObject([
      { kind: 'settlement', symbol: 'B', from: hour(3), until: tenDays + HOUR_MS, figures: { price: 22 } },
    ]);
  });

  test('liquidate when equity is used up, after which nothing happens any more', () => {
    const engine = engineOf(once([3, null]));
    engine.step(hour(0), [flat(10), undefined]);
    engine.step(hour(1), [flat(10), undefined]);
    const report = engine.step(hour(2), [bar(10, 6), undefined]);
    expect(report).toMatchObject({
      liquidated: true,
      fills: [{ reason: 'liquidation', units: -300 }],
      protections: [{ kind: 'liquidation', figures: { equity: -200 } }],
    });
    expect(engine.step(hour(3), [flat(100), undefined])).toMatchObject({
      liquidated: true,
      fills: [],
      decision: null,
    });
    expect(engine.equity()).toBe(-200);
    const restored = engineOf(once([3, null]), { state: engine.state() });
    expect(restored.step(hour(4), [flat(100), undefined]).liquidated).toBe(true);
  });

  test('close symbols at their last price on request', () => {
    const engine = engineOf(once([0.5, null]));
    engine.step(hour(0), [flat(10), undefined]);
    engine.step(hour(1), [bar(10, 12), undefined]);
    expect(engine.settle(['A', 'B'], hour(2)).fills).toMatchObject([
      { symbol: 'A', midPrice: 12, reason: 'settlement' },
    ]);
    expect(engine.mark()).toMatchObject({ equity: 1100, grossRealised: 100, grossExposure: 0 });
  });
});

test('financing accrues through gaps without bars', () => {
  const symbols = specs.map((spec) => ({ ...spec, costs: { ...FREE, financingPerYear: 0.365 } }));
  const strategy = scriptedStrategy(
    DAY_MS,
    (_, { positions }) => [positions[0]!.units === 0 ? 1 : null, null],
    true,
  );
  const engine = createEngine({ strategy, symbols, startingEquity: 1000, baseIntervalMs: DAY_MS });
  engine.step(MONDAY, [flat(10), undefined]);
  engine.step(MONDAY + DAY_MS, [flat(10), undefined]);
  expect(engine.mark().financing).toBeCloseTo(1, 10);
  engine.step(MONDAY + 4 * DAY_MS, [flat(10), undefined]);
  expect(engine.mark().financing).toBeCloseTo(4, 10);
});

test('the next decision is due at the end of the running day', () => {
  expect(engineOf(once([null, null])).nextDecisionAt(hour(5))).toBe(hour(24));
});
