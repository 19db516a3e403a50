import { describe, expect, test } from 'vitest';
import { runBacktest } from '../backtest.ts';
import { type Candles, DAY_MS } from '../candles.ts';
import { costRates } from '../costs.ts';
import { keyDigest } from '../data-hash.ts';
import { compileRule } from '../rules/compile-rule.ts';
import { parseRule } from '../rules/parse-rule.ts';
import { RULE_CAPITAL, type Rule, ruleSymbolSpec } from '../rules/rule.ts';
import { judgementOf } from './judgement.ts';
import { compareWithRandomBots } from './random-bots.ts';
import { judgeRule, type RuleRun } from './rule-result.ts';

const START = Date.UTC(2020, 0, 1);

/** Days that wander, by a generator of whole numbers. */
function days(seed: number, length: number): Candles {
  let state = seed;
  const next = (): number => {
    state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const column = (): Float64Array => new Float64Array(length);
  const candles = {
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  let close = 100;
  for (let at = 0; at < length; at++) {
    const open = close * (1 + 0.004 * (next() - 0.5));
    close = open * (1 + 0.02 * (next() + next() + next() - 1.5));
    candles.time[at] = START + at * DAY_MS;
    candles.open[at] = open;
    candles.close[at] = close;
    candles.high[at] = Math.max(open, close) * (1 + 0.006 * next());
    candles.low[at] = Math.min(open, close) * (1 - 0.006 * next());
  }
  return { ...candles, length };
}

function ruleOf(changes: object = {}): Rule {
  const close = { kind: 'price', field: 'close' };
  const { rule, problems } = parseRule({
    ruleVersion: 1,
    symbols: ['GOLD'],
    interval: '1d',
    side: 'long',
    entryLong: { is: 'above', left: close, right: { kind: 'indicator', indicator: 'sma', bars: 20 } },
    exitLong: { is: 'below', left: close, right: { kind: 'indicator', indicator: 'sma', bars: 20 } },
    sizing: { by: 'share', percent: 50 },
    ...changes,
  });
  expect(problems).toEqual([]);
  return rule!;
}

const runOf = (changes: Partial<RuleRun> = {}): RuleRun => {
  const rule = changes.rule ?? ruleOf();
  return {
    rule,
    source: 'practice',
    series: rule.symbols.map((symbol, index) => ({
      spec: ruleSymbolSpec(symbol),
      candles: days(7 + index, 900),
    })),
    from: START + 100 * DAY_MS,
    until: START + 800 * DAY_MS,
    costFactor: 1,
    savingsRate: 0.02,
    ...changes,
  };
};

describe('a result', () => {
  test('says what the run itself says, of the bars of the period alone', () => {
    const { rule, series, from, until } = runOf();
    const plain = runBacktest({
      strategy: compileRule(rule, 'x'),
      series,
      baseIntervalMs: DAY_MS,
      startingEquity: RULE_CAPITAL,
      from: from!,
      until,
    });
    const { result, returns } = judgeRule(runOf());
    expect(result.figures.totalReturn).toBe(plain.performance.totalReturn);
    expect(result.figures).toMatchObject({ days: 700, maxDrawdown: plain.performance.maxDrawdown });
    expect(result).toMatchObject({
      firstDay: '2020-04-10',
      lastDay: '2022-03-10',
      missingWarmUp: 0,
      bars: 700,
    });
    expect(result.trades.count).toBe(plain.trades.length);
    expect(result.trades.count).toBeGreaterThan(20);
    expect(returns.reduce((value, one) => value * (1 + one), 1)).toBeCloseTo(
      1 + result.figures.totalReturn!,
      12,
    );
    expect(result.curve.day.at(-1)).toBe(699);
    expect(result.curve.equity.at(-1)).toBe(plain.daily.equity.at(-1)! / RULE_CAPITAL);
    // What comes later changes nothing.
    const cut = judgeRule(runOf({ series: series.map(({ spec }) => ({ spec, candles: days(7, 800) })) }));
    expect(cut.result).toEqual(result);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  test('tells the same run without costs and at twice the costs', () => {
    const { result } = judgeRule(runOf());
    const [free, usual, twice] = result.byCostFactor.map(({ totalReturn }) => totalReturn!);
    expect(usual).toBe(result.figures.totalReturn);
    expect(free).toBeGreaterThan(usual!);
    expect(usual).toBeGreaterThan(twice!);
    expect(judgeRule(runOf({ costFactor: 2 })).result.figures.totalReturn).toBe(twice);
    expect(judgeRule(runOf({ costFactor: 0 })).result.costs).toEqual({
      fee: 0,
      spread: 0,
      slippage: 0,
      financing: 0,
    });
  });

  test('lays its trades before the random bots: sides, bars touched and weights', () => {
    const rule = ruleOf({
      symbols: ['SPX500', 'GOLD'],
      stop: { unit: 'percent', value: 2 },
      maxPositions: 2,
      sizing: { by: 'share', percent: 40 },
    });
    const run = runOf({ rule });
    const plain = runBacktest({
      strategy: compileRule(rule, 'x'),
      series: run.series,
      baseIntervalMs: DAY_MS,
      startingEquity: RULE_CAPITAL,
      from: run.from!,
      until: run.until,
    });
    const { result } = judgeRule(run);
    const markets = run.series.map(({ spec, candles }) => {
      const { fee, spread, slippage } = costRates(spec.costs, { financed: false, slippageFactor: 1 }, 1);
      const bar = (at: number): number => (at - START) / DAY_MS;
      return {
        open: candles.open.slice(100, 800),
        lastClose: candles.close[799]!,
        costPerSide: fee + spread + slippage,
        financingPerBar: 0,
        trades: plain.trades
          .filter(({ symbol }) => symbol === spec.symbol)
          .map(({ direction, openedAt, closedAt, entryPrice, exitPrice, units, reason }) => {
            const isInside = reason === 'stop' && exitPrice !== candles.open[bar(closedAt)];
            const before = bar(openedAt) === 100 ? RULE_CAPITAL : plain.daily.equity[bar(openedAt) - 101]!;
            return {
              side: direction === 'long' ? (1 as const) : (-1 as const),
              bars: Math.max(1, bar(closedAt) - bar(openedAt) + (isInside ? 1 : 0)),
              weight: (units * entryPrice) / before,
              entry: entryPrice,
              exit: exitPrice,
            };
          }),
      };
    });
    expect(plain.trades.some(({ reason }) => reason === 'stop')).toBe(true);
    const seed = keyDigest(`monkeys/${result.ruleHash}/${result.dataHash}`);
    const { value } = compareWithRandomBots(markets, seed);
    expect(result.randomBots.value).toMatchObject({ p: value!.p, actual: value!.actual, count: 1000 });
    expect(result.randomBots.value!.worse).toBe(value!.returns.filter((one) => one < value!.actual).length);

    // The same rule, whichever of its markets is named first.
    const otherwise = {
      rule: { ...rule, symbols: rule.symbols.toReversed() },
      series: run.series.toReversed(),
    };
    expect(judgeRule({ ...run, ...otherwise }).result).toEqual(result);
  });

  test('has no figures where there is too little: each says why', () => {
    const { result } = judgeRule(runOf({ until: START + 120 * DAY_MS }));
    expect(result.bands).toEqual({ value: null, missing: 'too-short' });
    expect(result.randomBots).toEqual({ value: null, missing: 'too-short' });
    expect(result.figures.cagr).toBeNull();
    const never = judgeRule(
      runOf({
        rule: ruleOf({
          entryLong: {
            is: 'above',
            left: { kind: 'price', field: 'close' },
            right: { kind: 'number', value: 1e6 },
          },
        }),
      }),
    );
    expect(never.result.sample).toEqual({ value: null, missing: 'flat' });
    expect(never.result.trades).toMatchObject({ count: 0, meanNet: null, winRate: null });
    expect(judgementOf(never.result, { N: 3, V: 0 }, null).verdict).toBe('too-little-data');
  });

  test('buys whole lots from a capital that has room for them', () => {
    const lots = ruleOf({ sizing: { by: 'share', percent: 50, lot: 1 } });
    expect(judgeRule(runOf({ rule: lots })).result.trades.count).toBeGreaterThan(20);
  });

  test('lacks as many bars of warm-up as there are before it', () => {
    expect(judgeRule(runOf({ from: START + 5 * DAY_MS })).result.missingWarmUp).toBe(15);
    expect(judgeRule(runOf({ from: null })).result).toMatchObject({
      missingWarmUp: 20,
      firstDay: '2020-01-01',
    });
  });
});

describe('what it is worth', () => {
  const { result } = judgeRule(runOf());

  test('falls with every trial', () => {
    const judged = [1, 2, 5, 20, 100].map((N) => judgementOf(result, { N, V: 0 }, null));
    for (const [index, later] of judged.entries()) {
      const before = judged[index - 1];
      if (before === undefined) continue;
      expect(later.hurdle.value).toBeGreaterThan(before.hurdle.value!);
      expect(later.dsr.value).toBeLessThan(before.dsr.value!);
      expect(later.luck.value).toBeGreaterThan(before.luck.value!);
      expect(later.pOfBest.value).toBeGreaterThan(before.pOfBest.value!);
    }
    expect(judged[0]!.hurdle.value).toBe(0);
  });

  test('draws the hurdle through the number of trials', () => {
    for (const N of [1, 7, 47, 500]) {
      const { hurdle, hurdles } = judgementOf(result, { N, V: 0 }, null);
      expect(hurdles.find(({ trials }) => trials === N)?.sharpe).toBe(hurdle.value);
      expect(hurdles.map(({ trials }) => trials)).toEqual(
        [...new Set(hurdles.map(({ trials }) => trials))].sort((a, b) => a - b),
      );
      expect(hurdles.length).toBeLessThan(40);
    }
  });
});
