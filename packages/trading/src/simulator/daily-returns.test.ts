/** The daily model against the measured markets, on 24 fixed seeds 'daily 0' .. 'daily 23' of 2,250 calendar days. */

import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../candles.ts';
import { correlation, mean, meanSquare, median } from '../testing/sample-statistics.ts';
import { CORRELATIONS, WEEKEND_GAP } from './calibration.ts';
import { createSimulator, SIMULATED_SYMBOLS } from './index.ts';

const PATHS = 24;
const ORIGIN = Date.UTC(2020, 0, 1);
const END = ORIGIN + 2250 * DAY_MS;
const YEAR_DAYS = 365.2425;

interface Sample {
  readonly volatility: number;
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
    samples[i]!.push({
      volatility: Math.sqrt(meanSquare(logReturn) * daysPerYear),
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

test('the median path of every symbol is as volatile as the market was', () => {
  SIMULATED_SYMBOLS.forEach((symbol, i) => {
    const volatility = median(samples[i]!.map((sample) => sample.volatility));
    expect(Math.abs(volatility / symbol.volatilityPerYear - 1), symbol.symbol).toBeLessThan(0.1);
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
