import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../candles.ts';
import { correlation, mean } from '../testing/sample-statistics.ts';
import { createBrownianField, MINUTES_PER_HOUR } from './brownian-field.ts';
import { HOURLY_VOLATILITY, type ProfileName } from './calibration.ts';
import { streamKey } from './chacha-stream.ts';
import { dayPlan } from './day-plan.ts';
import { createEventNoise } from './event-noise.ts';
import { createPricePath, type DayPath, logPrice } from './price-path.ts';
import { SIMULATED_SYMBOLS, SYMBOL_COUNT, symbolIndex } from './symbols.ts';
import { weekdayOfDayNumber } from './trading-day.ts';

const ORIGIN = Date.UTC(2024, 0, 1);
const DAYS = 120;
const key = streamKey('price path');
const field = createBrownianField(key, 0, ORIGIN - 400 * DAY_MS);
const path = createPricePath(key, ORIGIN, ORIGIN, ORIGIN - 400 * DAY_MS, field, createEventNoise([], field));

/** Log prices of a day's minute boundaries, hour by hour (61 per hour, the last one the hour's end). */
function minuteLogs(day: DayPath, i: number, hour: number): Float64Array {
  const startMs = day.startMs + hour * HOUR_MS;
  const points = field.minutePoints(startMs / HOUR_MS);
  return Float64Array.from({ length: MINUTES_PER_HOUR + 1 }, (_, minute) =>
    logPrice(day, i, hour, points[minute * SYMBOL_COUNT + i]!, minute / 60, startMs + minute * MINUTE_MS),
  );
}

const squaredSteps = (logs: Float64Array): number => {
  let sum = 0;
  for (let k = 1; k < logs.length; k++) sum += (logs[k]! - logs[k - 1]!) ** 2;
  return sum;
};

/** Realised over expected variance of one day's open hours, for days without jumps on which the clip cannot bite. */
interface Split {
  readonly fromHours: number[];
  readonly fromMinutes: number[];
  /** Sums by UTC hour of realised (from minutes) variance in units of an average day, news aside, and how many. */
  readonly byHour: Float64Array;
  readonly counts: Float64Array;
}
const splits: Split[] = SIMULATED_SYMBOLS.map(() => ({
  fromHours: [],
  fromMinutes: [],
  byHour: new Float64Array(24),
  counts: new Float64Array(24),
}));
/** Hourly returns in units of the day's scale, Tuesday to Friday, of the hours in which every symbol trades. */
const hourlyReturns: number[][] = SIMULATED_SYMBOLS.map(() => []);

for (let ms = ORIGIN + 12 * HOUR_MS; ms < ORIGIN + DAYS * DAY_MS; ms += DAY_MS) {
  const day = path.dayAt(ms);
  const weekday = weekdayOfDayNumber(day.day);
  for (let i = 0; i < SYMBOL_COUNT; i++) {
    const variance = day.plan.total[i]! - day.plan.gapVariance[i]!;
    if (variance === 0) continue;
    const split = splits[i]!;
    const unit = day.scale[i]! ** 2;
    const quiet = dayPlan(day.day).variance;
    let hours = 0;
    let minutes = 0;
    for (let hour = day.plan.firstHour[i]!; hour < day.plan.hours; hour++) {
      const logs = minuteLogs(day, i, hour);
      const move = logs[MINUTES_PER_HOUR]! - logs[0]!;
      if (weekday >= 2 && weekday <= 5 && hour >= 3) hourlyReturns[i]!.push(move / day.scale[i]!);
      if (day.clip[i] !== Number.POSITIVE_INFINITY || day.jumps.length > 0) continue;
      const realised = squaredSteps(logs);
      const utcHour = (day.startMs / HOUR_MS + hour) % 24;
      const at = hour * SYMBOL_COUNT + i;
      split.byHour[utcHour] =
        split.byHour[utcHour]! + (realised / unit) * (quiet[at]! / day.plan.variance[at]!);
      split.counts[utcHour] = split.counts[utcHour]! + 1;
      hours += move ** 2;
      minutes += realised;
    }
    if (hours === 0) continue;
    split.fromHours.push(hours / (unit * variance));
    split.fromMinutes.push(minutes / (unit * variance));
  }
}

