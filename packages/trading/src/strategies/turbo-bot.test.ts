import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runBacktest } from '../backtest.ts';
import { type Bar, candlesFrom, DAY_MS, firstIndexAt } from '../candles.ts';
import { type MarketCategory, type SymbolSpec, symbolSpec } from '../costs.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { Decision, StepReport } from '../step-report.ts';
import { MONDAY, randomMarket } from '../testing/random-market.ts';
import { turboBot, turboBotBenchmark } from './turbo-bot.ts';

/** Small windows, so that a test is a page of prices: entry over the last 10 days, exit over 5, stop of two ranges. */
const small = {
  entryDays: 10,
  exitDays: 5,
  stopRanges: 2,
  rangeBars: 4,
  volatilityWindowDays: 10,
  volatilityTarget: 0.25,
};

const bar = (close: number, reach = 1): Bar => ({
  open: close,
  high: close + reach,
  low: close - reach,
  close,
  volume: 0,
});
/** Closes 100 ± 0.5 with highs of 101.5 and lows of 98.5: a channel that is quiet but not without volatility. */
const quiet = (day: number): Bar => ({ ...bar(day % 2 ? 100.5 : 99.5), high: 101.5, low: 98.5 });

const SYMBOLS: readonly [string, MarketCategory][] = [
  ['BTC/USD', 'crypto'],
  ['GOLD', 'commodities'],
];
const QUIET_DAYS = 30;

function engineAfterQuietDays(parameters: object = {}, state?: unknown): Engine<unknown> {
  const engine = createEngine({
    strategy: turboBot,
    parameters: { ...small, ...parameters },
    symbols: SYMBOLS.map(([symbol, category]): SymbolSpec => symbolSpec(symbol, category)),
    startingEquity: 1000,
    baseIntervalMs: DAY_MS,
    costFactor: 0,
    ...(state === undefined ? {} : { state }),
  });
  const rows = Array.from({ length: QUIET_DAYS }, (_, day) => ({
    time: MONDAY + day * DAY_MS,
    ...quiet(day),
  }));
  engine.warm(SYMBOLS.map(([symbol]) => ({ symbol, intervalMs: DAY_MS, candles: candlesFrom(rows) })));
  return engine;
}

/** Steps one day after the quiet ones per bar of BTC/USD; GOLD stays quiet. */
function days(engine: Engine<unknown>, bars: readonly (Bar | undefined)[], first = 0): StepReport[] {
  return bars.map((given, day) =>
    engine.step(MONDAY + (QUIET_DAYS + first + day) * DAY_MS, [given, quiet(first + day)]),
  );
}

const bitcoin = (report: StepReport | undefined) => report!.decision!.symbols[0]!;

describe('a breakout', () => {
  test.each([
    ['above the high', 101.6, 'breakout-up', 'buy', 1],
    ['exactly at the high, which is not beyond it', 101.5, 'inside-channel', 'flat', 0],
    ['inside', 100, 'inside-channel', 'flat', 0],
    ['exactly at the low', 98.5, 'inside-channel', 'flat', 0],
    ['below the low', 98.4, 'breakout-down', 'sell', -1],
  ])('of a close %s', (_, close, reason, action, signal) => {
    expect(bitcoin(days(engineAfterQuietDays(), [bar(close)])[0])).toMatchObject({ reason, action, signal });
  });

  test('is judged by the close, not by the high of the day, and against the days before', () => {
    const [first, second, third] = days(engineAfterQuietDays(), [
      { ...bar(100), high: 120 },
      bar(110),
      bar(120.5),
    ]);
    expect(bitcoin(first)).toMatchObject({ reason: 'inside-channel' });
    expect(bitcoin(second)).toMatchObject({ reason: 'inside-channel', figures: { entryHigh: 120 } });
    expect(bitcoin(third)).toMatchObject({ reason: 'breakout-up' });
  });

  test('comes with its figures, and a missed one with what was missing', () => {
    const [out, inside] = [102, 100].map((close) => bitcoin(days(engineAfterQuietDays(), [bar(close)])[0]));
    expect(out!.figures).toEqual({
      targetWeight: out!.weightAfter,
      volatility: expect.any(Number),
      entryDays: 10,
      exitDays: 5,
      close: 102,
      entryHigh: 101.5,
      entryLow: 98.5,
      exitHigh: 101.5,
      exitLow: 98.5,
      toBreakoutUp: expect.closeTo(101.5 / 102 - 1, 12),
      toBreakoutDown: expect.closeTo(1 - 98.5 / 102, 12),
      // Three quiet bars of 3, and the day itself from 100.5 yesterday to a high of 103.
      averageTrueRange: (3 * 3 + 2.5) / 4,
      stopDistance: (2 * (3 * 3 + 2.5)) / 4,
      stop: null,
    });
    expect(inside!.figures).toMatchObject({ toBreakoutUp: expect.closeTo(0.015, 12) });
    expect(inside!.figures).toMatchObject({ toBreakoutDown: expect.closeTo(0.015, 12) });
  });

  test('is still one after days on which the market was closed', () => {
    const engine = engineAfterQuietDays();
    const reports = days(engine, [bar(102), undefined, undefined, bar(103)]);
    for (const report of reports.slice(0, 3))
      expect(bitcoin(report)).toMatchObject({ reason: 'breakout-up', action: 'buy' });
    expect(reports[3]!.fills).toMatchObject([{ symbol: 'BTC/USD', reason: 'entry', midPrice: 103 }]);
    expect(bitcoin(reports[3])).toMatchObject({ reason: 'holding-long' });
  });
});

