import { describe, expect, test } from 'vitest';
import { eveningWindow } from '../calendar/trading-calendar.ts';
import { type Bar, HOUR_MS } from '../candles.ts';
import { type MarketCategory, symbolSpec } from '../costs.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { Fill } from '../fill.ts';
import type { Decision, ProtectionEvent } from '../step-report.ts';
import type { TradingEvent } from '../strategy.ts';
import { type NewsBotParameters, newsBot, newsBotBenchmark } from './news-bot.ts';

/** Payrolls on a Friday in winter: the window is 16:00 to 21:00 UTC. */
const FRIDAY: TradingEvent = { id: 'friday', name: 'Test', ...eveningWindow('2026-12-04') };
const OPENS = FRIDAY.startsAt;

const bar = (open: number, high: number, low: number, close: number): Bar => ({
  open,
  high,
  low,
  close,
  volume: 1,
});
const flat = (price: number): Bar => bar(price, price, price, price);
/** An hour with the range 99 to 101. */
const RANGE = bar(100, 101, 99, 100);

type Hours = readonly (Bar | undefined)[];
type Run = {
  decisions: Decision[];
  fills: Fill[];
  protections: ProtectionEvent[];
  engine: Engine<NewsBotParameters>;
};

/** Steps hour by hour from `from` (default: the window's opening); one column of hours per market. */
function run(
  markets: readonly (readonly [symbol: string, category: MarketCategory, hours: Hours])[],
  options: {
    event?: TradingEvent;
    from?: number;
    strategy?: typeof newsBot;
    parameters?: unknown;
    costFactor?: number;
  } = {},
): Run {
  const { event = FRIDAY, from = event.startsAt, strategy = newsBot } = options;
  const engine = createEngine({
    strategy,
    parameters: options.parameters,
    symbols: markets.map(([symbol, category]) => symbolSpec(symbol, category)),
    startingEquity: 1,
    costFactor: options.costFactor ?? 0,
    baseIntervalMs: HOUR_MS,
    events: [event],
  });
  const decisions: Decision[] = [];
  const fills: Fill[] = [];
  const protections: ProtectionEvent[] = [];
  const length = Math.max(...markets.map(([, , hours]) => hours.length));
  for (let hour = 0; hour < length; hour++) {
    const report = engine.step(
      from + hour * HOUR_MS,
      markets.map(([, , hours]) => hours[hour]),
    );
    if (report.decision) decisions.push(report.decision);
    fills.push(...report.fills);
    protections.push(...report.protections);
  }
  return { decisions, fills, protections, engine };
}

const gold = (...hours: Hours) => ['GOLD', 'commodities', hours] as const;
const pound = (...hours: Hours) => ['GBP/USD', 'forex', hours] as const;
const reasons = ({ decisions }: Run) => decisions.map(({ symbols }) => symbols.map(({ reason }) => reason));