test('hourly and minute returns realise exactly the variance that the day has', () => {
  splits.forEach(({ fromHours, fromMinutes }, i) => {
    const { symbol } = SIMULATED_SYMBOLS[i]!;
    // An hour's squared move varies by √2, unequal weights of hours leave about 20 independent ones a day.
    expect(Math.abs(mean(fromHours) - 1), symbol).toBeLessThan(4 * Math.sqrt(2 / (20 * fromHours.length)));
    expect(Math.abs(mean(fromMinutes) - 1), symbol).toBeLessThan(
      4 * Math.sqrt(2 / (1200 * fromMinutes.length)),
    );
  });
});

test('minute returns follow the measured hourly profile', () => {
  for (const profile of Object.keys(HOURLY_VOLATILITY) as ProfileName[]) {
    const members = SIMULATED_SYMBOLS.flatMap((symbol, i) =>
      symbol.profile === profile ? [splits[i]!] : [],
    );
    // Hours 0..20 UTC are open in summer and winter for all but BRENT, whose hour 0 is closed in winter.
    const volatility = Array.from({ length: 20 }, (_, k) =>
      Math.sqrt(
        members.reduce((sum, split) => sum + split.byHour[k + 1]!, 0) /
          members.reduce((sum, split) => sum + split.counts[k + 1]!, 0),
      ),
    );
    const wanted = HOURLY_VOLATILITY[profile].slice(1, 21);
    volatility.forEach((value, k) => {
      const ratio = value / mean(volatility) / (wanted[k]! / mean(wanted));
      expect(Math.abs(ratio - 1), `${profile} ${k + 1} h`).toBeLessThan(0.05);
    });
  }
});

test.each([
  ['EUR/USD', 'GBP/USD', 0.649],
  ['SPX500', 'NASDAQ100', 0.929],
  ['WTI', 'BRENT', 0.92],
  ['BTC/USD', 'ETH/USD', 0.818],
  ['AUD/USD', 'USD/CAD', -0.711],
])('hourly returns of %s and %s correlate near %f', (first, second, wanted) => {
  const got = correlation(hourlyReturns[symbolIndex(first)]!, hourlyReturns[symbolIndex(second)]!);
  expect(Math.abs(got - wanted)).toBeLessThan(0.05);
});

test('the path has no seams: each hour starts where the last one ended, weekends apart', () => {
  const last = new Float64Array(SYMBOL_COUNT).fill(Number.NaN);
  for (let hourMs = ORIGIN; hourMs < ORIGIN + 20 * DAY_MS; hourMs += HOUR_MS) {
    const day = path.dayAt(hourMs);
    const hour = (hourMs - day.startMs) / HOUR_MS;
    for (let i = 0; i < SYMBOL_COUNT; i++) {
      const logs = minuteLogs(day, i, hour);
      const reopens = day.plan.gapVariance[i]! > 0 && hour === day.plan.firstHour[i];
      if (hourMs > ORIGIN && !reopens) expect(Math.abs(logs[0]! - last[i]!)).toBeLessThan(1e-9);
      last[i] = logs[MINUTES_PER_HOUR]!;
    }
  }
});

test('the hours of a trading day sum to its daily return', () => {
  for (let ms = ORIGIN + 3 * DAY_MS; ms < ORIGIN + 20 * DAY_MS; ms += DAY_MS) {
    const day = path.dayAt(ms);
    for (let i = 0; i < SYMBOL_COUNT; i++) {
      const start = path.dayAt(day.startMs - 1);
      const before = minuteLogs(start, i, start.plan.hours - 1)[MINUTES_PER_HOUR]!;
      const end = minuteLogs(day, i, day.plan.hours - 1)[MINUTES_PER_HOUR]!;
      expect(end - before).toBeCloseTo(path.dayLogReturn(i, day.day), 9);
    }
  }
});