describe('a position', () => {
  test('is held until the close leaves the exit channel, whatever the entry channel says', () => {
    const reports = days(engineAfterQuietDays(), [
      bar(102),
      ...[103, 106, 109, 112, 115, 118].map((close) => bar(close)),
      // The five days before reach down to 105: exactly there is not below …
      bar(105),
      // … and now to 104.
      bar(103.9),
    ]);
    expect(reports.slice(1, 8).map((report) => bitcoin(report).reason)).toEqual(
      new Array<string>(7).fill('holding-long'),
    );
    expect(bitcoin(reports[8])).toMatchObject({ reason: 'exit-long', action: 'sell', weightAfter: 0 });
    // Within the ten days' channel, which begins below 100.
    expect(bitcoin(reports[8]).figures.entryLow).toBeLessThan(100);
  });

  test('is reversed when the close leaves the entry channel on the other side', () => {
    const reports = days(engineAfterQuietDays({ stopRanges: 20 }), [bar(102), bar(102), bar(97), bar(96)]);
    expect(bitcoin(reports[2])).toMatchObject({ reason: 'breakout-down', adjustment: 'reverse', signal: -1 });
    expect(reports[3]!.fills).toMatchObject([{ reason: 'reverse' }]);
    expect(reports[3]!.fills[0]!.unitsAfter).toBeLessThan(0);
    expect(bitcoin(reports[3])).toMatchObject({ reason: 'holding-short' });
  });

  test('short is closed above the high of the exit channel', () => {
    const falling = [98, 97, 96, 95, 94, 93].map((close) => bar(close));
    // The five days before reach up to 98, and with the first of these bars to 99.
    const reports = days(engineAfterQuietDays({ stopRanges: 20 }), [...falling, bar(98), bar(99.1), bar(99)]);
    expect(bitcoin(reports[6])).toMatchObject({ reason: 'holding-short' });
    expect(bitcoin(reports[7])).toMatchObject({ reason: 'exit-short', action: 'buy', weightAfter: 0 });
    expect(bitcoin(reports[8])).toMatchObject({ action: 'flat', weightBefore: 0 });
  });

  test('has a stop at a fixed distance from its entry, which later days do not move', () => {
    const reports = days(engineAfterQuietDays(), [bar(102), bar(103, 3), bar(106, 3), bar(107, 3)]);
    const distance = bitcoin(reports[0]).figures.stopDistance!;
    const stops = reports.slice(1).map((report) => bitcoin(report).figures.stop);
    expect(stops).toEqual([103 - distance, 103 - distance, 103 - distance]);
    expect(bitcoin(reports[3]).figures.stopDistance).toBeGreaterThan(distance);
  });
});

test('after a stop the bot stays out until the close leaves the channel anew', () => {
  const engine = engineAfterQuietDays();
  const hit: Bar = { open: 104, high: 105, low: 90, close: 104, volume: 0 };
  const reports = days(engine, [bar(104), hit, bar(104.5), bar(105), bar(106.1)]);
  expect(reports[1]!.fills.map(({ reason }) => reason)).toEqual(['entry', 'stop']);
  expect(reports.slice(1, 4).map((report) => bitcoin(report).reason)).toEqual([
    'inside-channel',
    'inside-channel',
    'inside-channel',
  ]);
  // Above 106, the highest price since.
  expect(bitcoin(reports[4])).toMatchObject({ reason: 'breakout-up' });
});

test('what was held is known after a restart, from the account alone', () => {
  const path = [bar(102), bar(103), bar(104), bar(99), bar(98.6), bar(98), bar(97)];
  for (let cut = 1; cut < path.length; cut++) {
    const whole = days(engineAfterQuietDays(), path);
    const first = engineAfterQuietDays();
    days(first, path.slice(0, cut));
    const second = engineAfterQuietDays({}, JSON.parse(JSON.stringify(first.state())));
    second.warm([
      {
        symbol: 'BTC/USD',
        intervalMs: DAY_MS,
        candles: candlesFrom(
          path.map((given, day) => ({ time: MONDAY + (QUIET_DAYS + day) * DAY_MS, ...given })),
        ),
      },
      {
        symbol: 'GOLD',
        intervalMs: DAY_MS,
        candles: candlesFrom(
          path.map((_, day) => ({ time: MONDAY + (QUIET_DAYS + day) * DAY_MS, ...quiet(day) })),
        ),
      },
    ]);
    expect(days(second, path.slice(cut), cut)).toEqual(whole.slice(cut));
  }
});

