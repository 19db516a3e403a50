import { describe, expect, it } from 'vitest';
import { type BacktestSeries, runBacktest } from '../backtest.ts';
import {
  type Candles,
  candlesFrom,
  DAY_MS,
  emptyBar,
  firstIndexAt,
  HOUR_MS,
  MINUTE_MS,
  readBar,
} from '../candles.ts';
import { smaCross } from '../strategies/sma-cross.ts';
import { madeCandles } from '../testing/bench-generators.ts';
import reference from '../testing/bench-rules.json' with { type: 'json' };
import { hasRealCandles, realCandles } from '../testing/real-candles.ts';
import { compileRule } from './compile-rule.ts';
import { parseRule } from './parse-rule.ts';

type Bot = (typeof reference.bots)[keyof typeof reference.bots];

describe('the bots of the reference', () => {
  it.each(Object.entries(reference.bots))('%s trades as it is written there, to a billionth', (name, bot) => {
    if ('file' in bot.data && !hasRealCandles) return;
    const { rule } = parseRule(bot.rule);
    if (rule === null) throw new Error(name);
    const series = rule.symbols.map((symbol) => seriesOf(bot, symbol));
    const result = runBacktest({
      strategy: compileRule(rule, bot.ruleHash),
      series,
      baseIntervalMs: rule.interval === '1d' ? DAY_MS : HOUR_MS,
      startingEquity: bot.startingEquity,
      from: Number.NEGATIVE_INFINITY,
      until: Number.POSITIVE_INFINITY,
    });
    const traded = result.trades.map((trade) => {
      const { candles } = series.find(({ spec }) => spec.symbol === trade.symbol)!;
      const bars = [firstIndexAt(candles, trade.openedAt), firstIndexAt(candles, trade.closedAt)];
      const figures = [trade.units, trade.entryPrice, trade.exitPrice, trade.net];
      return [
        ...(series.length > 1 ? [trade.symbol] : []),
        trade.direction,
        ...bars,
        ...figures,
        trade.reason,
      ];
    });
    expect(traded.length).toBe(bot.list.length);
    for (const [index, expected] of bot.list.entries()) {
      for (const [column, value] of expected.entries()) {
        const own = traded[index]![column];
        if (typeof value === 'number' && !Number.isInteger(value))
          expect(Number(own) / value).toBeCloseTo(1, 9);
        else expect(own, `trade ${index}, column ${column}`).toBe(value);
      }
    }
    expect(result.account.equity / bot.equityEnd).toBeCloseTo(1, 9);
  });
});

describe('a cross of two simple means', () => {
  const rule = reference.bots['dev3-sma-cross'].rule;
  const ruleFor = (interval: string, fast: number, slow: number, lot: number) => {
    const mean = (bars: number) => ({ kind: 'indicator', indicator: 'sma', bars });
    const [left, right] = [mean(fast), mean(slow)];
    const read = parseRule({
      ...rule,
      interval,
      entryLong: { is: 'crossesAbove', left, right },
      entryShort: { is: 'crossesBelow', left, right },
      sizing: { by: 'share', percent: 100, lot },
    });
    if (read.rule === null) throw new Error('no rule');
    return compileRule(read.rule, '');
  };
  const cases = [
    ['SPX500_1d.csv', 10, 30],
    ['GOLD_1d.csv', 5, 20],
    ['BTC-USD_1h.csv.gz', 24, 168],
    ['NASDAQ100_1h.csv.gz', 10, 30],
    ['ETH-USDT_1d.csv', 2, 9],
  ] as const;

  it.skipIf(!hasRealCandles).each(cases)(
    'is that of the built-in strategy to the bit: %s',
    (file, fast, slow) => {
      const candles = realCandles(file);
      const interval = file.includes('_1d') ? '1d' : '1h';
      const baseIntervalMs = interval === '1d' ? DAY_MS : HOUR_MS;
      for (const feeBps of [0, 20]) {
        for (const lot of [1, 0.001]) {
          const costs = { feeBps, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 0 };
          const shared = {
            series: [{ spec: { symbol: 'SPX500', category: 'indices' as const, costs }, candles }],
            baseIntervalMs,
            startingEquity: 100_000,
            from: Number.NEGATIVE_INFINITY,
            until: Number.POSITIVE_INFINITY,
          };
          const builtIn = runBacktest({
            strategy: smaCross(baseIntervalMs),
            parameters: { fast, slow, lot },
            ...shared,
          });
          expect(builtIn.fills.length).toBeGreaterThan(50);
          // Whoever has larger bars for the warm-up, here none of them, gets no columns of all bars.
          const earlier = { intervalMs: DAY_MS, candles: candlesFrom([]) };
          const barByBar = shared.series.map((one) => ({ ...one, earlier }));
          for (const series of [shared.series, barByBar]) {
            const strategy = ruleFor(interval, fast, slow, lot);
            const byRule = runBacktest({ ...shared, strategy, series });
            expect(byRule.fills).toEqual(builtIn.fills);
            expect(byRule.daily).toEqual(builtIn.daily);
          }
        }
      }
    },
  );
});

