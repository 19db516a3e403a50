import { describe, expect, test } from 'vitest';
import { type BacktestOptions, runBacktest } from '../backtest.ts';
import { DAY_MS, HOUR_MS } from '../candles.ts';
import { smartBot } from '../strategies/smart-bot.ts';
import { MONDAY, randomMarket } from '../testing/random-market.ts';
import { scriptedStrategy } from '../testing/scripted-strategy.ts';
import { wildStrategy } from '../testing/wild-strategy.ts';
import { backtestFigures, provenanceFigures } from './backtest-figures.ts';

const DAYS = 120;
const market = randomMarket(11, HOUR_MS, DAYS * 24);
const series = market.specs.map((spec, index) => ({ spec, candles: market.candles[index]! }));
const options: BacktestOptions<unknown> = {
  strategy: wildStrategy(DAY_MS),
  series,
  baseIntervalMs: HOUR_MS,
  from: MONDAY + 10 * DAY_MS,
  until: MONDAY + DAYS * DAY_MS,
};

describe('the figures of a backtest', () => {
  const result = runBacktest(options);
  const figures = backtestFigures(result, series);

  test('do not depend on the amount', () => {
    const large = runBacktest({ ...options, startingEquity: 1024 });
    const same = backtestFigures(large, series);
    expect(same.trades.length).toBeGreaterThan(5);
    expect(same.series.equity).toEqual(figures.series.equity.map((value) => expect.closeTo(value, 9)));
    expect(same.performance.expectancy).toBeCloseTo(figures.performance.expectancy!, 9);
    expect(same.costs.fee).toBeCloseTo(figures.costs.fee, 9);
    expect(same.breakEvenCostFactor === null).toBe(figures.breakEvenCostFactor === null);
  });

  test('agree with one another', () => {
    const { performance, monthly, thirtyDays, trades, costs } = figures;
    expect(figures.series.firstDay).toBe('2024-01-11');
    expect(figures.series.equity).toHaveLength(performance.days);
    expect(figures.series.drawdown).toHaveLength(performance.days);
    expect(figures.series.buyAndHold).toHaveLength(performance.days);
    expect(Math.min(...figures.series.drawdown)).toBe(performance.maxDrawdown);
    expect(figures.series.equity.at(-1)! - 1).toBeCloseTo(performance.totalReturn!, 12);
    expect(figures.series.buyAndHold.at(-1)! - 1).toBeCloseTo(figures.buyAndHold.totalReturn!, 12);
    expect(performance.worstMonth).toBe(
      Math.min(...monthly.flatMap(({ months }) => months.filter((month) => month !== null))),
    );
    expect(thirtyDays!.count).toBe(performance.days - 29);
    // 110 days hold three stretches of 30 that share none.
    expect(thirtyDays!.independent).toBe(3);
    expect(thirtyDays!.worst).toBeLessThanOrEqual(thirtyDays!.low);
    expect(thirtyDays!.best).toBeGreaterThanOrEqual(thirtyDays!.high);
    expect(trades).toHaveLength(performance.trades);
    for (const { gross, costs: paid, net } of trades) expect(gross - paid).toBeCloseTo(net, 12);
    for (const share of Object.values(costs)) expect(share).toBeGreaterThan(0);
  });

  test('say how sure they are, and the same whatever the amount and however often', () => {
    const { performance, uncertainty } = figures;
    const { sharpe, cagr } = uncertainty;
    expect(uncertainty.missing).toBeNull();
    expect(sharpe!.low).toBeLessThan(performance.sharpe!);
    expect(sharpe!.high).toBeGreaterThan(performance.sharpe!);
    expect(cagr!.low).toBeLessThan(performance.cagr!);
    expect(cagr!.high).toBeGreaterThan(performance.cagr!);
    expect(backtestFigures(runBacktest(options), series).uncertainty).toEqual(uncertainty);
    const other = { ...options, strategy: { ...wildStrategy(DAY_MS), version: 'other' } };
    expect(backtestFigures(runBacktest(other), series).uncertainty).not.toEqual(uncertainty);
  });

  test('have no ratios and say why where there are too few days, or nothing happened', () => {
    const short = backtestFigures(runBacktest({ ...options, until: options.from + 59 * DAY_MS }), series);
    expect(short.uncertainty).toEqual({ missing: 'too-short', sharpe: null, cagr: null, dependent: false });
    expect(short.performance).toMatchObject({
      days: 59,
      cagr: null,
      sharpe: null,
      sortino: null,
      calmar: null,
    });
    expect(short.buyAndHold).toMatchObject({ cagr: null, sharpe: null });
    const idle = scriptedStrategy(DAY_MS, ({ symbols }) => symbols.map(() => 0));
    const flat = backtestFigures(runBacktest({ ...options, strategy: idle }), series);
    expect(flat.uncertainty).toEqual({ missing: 'flat', sharpe: null, cagr: null, dependent: false });
    expect(flat.performance).toMatchObject({ cagr: 0, sharpe: null });
  });

  test('are plain JSON that comes back the same', () => {
    expect(JSON.parse(JSON.stringify(figures))).toEqual(figures);
  });

  test('are undefined, not invented, for a period without bars', () => {
    const nothing = { ...options, from: MONDAY + 400 * DAY_MS, until: MONDAY + 401 * DAY_MS };
    const empty = backtestFigures(runBacktest(nothing), series);
    expect(empty.series).toEqual({ firstDay: '2025-02-04', equity: [], drawdown: [], buyAndHold: [] });
    expect(empty).toMatchObject({ thirtyDays: null, breakEvenCostFactor: null, monthly: [], trades: [] });
    expect(empty.performance).toMatchObject({ cagr: null, worstMonth: null, timeInMarket: null });
  });
});

test('the provenance names days, bars, sources and the costs that the strategy really pays', () => {
  const source = (symbol: string) => `${symbol}.csv`;
  const wild = provenanceFigures(runBacktest(options), source);
  expect(wild).toMatchObject({ bars: '1h', firstDay: '2024-01-11', lastDay: '2024-04-29', events: 0 });
  expect(wild.symbols[0]).toMatchObject({
    source: 'S0.csv',
    firstBar: '2024-01-11T00:00:00.000Z',
    slippageBps: 10,
    financingPerYear: 0.05,
  });
  const smart = provenanceFigures(runBacktest({ ...options, strategy: smartBot }), source);
  expect(smart.symbols[0]).toMatchObject({ slippageBps: 5, financingPerYear: 0 });
});

test('the data hash covers the bars that were used and the windows of events, nothing else', () => {
  const hash = (changes: Partial<BacktestOptions<unknown>>) =>
    runBacktest({ ...options, ...changes }).provenance.dataHash;
  const earlier = MONDAY + 60 * DAY_MS;
  const cut = randomMarket(11, HOUR_MS, 60 * 24);
  const prefix = cut.specs.map((spec, index) => ({ spec, candles: cut.candles[index]! }));
  expect(hash({ until: earlier })).toBe(hash({ until: earlier, series: prefix }));
  const event = { id: 'a', name: 'A', startsAt: MONDAY, endsAt: MONDAY + HOUR_MS };
  expect(hash({ events: [event] })).not.toBe(hash({}));
  expect(hash({ events: [event] })).toBe(hash({ events: [{ ...event, id: 'b', name: 'B' }] }));
  expect(hash({ events: [event] })).not.toBe(hash({ events: [{ ...event, endsAt: MONDAY + 2 * HOUR_MS }] }));
});