describe('a window from 17:00 to 22:00', () => {
  test('is entered at 19:00 after a close above the first hour, and left at 22:00 by a scheduled close', () => {
    const result = run([
      gold(RANGE, bar(100, 102, 100, 102), bar(103, 104, 103, 104), flat(104), flat(105), flat(90)),
    ]);
    expect(reasons(result)).toEqual([['range-known'], ['breakout-up'], ['holding']]);
    const { symbols, figures } = result.decisions[1]!;
    expect(symbols[0]).toMatchObject({ action: 'buy', signal: 1, adjustment: 'entry' });
    expect(symbols[0]!.figures).toMatchObject({
      high: 101,
      low: 99,
      close: 102,
      stop: 99,
      stopDistance: 3 / 102,
    });
    // 3 % of the equity at risk with a stop 2.94 % away.
    expect(symbols[0]!.weightAfter).toBeCloseTo(1.02, 12);
    expect(figures).toMatchObject({ startsAt: OPENS, endsAt: FRIDAY.endsAt, markets: 1 });
    expect(figures.plannedRisk).toBeCloseTo(0.03, 12);
    expect(result.fills).toMatchObject([
      { time: OPENS + 2 * HOUR_MS, reason: 'entry', midPrice: 103, unitsAfter: 0.01 },
      { time: OPENS + 5 * HOUR_MS, reason: 'scheduled-close', midPrice: 105, unitsAfter: 0 },
    ]);
  });

  test('is entered at 20:00 when only that hour closes outside, here below', () => {
    const result = run([gold(RANGE, flat(100), bar(100, 100, 98, 98.5), flat(98), flat(97), flat(97))]);
    expect(reasons(result)).toEqual([['range-known'], ['inside-range'], ['breakout-down']]);
    expect(result.fills[0]).toMatchObject({ time: OPENS + 3 * HOUR_MS, reason: 'entry', midPrice: 98 });
    expect(result.fills[0]!.unitsAfter).toBeLessThan(0);
  });

  test('is left alone when both hours close within the range, though they reach beyond it', () => {
    const spike = bar(100, 110, 90, 101);
    const result = run([gold(RANGE, spike, spike, flat(120), flat(120), flat(120))]);
    expect(reasons(result)).toEqual([['range-known'], ['inside-range'], ['range-not-left']]);
    expect(result.fills).toEqual([]);
  });

  test('is never entered twice, and a stop takes the worse of its price and the open', () => {
    const result = run([gold(RANGE, flat(102), bar(98, 98, 97, 102), flat(102), flat(102), flat(102))]);
    expect(reasons(result)).toEqual([['range-known'], ['breakout-up'], ['already-traded']]);
    expect(result.fills).toMatchObject([
      { reason: 'entry', midPrice: 98 },
      { reason: 'stop', midPrice: 98, stop: 99 },
    ]);
  });

  test('has no decision outside its hours, whatever happens', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => flat(100 + 10 * hour));
    const { decisions } = run([gold(...hours)], { from: OPENS - 8 * HOUR_MS });
    expect(decisions.map(({ time }) => (time - OPENS) / HOUR_MS)).toEqual([1, 2, 3]);
  });
});

describe('the size', () => {
  const breaking = (close: number): Hours => [RANGE, flat(close), flat(close)];

  test('is an equal share of risk and leverage of the markets that had the first hour', () => {
    const { decisions } = run([
      gold(...breaking(102)),
      pound(bar(1, 1.0001, 0.9985, 1), flat(1.001), flat(1.001)),
      ['SILVER', 'commodities', breaking(100)],
      ['SPX500', 'indices', [undefined, flat(100), flat(100)]],
    ]);
    const { symbols, figures } = decisions[1]!;
    expect(figures.markets).toBe(3);
    expect(symbols.map(({ reason }) => reason)).toEqual([
      'breakout-up',
      'breakout-up',
      'inside-range',
      'missing-bars',
    ]);
    expect(symbols[0]!.weightAfter).toBeCloseTo(0.01 / (3 / 102), 9);
    // A stop 0.25 % away would allow a weight of 4; a third of the leverage is less.
    expect(symbols[1]!.weightAfter).toBeCloseTo((0.95 * 5) / 3, 8);
    expect(figures.plannedRisk).toBeLessThanOrEqual(0.03);
  });

  test('does not grow when a market drops out after its first hour', () => {
    const { decisions } = run([gold(RANGE, flat(100), flat(102)), pound(RANGE, flat(102), undefined)]);
    expect(decisions.map(({ figures }) => figures.markets)).toEqual([2, 2, 2]);
    expect(reasons({ decisions } as Run)[2]).toEqual(['breakout-up', 'missing-bars']);
    expect(decisions[2]!.symbols[0]!.weightAfter).toBeCloseTo(0.015 / (3 / 102), 9);
  });

  test('leaves room for costs and the first hour below the gross cap, which therefore does not act', () => {
    const near = bar(100, 100.1, 99.9, 100);
    const { decisions, fills, protections } = run(
      [gold(near, flat(100.2), bar(100.2, 100.2, 99.95, 100), flat(100), flat(100))],
      { costFactor: 1 },
    );
    // A stop 0.3 % away would allow a weight of 10.
    expect(decisions[1]!.symbols[0]!.weightAfter).toBeCloseTo(4.75, 9);
    expect(protections).toEqual([]);
    expect(fills.map(({ reason }) => reason)).toEqual(['entry', 'scheduled-close']);
  });

  test('treats a stop within 0.1 % of the price as one 0.1 % away', () => {
    const narrow = bar(100, 100.03, 99.99, 100);
    const parameters = { grossCap: 10, riskPerEvent: 0.005 };
    const { decisions } = run([gold(narrow, flat(100.04), flat(100.04))], { parameters });
    expect(decisions[1]!.symbols[0]!.figures.stopDistance).toBeCloseTo(0.0005, 6);
    expect(decisions[1]!.symbols[0]!.weightAfter).toBeCloseTo(5, 9);
  });
});

