import { describe, expect, test } from 'vitest';
import { runBacktest } from './backtest.ts';
import { CandleAggregator } from './candle-aggregator.ts';
import { type Candles, DAY_MS, emptyBar, firstIndexAt, HOUR_MS, readBar } from './candles.ts';
import { createEngine, ENGINE_VERSION } from './engine.ts';
import { smartBot } from './strategies/smart-bot.ts';
import { MONDAY, randomMarket, stepsOf } from './testing/random-market.ts';

const DAYS = 60;
const from = MONDAY + 30 * DAY_MS;
const until = MONDAY + DAYS * DAY_MS;
const parameters = { lookbackDays: [3, 9, 20], volatilityWindowDays: 15 };
const market = randomMarket(7, HOUR_MS, DAYS * 24);
const series = market.specs.map((spec, index) => ({ spec, candles: market.candles[index]! }));
const options = { strategy: smartBot, parameters, series, baseIntervalMs: HOUR_MS, from, until };

function daysOf(candles: Candles): Candles {
  const days = new CandleAggregator(DAY_MS);
  for (let at = 0; at < candles.length; at++)
    days.add(candles.time[at]!, HOUR_MS, readBar(candles, at, emptyBar()));
  days.closeUntil(until);
  return days.candles;
}

describe('a backtest', () => {
  const result = runBacktest(options);

  test('trades as an engine that is fed live, one bar set at a time', () => {
    const engine = createEngine({
      strategy: smartBot,
      parameters,
      symbols: market.specs,
      startingEquity: 1,
      baseIntervalMs: HOUR_MS,
    });
    const steps = stepsOf(market.candles);
    for (const { time, bars } of steps.filter((step) => step.time < from)) {
      for (const [index, bar] of bars.entries()) {
        if (bar === undefined) continue;
        const candles = {
          time: [time],
          open: [bar.open],
          high: [bar.high],
          low: [bar.low],
          close: [bar.close],
          volume: [bar.volume],
        };
        const columns = Object.entries(candles).map(([name, values]) => [name, Float64Array.from(values)]);
        const one = { ...Object.fromEntries(columns), length: 1 };
        engine.warm([{ symbol: market.specs[index]!.symbol, intervalMs: HOUR_MS, candles: one }]);
      }
    }
    const fills = steps
      .filter((step) => step.time >= from)
      .flatMap(({ time, bars }) => engine.step(time, bars).fills);
    expect(fills.length).toBeGreaterThan(20);
    expect(result.fills).toEqual(fills);
    expect(result.account).toEqual(engine.mark());
  });

  test('marks every bar and every day, and gives its figures from them', () => {
    expect(result.steps).toBe(30 * 24);
    expect(result.daily.equity.length).toBe(30);
    expect(result.daily.equity[29]).toBe(result.account.equity);
    expect(result.performance.days).toBe(30);
    expect(result.performance.totalReturn).toBe(result.account.equity - 1);
    expect(result.performance.trades).toBe(result.trades.length);
    expect(result.exposure!.meanGross).toBeGreaterThan(0);
    expect(result.decisions).toBe(31);
  });

  test('says what it was made of', () => {
    expect(result.provenance).toMatchObject({
      engineVersion: ENGINE_VERSION,
      strategyId: 'smartbot',
      strategyVersion: smartBot.version,
      parameters: { lookbackDays: [3, 9, 20], grossCap: 1 },
      costFactor: 1,
      baseIntervalMs: HOUR_MS,
      from,
      until,
      dataHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(result.provenance.symbols[0]).toMatchObject({
      symbol: 'S0',
      costs: { feeBps: 20 },
      bars: 30 * 24,
      firstBar: from,
      lastBar: until - HOUR_MS,
    });
  });

  test('is the same again, byte for byte', () => {
    expect(JSON.stringify(runBacktest(options))).toBe(JSON.stringify(result));
  });

  test('costs money: without costs it ends higher, at twice the costs lower', () => {
    const at = (costFactor: number) => runBacktest({ ...options, costFactor }).account;
    const [free, dear] = [at(0), at(2)];
    expect(free.fees + free.spread + free.slippage).toBe(0);
    expect(free.equity).toBeGreaterThan(result.account.equity);
    expect(dear.equity).toBeLessThan(result.account.equity);
  });

  test('notices a changed price in its data hash', () => {
    const other = randomMarket(7, HOUR_MS, DAYS * 24).candles;
    other[2]!.close[5]! += 1e-9;
    const changed = series.map(({ spec }, index) => ({ spec, candles: other[index]! }));
    expect(runBacktest({ ...options, series: changed }).provenance.dataHash).not.toBe(
      result.provenance.dataHash,
    );
  });

  test('may be warmed up by daily bars from before its base bars', () => {
    const late = randomMarket(7, HOUR_MS, DAYS * 24).candles.map((candles) => {
      const aggregator = new CandleAggregator(HOUR_MS);
      for (let at = firstIndexAt(candles, from); at < candles.length; at++) {
        aggregator.add(candles.time[at]!, HOUR_MS, readBar(candles, at, emptyBar()));
      }
      return aggregator.candles;
    });
    const warmed = runBacktest({
      ...options,
      series: market.specs.map((spec, index) => ({
        spec,
        candles: late[index]!,
        earlier: { intervalMs: DAY_MS, candles: daysOf(market.candles[index]!) },
      })),
    });
    expect(warmed.fills).toEqual(result.fills);
  });

  test('without any bar in its period has no figures', () => {
    const empty = runBacktest({ ...options, from: until, until: until + DAY_MS });
    expect(empty).toMatchObject({
      decisions: 0,
      exposure: null,
      performance: { days: 0, totalReturn: null },
    });
    expect(empty.provenance.symbols[0]).toMatchObject({ bars: 0, firstBar: null, lastBar: null });
  });
});
