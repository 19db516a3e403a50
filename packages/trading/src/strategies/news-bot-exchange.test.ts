import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runBacktest } from '../backtest.ts';
import type { ExchangeHours } from '../calendar/exchange-hours.ts';
import { eveningWindow } from '../calendar/trading-calendar.ts';
import { type Bar, CandleSeries, HOUR_MS, MINUTE_MS } from '../candles.ts';
import { symbolSpec } from '../costs.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { Fill } from '../fill.ts';
import type { Decision } from '../step-report.ts';
import { newsBot } from './news-bot.ts';

/** Prices of a provider that is asked every so many minutes: most minutes have no bar, the last one of a session neither. */
const NEW_YORK: ExchangeHours = { zone: 'America/New_York', opens: '09:30', closes: '16:00' };
const SPECS = [symbolSpec('SPX500', 'indices'), symbolSpec('GOLD', 'commodities')];
const EVENING = '2026-12-04';
/** Summer time has begun in New York and not in Berlin: the window's 22:00 is 17:00 there, an hour after the exchange's close. */
const BETWEEN_THE_CLOCKS = '2026-03-18';

type Run = { decisions: Decision[]; fills: Fill[]; engine: Engine<unknown>; held: [number, number[]][] };

/** One bar per market and `every` minutes, `offset` after the window's opening; it breaks out upwards in the second hour. */
function run(
  day: string,
  options: {
    every: number;
    offset: number;
    last?: number;
    leavesOutEmpty?: boolean;
    /** Minutes that nobody watched. */
    away?: readonly [from: number, until: number];
  },
): Run {
  const { every, offset, last = Number.POSITIVE_INFINITY, leavesOutEmpty = false, away = [0, 0] } = options;
  const window = eveningWindow(day);
  const engine: Engine<unknown> = createEngine({
    strategy: newsBot,
    symbols: SPECS,
    startingEquity: 1,
    costFactor: 0,
    baseIntervalMs: MINUTE_MS,
    events: [{ id: day, name: 'Test', ...window }],
  });
  engine.setExchanges([NEW_YORK, null]);
  const decisions: Decision[] = [];
  const fills: Fill[] = [];
  const held: Run['held'] = [];
  for (let minute = 0; minute < 26 * 60; minute++) {
    const time = window.startsAt + minute * MINUTE_MS;
    if (minute >= away[0] && minute < away[1]) {
      engine.idle(time + MINUTE_MS);
      continue;
    }
    const isAsked = minute % every === offset && (minute <= last || minute > 20 * 60);
    const price = minute < 60 ? 100 + (minute % 2) : 103 + minute / 1000;
    const bar: Bar = { open: price, high: price, low: price, close: price, volume: 1 };
    // To the end of its session in winter; in March that is an hour too long, so there are stray prices after it.
    const isGoldOpen =
      time < Math.floor(window.startsAt / HOUR_MS) * HOUR_MS + 6 * HOUR_MS || minute > 8 * 60;
    const bars = [isAsked && isOpen(time) ? bar : undefined, isAsked && isGoldOpen ? bar : undefined];
    if (leavesOutEmpty && bars.every((entry) => entry === undefined)) continue;
    const report = engine.step(time, bars);
    if (report.decision) decisions.push(report.decision);
    fills.push(...report.fills);
    held.push([time + MINUTE_MS, engine.state().broker.positions.map(({ units }) => units)]);
  }
  return { decisions, fills, engine, held };
}

const clockOf = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
});
const isOpen = (time: number): boolean => clockOf.format(time) >= '09:30' && clockOf.format(time) < '16:00';

const fillsOf = (result: Run, symbol: string) => result.fills.filter((fill) => fill.symbol === symbol);

