/** The daily model against the measured markets, on 24 fixed seeds 'daily 0' .. 'daily 23' of 2,250 calendar days. */

import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../candles.ts';
import type { MarketCategory } from '../costs.ts';
import {
  autocorrelation,
  correlation,
  excessKurtosis,
  mean,
  meanSquare,
  median,
} from '../testing/sample-statistics.ts';
import { CORRELATIONS, WEEKEND_GAP } from './calibration.ts';
import { createSimulator, SIMULATED_SYMBOLS } from './index.ts';

const PATHS = 24;
const ORIGIN = Date.UTC(2020, 0, 1);
const END = ORIGIN + 2250 * DAY_MS;
const YEAR_DAYS = 365.2425;

interface Sample {
  readonly volatility: number;
  readonly kurtosis: number;
  /** Autocorrelation of squared returns at lags 1, 5 and 20. */
  readonly squares: readonly [number, number, number];
  readonly simpleReturns: Float64Array;
}

const samples: Sample[][] = SIMULATED_SYMBOLS.map(() => []);
const correlations: number[][][] = SIMULATED_SYMBOLS.map(() => SIMULATED_SYMBOLS.map(() => []));
/** EUR/USD, SPX500, DAX40, GOLD and BRENT: the symbols whose weekend gaps were measured. */
const GAP_SYMBOLS = [5, 10, 11, 15, 18];
/** Root mean square of weekend gaps relative to that of the symbol's daily returns, per path. */
const gapRatios: number[][] = SIMULATED_SYMBOLS.map(() => []);

for (let path = 0; path < PATHS; path++) {
  const simulator = createSimulator({ seed: `daily ${path}`, originMs: ORIGIN });
  const returns = SIMULATED_SYMBOLS.map((_, i) => simulator.dailyReturns(i, ORIGIN, END));
  SIMULATED_SYMBOLS.forEach((symbol, i) => {
    const { logReturn } = returns[i]!;
    const daysPerYear = symbol.category === 'crypto' ? YEAR_DAYS : (YEAR_DAYS * 5) / 7;
    const squared = logReturn.map((value) => value * value);
    samples[i]!.push({
      volatility: Math.sqrt(meanSquare(logReturn) * daysPerYear),
      kurtosis: excessKurtosis(logReturn),
      squares: [autocorrelation(squared, 1), autocorrelation(squared, 5), autocorrelation(squared, 20)],
      simpleReturns: logReturn.map(Math.expm1),
    });
  });

  // As the calibration measured: closes of Monday to Friday, so crypto's weekend is part of its Monday.
  const times = returns[5]!.time;
  const weekly = SIMULATED_SYMBOLS.map((symbol, i) => {
    if (symbol.category !== 'crypto') return returns[i]!.logReturn;
    const { time, logReturn } = returns[i]!;
    const sums = new Float64Array(times.length);
    for (let day = 0, slot = 0; day < time.length; day++) {
      while (slot < times.length && times[slot]! < time[day]!) slot++;
      if (slot < times.length) sums[slot] = sums[slot]! + logReturn[day]!;
    }
    return sums;
  });
  for (let i = 0; i < 20; i++) {
    for (let j = 0; j < i; j++) correlations[i]![j]!.push(correlation(weekly[i]!, weekly[j]!));
  }

  if (path < 8) {
    const gaps = GAP_SYMBOLS.map((): number[] => []);
    for (const monday of times.filter((time) => new Date(time).getUTCDay() === 0)) {
      GAP_SYMBOLS.forEach((i, at) => {
        const opening = simulator.nextOpen(i, monday);
        gaps[at]!.push(Math.log(simulator.priceAt(i, opening) / simulator.priceAt(i, monday - MINUTE_MS)));
      });
    }
    GAP_SYMBOLS.forEach((i, at) => {
      gapRatios[i]!.push(Math.sqrt(meanSquare(gaps[at]!) / meanSquare(returns[i]!.logReturn)));
    });
  }
}

const ofCategory = (category: MarketCategory, figure: (sample: Sample) => number): number =>
  median(
    SIMULATED_SYMBOLS.flatMap((symbol, i) => (symbol.category === category ? samples[i]!.map(figure) : [])),
  );

test('the median path of every symbol is as volatile as the market was', () => {
  SIMULATED_SYMBOLS.forEach((symbol, i) => {
    const volatility = median(samples[i]!.map((sample) => sample.volatility));
    expect(Math.abs(volatility / symbol.volatilityPerYear - 1), symbol.symbol).toBeLessThan(0.1);
  });
});

describe.each([
  // Medians of 300 paths, with room for what 24 paths leave to chance. Measured markets: kurtosis 10.0, 2.2, 13.1, 10.0;
  // autocorrelations of squares .12/.07/.01, .13/.10/.05, .41/.18/.06, .14/.17/.04.
  ['crypto', 11, [0.1, 0.06, 0.01]],
  ['forex', 2.7, [0.11, 0.09, 0.05]],
  ['indices', 11.3, [0.24, 0.17, 0.04]],
  ['commodities', 11.7, [0.11, 0.08, 0.01]],
] as const)('%s', (category, kurtosis, squares) => {
  test(`excess kurtosis is near ${kurtosis}`, () => {
    const simulated = ofCategory(category, (sample) => sample.kurtosis);
    expect(simulated).toBeGreaterThan(0.75 * kurtosis);
    expect(simulated).toBeLessThan(1.3 * kurtosis);
  });

  test(`squared returns are autocorrelated near ${squares.join(', ')} at lags 1, 5, 20`, () => {
    squares.forEach((wanted, lag) => {
      expect(Math.abs(ofCategory(category, (sample) => sample.squares[lag]!) - wanted)).toBeLessThan(0.05);
    });
  });
});

test('daily returns correlate as measured, within and across categories', () => {
  let sum = 0;
  let largest = 0;
  for (let i = 0; i < 20; i++) {
    for (let j = 0; j < i; j++) {
      const error = Math.abs(median(correlations[i]![j]!) - CORRELATIONS[i]![j]!);
      sum += error;
      largest = Math.max(largest, error);
    }
  }
  expect(sum / 190).toBeLessThan(0.015);
  expect(largest).toBeLessThan(0.05);
});

test('the expected simple return of a day is zero within its standard error', () => {
  SIMULATED_SYMBOLS.forEach((symbol, i) => {
    const all = Float64Array.from(samples[i]!.flatMap((sample) => Array.from(sample.simpleReturns)));
    const standardError = Math.sqrt(meanSquare(all) / all.length);
    expect(Math.abs(mean(all)), symbol.symbol).toBeLessThan(3.5 * standardError);
  });
});

test('weekend gaps have their measured size relative to a day', () => {
  for (const i of GAP_SYMBOLS) {
    const wanted = WEEKEND_GAP[SIMULATED_SYMBOLS[i]!.profile];
    expect(Math.abs(mean(gapRatios[i]!) / wanted - 1), SIMULATED_SYMBOLS[i]!.symbol).toBeLessThan(0.15);
  }
});