describe('a rule whose bars are larger than those it trades on', () => {
  const rule = {
    ruleVersion: 1,
    symbols: ['SPX500'],
    interval: '1h',
    side: 'long',
    entryLong: {
      is: 'above',
      left: { kind: 'price', field: 'close' },
      right: { kind: 'number', value: 100 },
    },
    sizing: { by: 'share', percent: 50 },
  };
  const costs = { feeBps: 0, halfSpreadBps: 0, slippageBps: 0, financingPerYear: 0 };
  const minute = (at: number, price: number) => ({
    time: at * MINUTE_MS,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0,
  });
  const fillsOf = (minutes: ReturnType<typeof minute>[]) => {
    const read = parseRule(rule);
    return runBacktest({
      strategy: compileRule(read.rule!, ''),
      series: [{ spec: { symbol: 'SPX500', category: 'indices', costs }, candles: candlesFrom(minutes) }],
      baseIntervalMs: MINUTE_MS,
      startingEquity: 1000,
      from: Number.NEGATIVE_INFINITY,
      until: Number.POSITIVE_INFINITY,
    }).fills.map(({ time, midPrice, reason }) => `${time / MINUTE_MS} ${midPrice} ${reason}`);
  };

  it('fills at the next minute after the hour that decides', () => {
    const hour = Array.from({ length: 60 }, (_, at) => minute(at, 101));
    expect(fillsOf([...hour, minute(60, 102), minute(61, 103)])).toEqual(['60 102 entry']);
  });

  it('decides on an hour whose last minutes are missing before the next bar opens, and fills there', () => {
    const cut = Array.from({ length: 50 }, (_, at) => minute(at, 101));
    // The market opens again days later.
    expect(fillsOf([...cut, minute(3000, 120), minute(3001, 121)])).toEqual(['3000 120 entry']);
  });
});

const BASIS_POINT = 1e-4;

function seriesOf({ data, rates }: Bot, symbol: string): BacktestSeries {
  const costs = {
    feeBps: rates.fee / BASIS_POINT,
    halfSpreadBps: rates.halfSpread / BASIS_POINT,
    slippageBps: rates.slippage / BASIS_POINT,
    financingPerYear: 0,
  };
  const candles =
    'file' in data ? realCandles(data.file.replace('data/candles/', '')) : madeFor(data, symbol);
  return { spec: { symbol, category: 'crypto', costs }, candles };
}

type Made = { candles: { seed: number; bars: number } | Record<string, { seed: number; bars: number }> };

function madeFor(data: Made & { missing?: { symbols: string[] } }, symbol: string): Candles {
  const { candles, missing } = data;
  const own = 'seed' in candles ? candles : candles[symbol]!;
  const made = madeCandles(Number(own.seed), Number(own.bars));
  if (!missing?.symbols.includes(symbol)) return made;
  // Weekends, so to speak.
  return candlesFrom(
    Array.from({ length: made.length }, (_, bar) => ({
      time: made.time[bar]!,
      ...readBar(made, bar, emptyBar()),
    })).filter((_, bar) => bar % 168 < 120),
  );
}
