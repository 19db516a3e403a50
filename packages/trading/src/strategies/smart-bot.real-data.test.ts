import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type BacktestResult, type BacktestSeries, runBacktest } from '../backtest.ts';
import { parseCandleCsv } from '../candle-csv.ts';
import { CandleSeries, type Candles, DAY_MS, emptyBar, firstIndexAt, readBar } from '../candles.ts';
import { type MarketCategory, symbolSpec } from '../costs.ts';
import type { Strategy } from '../strategy.ts';
import { smartBot, smartBotBenchmark } from './smart-bot.ts';

/** Real candles lie beside the repository; they are not ours to ship. */
const FOLDER = new URL('../../../../../shared/data/candles/', import.meta.url);
const available = existsSync(FOLDER);
if (!available) console.log(`Skipped the tests on real candles: ${FOLDER.pathname} is not there.`);

const load = (name: string): CandleSeries =>
  parseCandleCsv(readFileSync(new URL(`${name}_1d.csv`, FOLDER), 'utf8'));

/** Cash-index history before the first CFD bar, scaled to its level: without it indices would only begin in 2014. */
function spliced(cash: Candles, cfd: Candles): CandleSeries {
  const series = new CandleSeries();
  const join = firstIndexAt(cash, cfd.time[0]!);
  const scale = cfd.close[0]! / cash.close[join]!;
  const append = (candles: Candles, count: number, factor: number) => {
    for (let at = 0; at < count; at++) {
      const { open, high, low, close, volume } = readBar(candles, at, emptyBar());
      series.append(candles.time[at]!, {
        open: open * factor,
        high: high * factor,
        low: low * factor,
        close: close * factor,
        volume,
      });
    }
  };
  append(cash, join, scale);
  append(cfd, cfd.length, 1);
  return series;
}

const FILES: readonly [symbol: string, category: MarketCategory, file: string, cash?: string][] = [
  ['BTC/USD', 'crypto', 'BTC-USD'],
  ['ETH/USD', 'crypto', 'ETH-USDT'],
  ['XRP/USD', 'crypto', 'XRP-USD'],
  ['LTC/USD', 'crypto', 'LTC-USD'],
  ['ADA/USD', 'crypto', 'ADA-USD'],
  ['EUR/USD', 'forex', 'EUR-USD'],
  ['GBP/USD', 'forex', 'GBP-USD'],
  ['USD/JPY', 'forex', 'USD-JPY'],
  ['AUD/USD', 'forex', 'AUD-USD'],
  ['USD/CAD', 'forex', 'USD-CAD'],
  ['SPX500', 'indices', 'SPX500', 'SPX500-CASH'],
  ['DAX40', 'indices', 'DAX40'],
  ['NASDAQ100', 'indices', 'NASDAQ100', 'NASDAQ-COMPOSITE'],
  ['FTSE100', 'indices', 'FTSE100'],
  ['GOLD', 'commodities', 'GOLD'],
  ['SILVER', 'commodities', 'SILVER'],
  ['WTI', 'commodities', 'WTI'],
  ['BRENT', 'commodities', 'BRENT'],
];

const IN_SAMPLE = { from: Date.UTC(2008, 8, 1), until: Date.UTC(2019, 0, 1) };
const OUT_OF_SAMPLE = { from: Date.UTC(2019, 0, 1), until: Date.UTC(2023, 8, 9) };

describe.skipIf(!available)('SmartBot on real daily candles', () => {
  const series: BacktestSeries[] = !available
    ? []
    : FILES.map(([symbol, category, file, cash]) => ({
        spec: symbolSpec(symbol, category),
        candles: cash === undefined ? load(file) : spliced(load(cash), load(file)),
      }));
  const run = (strategy: Strategy<unknown>, period: typeof IN_SAMPLE, costFactor = 1): BacktestResult =>
    runBacktest({ strategy, series, baseIntervalMs: DAY_MS, costFactor, ...period });

  interface StudyRow {
    readonly name: string;
    readonly strategy: Strategy<unknown>;
    readonly period: typeof IN_SAMPLE;
    readonly costFactor: number;
    /** Printed in the study with one decimal of a per cent; absent where it prints nothing. */
    readonly study: Partial<Record<'growthRate' | 'volatility' | 'maxDrawdown' | 'worstDay', number>>;
    readonly meanGross?: number;
    readonly tolerance: number;
  }

  /**
   * The table of the strategy study. Out of sample its figures are met to the printed digit. In sample it does not list
   * which candles it took for indices and oil before 2013, and with two drawdown stops such details shift the result.
   */
  const table: StudyRow[] = [
    {
      name: 'in sample',
      strategy: smartBot,
      period: IN_SAMPLE,
      costFactor: 1,
      study: { growthRate: 0.02, volatility: 0.046, maxDrawdown: -0.091, worstDay: -0.017 },
      meanGross: 0.65,
      tolerance: 0.004,
    },
    {
      name: 'out of sample',
      strategy: smartBot,
      period: OUT_OF_SAMPLE,
      costFactor: 1,
      study: { growthRate: 0.03, volatility: 0.055, maxDrawdown: -0.087, worstDay: -0.027 },
      meanGross: 0.67,
      tolerance: 0.0006,
    },
    {
      name: 'out of sample without costs',
      strategy: smartBot,
      period: OUT_OF_SAMPLE,
      costFactor: 0,
      study: { growthRate: 0.038 },
      tolerance: 0.001,
    },
    {
      name: 'out of sample at twice the costs',
      strategy: smartBot,
      period: OUT_OF_SAMPLE,
      costFactor: 2,
      study: { growthRate: 0.025 },
      tolerance: 0.001,
    },
    {
      name: 'for the benchmark out of sample',
      strategy: smartBotBenchmark,
      period: OUT_OF_SAMPLE,
      costFactor: 1,
      study: { growthRate: 0.045, maxDrawdown: -0.126 },
      tolerance: 0.003,
    },
  ];

  test.each(table)(
    'meets the study $name',
    ({ strategy, period, costFactor, study, meanGross, tolerance }) => {
      const { performance, exposure } = run(strategy, period, costFactor);
      for (const [figure, expected] of Object.entries(study)) {
        const measured = performance[figure as keyof typeof study]!;
        expect(Math.abs(measured - expected), `${figure}: ${measured}`).toBeLessThanOrEqual(tolerance);
      }
      if (meanGross !== undefined) expect(exposure!.meanGross).toBeCloseTo(meanGross, 1.6);
    },
  );

  test('settles XRP, whose candles end in 2022, and pauses after eight per cent', () => {
    const { protections, performance, fills } = run(smartBot, OUT_OF_SAMPLE);
    expect(protections.filter(({ kind }) => kind === 'settlement').map(({ symbol }) => symbol)).toEqual([
      'XRP/USD',
    ]);
    expect(protections.filter(({ kind }) => kind === 'drawdown-stop')).toHaveLength(2);
    expect(performance.worstDay).toBeCloseTo(-0.027, 3);
    expect(performance.thirtyDays!.median).toBeCloseTo(0.003, 3);
    expect(fills.length / (performance.days / 365)).toBeCloseTo(695, -1.5);
  });
});
