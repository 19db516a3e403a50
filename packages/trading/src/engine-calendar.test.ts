import { describe, expect, test } from 'vitest';
import { type Bar, DAY_MS, HOUR_MS } from './candles.ts';
import type { SymbolSpec } from './costs.ts';
import { createEngine, type Engine } from './engine.ts';
import type { Strategy, TradingEvent } from './strategy.ts';
import { MONDAY } from './testing/random-market.ts';
import { scriptedStrategy } from './testing/scripted-strategy.ts';

const FINANCED = { feeBps: 0, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 3.65 };
const specs: SymbolSpec[] = [
  { symbol: 'A', category: 'crypto', costs: FINANCED },
  { symbol: 'B', category: 'indices', costs: FINANCED },
];
const flat = (price: number): Bar => ({ open: price, high: price, low: price, close: price, volume: 1 });
const hour = (count: number): number => MONDAY + count * HOUR_MS;
const event = (id: string, from: number, to: number): TradingEvent => ({
  id,
  name: id,
  startsAt: hour(from),
  endsAt: hour(to),
});

const engineOf = (strategy: Strategy<unknown>, extra: object = {}): Engine<unknown> =>
  createEngine({ strategy, symbols: specs, startingEquity: 1000, baseIntervalMs: HOUR_MS, ...extra });

describe('the calendar', () => {
  const seen: string[][] = [];
  const noting = scriptedStrategy(HOUR_MS, (view) => {
    seen.push(view.events.map(({ id }) => id));
    return [null, null];
  });

  test('is seen by decisions as it was given last, and is no part of the state', () => {
    seen.length = 0;
    const engine = engineOf(noting, { events: [event('first', 1, 2)] });
    engine.step(hour(0), [flat(10), undefined]);
    engine.setEvents([event('first', 1, 2), event('second', 5, 6)]);
    engine.step(hour(1), [flat(10), undefined]);
    const again = engineOf(noting, { state: JSON.parse(JSON.stringify(engine.state())) });
    again.warm([]);
    again.step(hour(2), [flat(10), undefined]);
    expect(seen).toEqual([['first'], ['first', 'second'], []]);
  });

  test.each<[string, TradingEvent[]]>([
    ['events out of order', [event('b', 5, 6), event('a', 1, 2)]],
    ['an event that ends when it begins', [event('a', 1, 1)]],
    ['an event whose end is no time', [{ ...event('a', 1, 2), endsAt: Number.NaN }]],
  ])('refuses %s', (_, events) => {
    expect(() => engineOf(noting, { events })).toThrow(RangeError);
    expect(() => engineOf(noting).setEvents(events)).toThrow(RangeError);
  });

  test('takes events that begin together or overlap', () => {
    expect(() =>
      engineOf(noting).setEvents([event('a', 1, 9), event('b', 1, 2), event('c', 2, 3)]),
    ).not.toThrow();
  });
});

describe('a strategy that is not due', () => {
  /** Wants B at noon only. */
  const atNoon: Strategy<unknown> = {
    ...scriptedStrategy(HOUR_MS, () => [null, 0.5]),
    isDue: (view) => view.end % DAY_MS === 12 * HOUR_MS,
  };

  test('decides nothing, is not counted, and its waiting orders stay', () => {
    const engine = engineOf(atNoon);
    const decisions: unknown[] = [];
    for (let count = 9; count < 15; count++) {
      // B is shut at noon and opens at two.
      const { decision, fills } = engine.step(hour(count), [
        flat(10),
        count < 14 && count > 10 ? undefined : flat(20),
      ]);
      if (decision) decisions.push([decision.number, decision.time]);
      expect(fills.map(({ units }) => units)).toEqual(count === 14 ? [25] : []);
    }
    expect(decisions).toEqual([[1, hour(12)]]);
  });
});

describe('time without bars that were watched', () => {
  const holding = () => {
    const engine = engineOf(scriptedStrategy(DAY_MS, () => [1, null], true));
    engine.step(hour(0), [flat(10), undefined]);
    engine.step(hour(1), [flat(10), undefined]);
    return engine;
  };

  test('is financed and nothing else', () => {
    const engine = holding();
    const before = engine.mark();
    engine.idle(hour(26));
    const after = engine.mark();
    // A year's 365 % are one per cent a day of the 1000 held.
    expect(after.financing - before.financing).toBeCloseTo(10, 10);
    expect(after.equity).toBeCloseTo(before.equity - 10, 10);
    expect(after.grossExposure).toBe(before.grossExposure);
  });

  test('is charged in the account of a moment within it, which changes nothing', () => {
    const engine = holding();
    const state = JSON.stringify(engine.state());
    const marked = engine.mark(undefined, hour(26));
    expect(JSON.stringify(engine.state())).toBe(state);
    expect(engine.mark(undefined, hour(1))).toEqual(engine.mark());
    engine.idle(hour(26));
    const charged = engine.mark();
    for (const figure of ['equity', 'financing', 'unrealised', 'grossRealised', 'grossExposure'] as const)
      expect(marked[figure], figure).toBeCloseTo(charged[figure], 10);
  });

  test('costs what the same time costs as a gap between two bars', () => {
    const [idle, gap] = [holding(), holding()];
    idle.idle(hour(20));
    for (const engine of [idle, gap]) engine.step(hour(30), [flat(10), undefined]);
    expect(idle.mark().financing).toBeCloseTo(gap.mark().financing, 10);
  });

  test('that lies before the last bar is none, and bars within it are refused', () => {
    const engine = holding();
    const state = JSON.stringify(engine.state());
    engine.idle(hour(2));
    engine.idle(hour(1));
    expect(JSON.stringify(engine.state())).toBe(state);
    engine.idle(hour(10));
    expect(() => engine.step(hour(9), [flat(10), undefined])).toThrow(RangeError);
  });

  test('is nothing to an engine that has not begun', () => {
    const engine = engineOf(scriptedStrategy(DAY_MS, () => [1, null], true));
    engine.idle(hour(50));
    expect(engine.step(hour(0), [flat(10), undefined]).decision).not.toBeNull();
  });
});