describe('a symbol is not traded', () => {
  const lastDecision = (history: readonly (readonly [day: number, bar: Bar])[]): Decision => {
    const engine = createEngine({
      strategy: turboBot,
      parameters: small,
      symbols: [symbolSpec('BTC/USD', 'crypto'), symbolSpec('GOLD', 'commodities')],
      startingEquity: 1000,
      baseIntervalMs: DAY_MS,
    });
    const candles = candlesFrom(history.map(([day, given]) => ({ time: MONDAY + day * DAY_MS, ...given })));
    engine.warm([{ symbol: 'BTC/USD', intervalMs: DAY_MS, candles }]);
    return engine.step(MONDAY + 40 * DAY_MS, [undefined, quiet(0)]).decision!;
  };
  const until39 = (first: number) =>
    Array.from({ length: 40 - first }, (_, at): [number, Bar] => [first + at, quiet(at)]);

  test.each<[string, (readonly [number, Bar])[], string]>([
    ['before its history is longer than the channel', until39(31), 'warming-up'],
    ['but from then on', until39(30), 'inside-channel'],
    ['while too few bars have a range', [[20, quiet(0)], ...until39(37)], 'warming-up'],
    ['when it has had no bar for more than ten days', until39(0).slice(0, 30), 'no-price'],
    ['but with a bar ten days ago', until39(0).slice(0, 31), 'inside-channel'],
    ['while its prices do not move', until39(0).map(([day]) => [day, bar(100, 0)] as const), 'warming-up'],
  ])('%s', (_, history, reason) => {
    const { symbols } = lastDecision(history);
    expect(symbols[0]).toMatchObject({ reason, action: 'flat', signal: 0 });
    expect(JSON.parse(JSON.stringify(symbols))).toEqual(symbols);
  });
});

test('the published parameters are the defaults and have bounds', () => {
  expect(turboBot.parameters.parse({})).toEqual({
    entryDays: 168,
    exitDays: 84,
    stopRanges: 3,
    rangeBars: 20,
    volatilityWindowDays: 90,
    volatilityTarget: 0.25,
    grossCap: 3,
    bandShare: 0.25,
    bandMinimum: 0.0025,
    maxDrawdown: 0.25,
    pauseDays: 30,
    maxDailyLoss: 0.1,
  });
  // 168 days before the newest bar, which may itself be ten days old.
  expect(turboBot.warmUpDays(turboBot.parameters.parse({}))).toBe(179);
  for (const bad of [
    { grossCap: 3.1 },
    { stopRanges: 0 },
    { entryDays: 10, exitDays: 11 },
    { leverage: 2 },
    { maxDailyLoss: 0 },
  ]) {
    expect(turboBot.parameters.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
  }
});

describe.each([turboBot, turboBotBenchmark])('$id', (strategy) => {
  test('never wants more than its gross cap, and every position it opens is protected or a benchmark', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { specs, candles } = randomMarket(seed, DAY_MS, 150);
        let largest = 0;
        const { fills } = runBacktest({
          strategy,
          parameters: { ...small, volatilityTarget: 1 },
          series: specs.map((spec, index) => ({ spec, candles: candles[index]! })),
          baseIntervalMs: DAY_MS,
          from: MONDAY,
          until: MONDAY + 150 * DAY_MS,
          onDecision: ({ symbols }) => {
            const gross = symbols.reduce((sum, { weightAfter }) => sum + Math.abs(weightAfter), 0);
            largest = Math.max(largest, gross);
          },
        });
        expect(fills.length).toBeGreaterThan(0);
        expect(largest).toBeLessThanOrEqual(3 + 1e-9);
        expect(largest).toBeGreaterThan(1);
        const shorts = fills.filter(({ unitsAfter }) => unitsAfter < 0);
        const stops = fills.filter(({ reason }) => reason === 'stop');
        if (strategy === turboBotBenchmark) expect([...shorts, ...stops]).toEqual([]);
        for (const { stop, midPrice, units, time, symbol } of stops) {
          const at = specs.findIndex((spec) => spec.symbol === symbol);
          const { low, high, open } = candles[at]!;
          const index = firstIndexAt(candles[at]!, time);
          // Sold at the worse of stop and open, and only on a day that reached the stop.
          if (units < 0) expect(midPrice).toBe(Math.min(stop!, open[index]!));
          else expect(midPrice).toBe(Math.max(stop!, open[index]!));
          expect(low[index]!).toBeLessThanOrEqual(Math.max(stop!, midPrice));
          expect(high[index]!).toBeGreaterThanOrEqual(Math.min(stop!, midPrice));
        }
      }),
      { numRuns: 15 },
    );
  });
});