describe('markets without a whole window', () => {
  test('are left alone on the half-days of the exchanges, forex is not', () => {
    const event: TradingEvent = { id: 'july', name: 'Test', ...eveningWindow('2025-07-03') };
    const hours = [RANGE, flat(102), flat(102), flat(102), flat(102)];
    const result = run([gold(...hours), pound(...hours)], { event });
    expect(reasons(result)).toEqual([
      ['closes-early', 'range-known'],
      ['closes-early', 'breakout-up'],
      ['closes-early', 'holding'],
    ]);
    expect(result.decisions[1]!.figures.markets).toBe(1);
  });

  test('are left alone when an hour is missing', () => {
    const hours = [RANGE, undefined, flat(102)];
    expect(
      reasons(run([gold(...hours), pound(RANGE, flat(100), flat(100))])).map(([first]) => first),
    ).toEqual(['range-known', 'missing-bars', 'missing-bars']);
  });

  test('keep no position over night even when their last hours are missing', () => {
    const late = [undefined, undefined, flat(95)];
    const { fills } = run([gold(RANGE, flat(102), flat(102), ...late), pound(...Array(6).fill(flat(1)))]);
    expect(fills).toMatchObject([
      { reason: 'entry' },
      { time: OPENS + 5 * HOUR_MS, reason: 'scheduled-close', midPrice: 95, unitsAfter: 0 },
    ]);
  });

  test('are not entered by an order that waited beyond the window', () => {
    const silent = [undefined, undefined, undefined, flat(102)];
    const { fills } = run([gold(RANGE, flat(100), flat(102), ...silent), pound(...Array(7).fill(flat(1)))]);
    expect(fills).toEqual([]);
  });
});

describe('windows of other lengths', () => {
  const window = (startsAt: number, endsAt: number): TradingEvent => ({
    id: 'other',
    name: 'Test',
    startsAt,
    endsAt,
  });
  const hours = Array.from({ length: 10 }, () => RANGE);

  test('have their first full hour as range and entries until two hours before the end', () => {
    const { decisions } = run([gold(...hours)], { event: window(OPENS, OPENS + 8 * HOUR_MS) });
    expect(decisions.map(({ time }) => (time - OPENS) / HOUR_MS)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('may begin and end within an hour', () => {
    const half = HOUR_MS / 2;
    const result = run([gold(...hours)], { event: window(OPENS - half, OPENS + 4.5 * HOUR_MS), from: OPENS });
    expect(result.decisions.map(({ time }) => (time - OPENS) / HOUR_MS)).toEqual([1, 2]);
    expect(reasons(result)).toEqual([['range-known'], ['range-not-left']]);
  });

  test('of less than four hours are not traded, and it says so', () => {
    const result = run([gold(RANGE, flat(102), flat(103))], { event: window(OPENS, OPENS + 3 * HOUR_MS) });
    expect(reasons(result)).toEqual([['window-too-short']]);
  });
});

test('the benchmark is long in every market at 19:00, with a stop as far away as the range is wide', () => {
  const { decisions, fills } = run(
    [
      gold(RANGE, flat(95), flat(96), flat(96), flat(96)),
      pound(RANGE, flat(105), flat(105), flat(105), flat(105)),
    ],
    { strategy: newsBotBenchmark },
  );
  const { symbols } = decisions[1]!;
  expect(symbols.map(({ reason }) => reason)).toEqual(['always-long', 'always-long']);
  expect(symbols.map(({ figures }) => figures.stop)).toEqual([93, 103]);
  expect(fills.map(({ reason }) => reason)).toEqual(['entry', 'entry', 'scheduled-close', 'scheduled-close']);
});

test('the published parameters are the defaults and have bounds', () => {
  expect(newsBot.parameters.parse({})).toEqual({
    riskPerEvent: 0.03,
    grossCap: 5,
    minimumStop: 0.001,
    maxDrawdown: 0.2,
    pauseDays: 90,
    maxDailyLoss: 0.04,
  });
  for (const bad of [{ riskPerEvent: 0.5 }, { grossCap: 50 }, { pauseDays: 0 }, { leverage: 2 }]) {
    expect(newsBot.parameters.safeParse(bad).success).toBe(false);
  }
});

test('a decision is plain data', () => {
  const { decisions } = run([gold(RANGE, flat(102), flat(102))]);
  expect(JSON.parse(JSON.stringify(decisions))).toEqual(decisions);
});
