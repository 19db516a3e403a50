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
import { turboBot, turboBotBenchmark } from './turbo-bot.ts';

interface StudyRow {
  readonly name: string;
  readonly strategy: Strategy<unknown>;
  readonly period: { readonly from: number; readonly until: number };
  readonly costFactor: number;
  readonly study: Partial<StudyFigures>;
  /** Where our figure is another one than the study's, both. Why they differ is told in decision 0012. */
  readonly differs: ReturnType<typeof differences>;
}

const table: StudyRow[] = [
  {
    name: 'in sample',
    strategy: turboBot,
    period: SELECTION_PERIOD,
    costFactor: 1,
    study: {
      growthRate: 5.1,
      volatility: 19.0,
      sharpe: 0.35,
      sortino: 0.5,
      maxDrawdown: -40.9,
      worstDay: -6.6,
      worstMonth: -12.8,
      windowsLow: -7.5,
      windowsMedian: 0.3,
      windowsHigh: 8.6,
      meanGross: 2.13,
      fills: 97,
      tradingCosts: 0.37,
      financing: 3.58,
    },
    differs: {
      growthRate: [4.95, 5.1],
      sortino: [0.489, 0.5],
      maxDrawdown: [-41.06, -40.9],
      meanGross: [2.15, 2.13],
      fills: [96, 97],
      // Divided by the mean equity; the mean of the days' shares is 3.60.
      financing: [3.704, 3.58],
    },
  },
  {
    name: 'out of sample',
    strategy: turboBot,
    period: PUBLICATION_PERIOD,
    costFactor: 1,
    study: {
      growthRate: -0.5,
      volatility: 20.3,
      sharpe: 0.08,
      sortino: 0.11,
      maxDrawdown: -31.3,
      worstDay: -6.8,
      worstMonth: -11.0,
      windowsLow: -7.6,
      windowsMedian: -0.5,
      windowsHigh: 10.0,
      meanGross: 2.06,
      fills: 161,
      tradingCosts: 0.82,
      financing: 3.85,
    },
    differs: {
      growthRate: [-0.4, -0.5],
      fills: [162.7, 161],
      // As above; the mean of the days' shares is 3.88.
      financing: [3.964, 3.85],
    },
  },
  {
    name: 'in sample without costs',
    strategy: turboBot,
    period: SELECTION_PERIOD,
    costFactor: 0,
    study: { growthRate: 9.9 },
    differs: { growthRate: [9.81, 9.9] },
  },
  {
    name: 'in sample at twice the costs',
    strategy: turboBot,
    period: SELECTION_PERIOD,
    costFactor: 2,
    study: { growthRate: 0.6 },
    differs: {},
  },
  {
    name: 'out of sample without costs',
    strategy: turboBot,
    period: PUBLICATION_PERIOD,
    costFactor: 0,
    study: { growthRate: 4.2 },
    differs: { growthRate: [4.33, 4.2] },
  },
  {
    name: 'out of sample at twice the costs',
    strategy: turboBot,
    period: PUBLICATION_PERIOD,
    costFactor: 2,
    study: { growthRate: -5.6 },
    differs: { growthRate: [-5.7, -5.6] },
  },
  {
    name: 'for the benchmark in sample',
    strategy: turboBotBenchmark,
    period: SELECTION_PERIOD,
    costFactor: 1,
    study: { growthRate: 0.2, maxDrawdown: -36.4 },
    differs: { growthRate: [-0.11, 0.2], maxDrawdown: [-35.67, -36.4] },
  },
  {
    name: 'for the benchmark out of sample',
    strategy: turboBotBenchmark,
    period: PUBLICATION_PERIOD,
    costFactor: 1,
    study: { growthRate: 11.0, maxDrawdown: -36.2 },
    differs: { growthRate: [10.67, 11] },
  },
];

describe.skipIf(!hasRealCandles)('TurboBot on real daily candles', () => {
  const series = hasRealCandles ? realDailySeries() : [];
  const run = (
    strategy: Strategy<unknown>,
    period: StudyRow['period'],
    costFactor = 1,
    parameters: object = {},
  ): BacktestResult =>
    runBacktest({ strategy, series, baseIntervalMs: DAY_MS, costFactor, parameters, ...period });

  test.each(table)('meets the study $name, except where it says', (row) => {
    const { strategy, period, costFactor, study, differs } = row;
    expect(differences(studyFigures(run(strategy, period, costFactor)), study)).toEqual(differs);
  });

  test('earned by year what the study says', () => {
    const years = monthlyReturns(1, run(turboBot, PUBLICATION_PERIOD).daily);
    expect(years.map(({ year, total }) => [year, Number((100 * total!).toFixed(1))])).toEqual([
      // The study: −15.7, 20.8, 24.0, −6.1, −17.5.
      [2019, -15.8],
      [2020, 20.8],
      [2021, 24.0],
      [2022, -5.6],
      [2023, -17.5],
    ]);
  });

  test('was never stopped by its daily loss limit, which the study does not have', () => {
    for (const period of [SELECTION_PERIOD, PUBLICATION_PERIOD]) {
      const limited = run(turboBot, period);
      expect(limited.protections.filter(({ kind }) => kind === 'daily-loss')).toEqual([]);
      expect(limited.fills).toEqual(run(turboBot, period, 1, { maxDailyLoss: 1 }).fills);
    }
  });

  test('has a daily loss limit of one and a half times the worst day of the selection, rounded', () => {
    const { worstDay } = run(turboBot, SELECTION_PERIOD).performance;
    const { maxDailyLoss } = turboBot.parameters.parse({}) as { maxDailyLoss: number };
    expect(Math.abs(-1.5 * worstDay! - maxDailyLoss)).toBeLessThan(0.0025);
  });
});
