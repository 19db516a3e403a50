import { describe, expect, test } from 'vitest';
import { type BacktestResult, runBacktest } from '../backtest.ts';
import { DAY_MS } from '../candles.ts';
import { monthlyReturns } from '../statistics/monthly-returns.ts';
import type { Strategy } from '../strategy.ts';
import {
  hasRealCandles,
  PUBLICATION_PERIOD,
  realDailySeries,
  SELECTION_PERIOD,
} from '../testing/real-candles.ts';
import { differences, type StudyFigures, studyFigures } from '../testing/study-figures.ts';
import { smartBot, smartBotBenchmark } from './smart-bot.ts';

interface StudyRow {
  readonly name: string;
  readonly strategy: Strategy<unknown>;
  readonly period: { readonly from: number; readonly until: number };
  readonly costFactor: number;
  readonly study: Partial<StudyFigures>;
  /** Where our figure is another one than the study's, both. Why they differ is told in decision 0012. */
  readonly differs: ReturnType<typeof differences>;
}

/** The study has no daily loss limit. */
const asStudied = { maxDailyLoss: 1 };

const table: StudyRow[] = [
  {
    name: 'in sample',
    strategy: smartBot,
    period: SELECTION_PERIOD,
    costFactor: 1,
    study: {
      growthRate: 2.0,
      volatility: 4.6,
      sharpe: 0.45,
      sortino: 0.61,
      maxDrawdown: -9.1,
      worstDay: -1.7,
      worstMonth: -4.0,
      windowsLow: -1.9,
      windowsMedian: 0.3,
      windowsHigh: 2.0,
      meanGross: 0.65,
      fills: 391,
      tradingCosts: 0.28,
      financing: 0,
    },
    differs: {
      sharpe: [0.457, 0.45],
      sortino: [0.623, 0.61],
      maxDrawdown: [-8.61, -9.1],
      worstDay: [-1.79, -1.7],
      meanGross: [0.66, 0.65],
      fills: [399.3, 391],
    },
  },
  {
    name: 'out of sample',
    strategy: smartBot,
    period: PUBLICATION_PERIOD,
    costFactor: 1,
    study: {
      growthRate: 3.0,
      volatility: 5.5,
      sharpe: 0.57,
      sortino: 0.77,
      maxDrawdown: -8.7,
      worstDay: -2.7,
      worstMonth: -2.9,
      windowsLow: -2.4,
      windowsMedian: 0.3,
      windowsHigh: 3.0,
      meanGross: 0.67,
      fills: 695,
      tradingCosts: 0.62,
      financing: 0,
    },
    differs: { fills: [699.5, 695] },
  },
  {
    name: 'in sample without costs',
    strategy: smartBot,
    period: SELECTION_PERIOD,
    costFactor: 0,
    study: { growthRate: 2.4 },
    differs: { growthRate: [2.3, 2.4] },
  },
  {
    name: 'in sample at twice the costs',
    strategy: smartBot,
    period: SELECTION_PERIOD,
    costFactor: 2,
    study: { growthRate: 1.6 },
    differs: { growthRate: [1.49, 1.6] },
  },
  {
    name: 'out of sample without costs',
    strategy: smartBot,
    period: PUBLICATION_PERIOD,
    costFactor: 0,
    study: { growthRate: 3.8 },
    differs: { growthRate: [3.75, 3.8] },
  },
  {
    name: 'out of sample at twice the costs',
    strategy: smartBot,
    period: PUBLICATION_PERIOD,
    costFactor: 2,
    study: { growthRate: 2.5 },
    differs: {},
  },
  {
    name: 'for the benchmark in sample',
    strategy: smartBotBenchmark,
    period: SELECTION_PERIOD,
    costFactor: 1,
    study: { growthRate: 1.2, maxDrawdown: -11.7 },
    differs: {},
  },
  {
    name: 'for the benchmark out of sample',
    strategy: smartBotBenchmark,
    period: PUBLICATION_PERIOD,
    costFactor: 1,
    study: { growthRate: 4.5, maxDrawdown: -12.6 },
    differs: {},
  },
];

describe.skipIf(!hasRealCandles)('SmartBot on real daily candles', () => {
  const series = hasRealCandles ? realDailySeries() : [];
  const run = (
    strategy: Strategy<unknown>,
    period: StudyRow['period'],
    parameters: object = {},
    costFactor = 1,
  ): BacktestResult =>
    runBacktest({ strategy, series, baseIntervalMs: DAY_MS, costFactor, parameters, ...period });

  test.each(table)('meets the study $name, except where it says', (row) => {
    const { strategy, period, costFactor, study, differs } = row;
    const result = run(strategy, period, asStudied, costFactor);
    expect(differences(studyFigures(result), study)).toEqual(differs);
  });

  test('earned by year what the study says', () => {
    const years = monthlyReturns(1, run(smartBot, PUBLICATION_PERIOD, asStudied).daily);
    expect(years.map(({ year, total }) => [year, Number((100 * total!).toFixed(1))])).toEqual([
      [2019, 4.9],
      [2020, 6.7],
      [2021, 7.8],
      [2022, -5.4],
      [2023, 0.7],
    ]);
  });

  test('settles XRP, whose candles end in 2022, and pauses twice after eight per cent', () => {
    const { protections } = run(smartBot, PUBLICATION_PERIOD, asStudied);
    expect(protections.map(({ kind, symbol, from }) => [dayOf(from), kind, symbol])).toEqual([
      ['2020-03-13', 'drawdown-stop', null],
      ['2020-04-12', 'pause-end', null],
      ['2022-09-19', 'drawdown-stop', null],
      ['2022-10-19', 'pause-end', null],
      ['2022-11-30', 'settlement', 'XRP/USD'],
    ]);
  });

  test('is stopped by its daily loss limit once, on a day on which the drawdown stop acts too', () => {
    const acts = (period: StudyRow['period']) =>
      run(smartBot, period)
        .protections.filter(({ kind }) => kind === 'daily-loss')
        .map(({ from }) => dayOf(from));
    expect(acts(SELECTION_PERIOD)).toEqual([]);
    expect(acts(PUBLICATION_PERIOD)).toEqual(['2020-03-13']);
    for (const period of [SELECTION_PERIOD, PUBLICATION_PERIOD]) {
      expect(run(smartBot, period).daily).toEqual(run(smartBot, period, asStudied).daily);
    }
  });

  test('has a daily loss limit of one and a half times the worst day of the selection, rounded', () => {
    const { worstDay } = run(smartBot, SELECTION_PERIOD, asStudied).performance;
    const { maxDailyLoss } = smartBot.parameters.parse({}) as { maxDailyLoss: number };
    expect(Math.abs(-1.5 * worstDay! - maxDailyLoss)).toBeLessThan(0.0025);
  });
});

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