describe('on prices that are asked for every 18 minutes', () => {
  const { endsAt } = eveningWindow(EVENING);

  test('a market whose exchange closes with the window is left then, at the last known price', () => {
    const result = run(EVENING, { every: 18, offset: 7 });
    // The last question of the session came at minute 295 of 300.
    expect(fillsOf(result, 'SPX500')).toMatchObject([
      { reason: 'entry' },
      { time: endsAt, reason: 'scheduled-close', midPrice: 103.295, unitsAfter: 0 },
    ]);
  });

  test('a market that trades on is left at its next price', () => {
    const result = run(EVENING, { every: 18, offset: 7 });
    expect(fillsOf(result, 'GOLD')).toMatchObject([
      { reason: 'entry' },
      { time: endsAt + 13 * MINUTE_MS, reason: 'scheduled-close', midPrice: 103.313 },
    ]);
  });

  test('a price that is more than an hour old closes nothing: that waits for the next one', () => {
    const result = run(EVENING, { every: 18, offset: 7, last: 236 });
    expect(
      fillsOf(result, 'SPX500').map(({ reason, time }) => [reason, time > endsAt + 12 * HOUR_MS]),
    ).toEqual([
      ['entry', false],
      ['scheduled-close', true],
    ]);
  });

  test('a close that nobody watched is made up for while the market is shut', () => {
    const missed = run(EVENING, { every: 18, offset: 7, away: [298, 310] });
    expect(fillsOf(missed, 'SPX500')).toMatchObject([
      { reason: 'entry' },
      { time: endsAt + 10 * MINUTE_MS, reason: 'scheduled-close', midPrice: 103.295, unitsAfter: 0 },
    ]);
    // An hour after the last price there is none to close at.
    const late = run(EVENING, { every: 18, offset: 7, away: [298, 358] });
    expect(fillsOf(late, 'SPX500').map(({ reason, time }) => [reason, time > endsAt + 12 * HOUR_MS])).toEqual(
      [
        ['entry', false],
        ['scheduled-close', true],
      ],
    );
  });

  test('a market whose exchange closes before the window is not entered, and the others are left with their session', () => {
    const window = eveningWindow(BETWEEN_THE_CLOCKS);
    const result = run(BETWEEN_THE_CLOCKS, { every: 18, offset: 7 });
    expect(result.decisions.map(({ symbols }) => symbols.map(({ reason }) => reason))).toEqual([
      ['closes-early', 'range-known'],
      ['closes-early', 'breakout-up'],
      ['closes-early', 'holding'],
    ]);
    expect(result.decisions[1]!.figures.markets).toBe(1);
    expect(fillsOf(result, 'SPX500')).toEqual([]);
    expect(fillsOf(result, 'GOLD')).toMatchObject([
      { reason: 'entry' },
      { time: window.endsAt, reason: 'scheduled-close', midPrice: 103.295 },
    ]);
  });
});

test('a backtest on hours of the exchange leaves its markets alone in the same weeks', () => {
  const traded = [EVENING, BETWEEN_THE_CLOCKS].map((day) => {
    const window = eveningWindow(day);
    const candles = new CandleSeries();
    for (const [hour, price] of [100, 103, 104, 105].entries())
      candles.append(window.startsAt + hour * HOUR_MS, {
        open: price,
        high: price + 1,
        low: price - 1,
        close: price,
        volume: 1,
      });
    const { fills } = runBacktest({
      strategy: newsBot,
      series: SPECS.map((spec, index) => ({ spec, candles, exchange: index === 0 ? NEW_YORK : null })),
      baseIntervalMs: HOUR_MS,
      events: [{ id: day, name: 'Test', ...window }],
      from: window.startsAt,
      until: window.endsAt,
    });
    return fills.map(({ symbol }) => symbol);
  });
  expect(traded).toEqual([['SPX500', 'GOLD'], ['GOLD']]);
});

test('whenever it is asked, nothing is held over night, and steps without bars may be left out', () => {
  const traded = { SPX500: 0, GOLD: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom(EVENING, BETWEEN_THE_CLOCKS),
      fc.integer({ min: 1, max: 40 }).chain((every) => fc.tuple(fc.constant(every), fc.nat(every - 1))),
      (day, [every, offset]) => {
        const result = run(day, { every, offset });
        const { endsAt } = eveningWindow(day);
        for (const [time, units] of result.held) if (time > endsAt + HOUR_MS) expect(units).toEqual([0, 0]);
        for (const { symbol } of result.fills) traded[symbol as keyof typeof traded]++;
        const thinned = run(day, { every, offset, leavesOutEmpty: true });
        expect(thinned.fills).toEqual(result.fills);
        expect(thinned.decisions).toEqual(result.decisions);
        expect(thinned.engine.equity()).toBe(result.engine.equity());
      },
    ),
    { numRuns: 40 },
  );
  expect(Math.min(...Object.values(traded))).toBeGreaterThan(0);
});
