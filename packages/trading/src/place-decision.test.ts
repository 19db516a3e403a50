import { describe, expect, test } from 'vitest';
import { runBacktest, StrategyFault } from './backtest.ts';
import { HOUR_MS } from './candles.ts';
import { symbolSpec } from './costs.ts';
import { createEngine } from './engine.ts';
import type { Strategy } from './strategy.ts';
import { MONDAY, randomMarket, stepsOf } from './testing/random-market.ts';
import { scriptedStrategy, type Wish } from './testing/scripted-strategy.ts';
import { wildStrategy } from './testing/wild-strategy.ts';

const flat = (price: number) => ({ open: price, high: price, low: price, close: price, volume: 0 });
const specs = ['A', 'B'].map((symbol) => symbolSpec(symbol, 'forex'));

describe('a decision', () => {
  const endOfFirst = MONDAY + HOUR_MS;
  test.each<[string, readonly Wish[], string | null]>([
    ['a weight that is no number', [0.1, Number.NaN], 'B'],
    ['a weight beyond all sense', [10.1, 0], 'A'],
    ['a weight without end', [Number.POSITIVE_INFINITY, 0], 'A'],
    ['a stop nowhere', [{ weight: 0.1, stop: { distance: Number.NaN } }, 0], 'A'],
    ['a stop at nothing', [{ weight: 0.1, stop: { price: 0 } }, 0], 'A'],
    ['a target on the wrong side', [{ weight: 0.1, target: { fraction: -0.1 } }, 0], 'A'],
    [
      'a trailing stop without end',
      [{ weight: 0.1, trailing: { distance: Number.POSITIVE_INFINITY } }, 0],
      'A',
    ],
    ['a lot of nothing', [{ weight: 0.1, lot: 0 }, 0], 'A'],
    ['a close that has been', [{ weight: 0.1, closeAt: endOfFirst }, 0], 'A'],
    ['too few symbols', [0.1], null],
    ['too many symbols', [0.1, 0.1, 0.1], null],
    ['more than it may', [0.6, -0.5], null],
  ])('that wants %s is a fault: nothing is ordered, and a backtest fails with it', (_, wishes, symbol) => {
    const scripted = scriptedStrategy(HOUR_MS, () => wishes);
    const strategy: typeof scripted = {
      ...scripted,
      protectionLimits: (limits) => ({ ...limits, maxOrdered: 1 }),
    };
    const engine = createEngine({ strategy, symbols: specs, startingEquity: 1000, baseIntervalMs: HOUR_MS });
    const { decision, protections } = engine.step(MONDAY, [flat(10), flat(20)]);
    expect(decision).toBeNull();
    expect(protections).toEqual([
      { kind: 'strategy-fault', symbol, from: endOfFirst, until: null, figures: {} },
    ]);
    expect(engine.step(endOfFirst, [flat(10), flat(20)]).fills).toEqual([]);
    const { specs: symbols, candles } = randomMarket(1, HOUR_MS, 30);
    expect(() =>
      runBacktest({
        strategy,
        series: symbols.slice(0, 2).map((spec, index) => ({ spec, candles: candles[index]! })),
        baseIntervalMs: HOUR_MS,
        from: Number.NEGATIVE_INFINITY,
        until: Number.POSITIVE_INFINITY,
      }),
    ).toThrow(StrategyFault);
  });

  test('changes nothing by writing to what it is shown, now or later', () => {
    const wild = wildStrategy(HOUR_MS);
    const hostile: Strategy<unknown> = {
      ...(wild as Strategy<unknown>),
      decide(view, portfolio, parameters) {
        const decided = wild.decide(view, portfolio, parameters as never);
        for (const [index] of view.symbols.entries()) spoil(view.candles(index));
        for (const shown of [view, view.symbols, view.events, portfolio, parameters]) spoil(shown);
        return decided;
      },
    };
    const { specs: symbols, candles } = randomMarket(7, HOUR_MS, 400);
    const trace = (strategy: Strategy<unknown>) => {
      const events = [{ id: 'e', name: 'E', startsAt: MONDAY, endsAt: MONDAY + HOUR_MS }];
      const options = { symbols, startingEquity: 1000, baseIntervalMs: HOUR_MS, events };
      const engine = createEngine({ strategy, ...options });
      const reports = stepsOf(candles).map(({ time, bars }) => engine.step(time, bars));
      return { reports, state: engine.state() };
    };
    const honest = trace(wild as Strategy<unknown>);
    expect(honest.reports.flatMap(({ fills }) => fills).length).toBeGreaterThan(100);
    expect(trace(hostile)).toEqual(honest);
  });
});

/** Writes nonsense wherever something can be written, however deep. */
function spoil(shown: unknown, depth = 0): void {
  if (typeof shown !== 'object' || shown === null || depth > 4) return;
  if (shown instanceof Float64Array) {
    shown.fill(1e6);
    return;
  }
  for (const key of Object.keys(shown)) {
    const value = Reflect.get(shown, key);
    if (typeof value === 'object') spoil(value, depth + 1);
    else if (typeof value === 'number') Reflect.set(shown, key, 1e6);
    else if (typeof value === 'string') Reflect.set(shown, key, 'hacked');
  }
}
