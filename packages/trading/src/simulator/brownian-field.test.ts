import { expect, test } from 'vitest';
import { autocorrelation, correlation, excessKurtosis, meanSquare } from '../testing/sample-statistics.ts';
import { createBrownianField, MINUTES_PER_HOUR, TICKS_PER_MINUTE } from './brownian-field.ts';
import { streamKey } from './chacha-stream.ts';
import { correlationFactor } from './correlation.ts';
import { MARKET_MODEL } from './market-model.ts';
import { SYMBOL_COUNT } from './symbols.ts';

const field = createBrownianField(streamKey('brownian field'), 0, 0);
/** A Tuesday 00:00 UTC, as hours since 1970: every symbol's noise exists. */
const TUESDAY = Date.UTC(2026, 0, 13) / 3_600_000;
/** Hours of Tuesday to Friday noon in many weeks. */
const hours = Array.from({ length: 25 * 80 }, (_, k) => TUESDAY + Math.floor(k / 80) * 168 + (k % 80));

/** One column of increments per symbol. */
const columns = (): number[][] => Array.from({ length: SYMBOL_COUNT }, () => []);

const hourIncrements = columns();
const minuteIncrements = columns();
const tickIncrements = columns();
for (const [at, hour] of hours.entries()) {
  const points = field.minutePoints(hour);
  for (let i = 0; i < SYMBOL_COUNT; i++) {
    hourIncrements[i]!.push(points[MINUTES_PER_HOUR * SYMBOL_COUNT + i]!);
    for (let minute = 0; minute < MINUTES_PER_HOUR && at < 400; minute++) {
      const row = minute * SYMBOL_COUNT + i;
      minuteIncrements[i]!.push(points[row + SYMBOL_COUNT]! - points[row]!);
    }
  }
}
for (let minute = 0; minute < 240; minute++) {
  const points = field.tickPoints(TUESDAY * MINUTES_PER_HOUR + minute);
  for (let row = 0; row < TICKS_PER_MINUTE * SYMBOL_COUNT; row++) {
    tickIncrements[row % SYMBOL_COUNT]!.push(points[row + SYMBOL_COUNT]! - points[row]!);
  }
}

const levels = [
  ['hours', hourIncrements, 1],
  ['minutes', minuteIncrements, 60],
  ['ticks', tickIncrements, 7200],
] as const;

test.each(levels)(
  '%s have their share of an hour’s variance and Gaussian tails',
  (_, increments, perHour) => {
    for (const column of increments) {
      const standardError = Math.sqrt(2 / column.length);
      expect(Math.abs(meanSquare(column) * perHour - 1)).toBeLessThan(4.5 * standardError);
      expect(Math.abs(excessKurtosis(column))).toBeLessThan(5 * Math.sqrt(24 / column.length));
    }
  },
);

test.each(levels)('%s are independent of the ones before', (_, increments) => {
  for (const column of increments) {
    expect(Math.abs(autocorrelation(column, 1))).toBeLessThan(4.5 / Math.sqrt(column.length));
  }
});

test.each(levels)('%s carry the same correlations between symbols', (_, increments) => {
  const factor = correlationFactor(MARKET_MODEL);
  for (let i = 0; i < SYMBOL_COUNT; i++) {
    for (let j = 0; j < i; j++) {
      let wanted = 0;
      for (let k = 0; k <= j; k++) wanted += factor[i * SYMBOL_COUNT + k]! * factor[j * SYMBOL_COUNT + k]!;
      const standardError = (1 - wanted * wanted) / Math.sqrt(increments[i]!.length);
      expect(Math.abs(correlation(increments[i]!, increments[j]!) - wanted)).toBeLessThan(5 * standardError);
    }
  }
});

test('minutes end on the hour’s move and ticks on the minute’s, exactly', () => {
  const move = new Float64Array(SYMBOL_COUNT);
  for (let hour = TUESDAY; hour < TUESDAY + 30; hour++) {
    field.hourMoves(hour, move);
    const points = field.minutePoints(hour);
    expect(points.subarray(MINUTES_PER_HOUR * SYMBOL_COUNT)).toEqual(move);
    const minute = hour % MINUTES_PER_HOUR;
    const ticks = field.tickPoints(hour * MINUTES_PER_HOUR + minute);
    const row = minute * SYMBOL_COUNT;
    expect(ticks.subarray(0, SYMBOL_COUNT)).toEqual(points.subarray(row, row + SYMBOL_COUNT));
    expect(ticks.subarray(TICKS_PER_MINUTE * SYMBOL_COUNT)).toEqual(
      points.subarray(row + SYMBOL_COUNT, row + 2 * SYMBOL_COUNT),
    );
  }
});

test('another stream is independent noise', () => {
  const other = createBrownianField(streamKey('brownian field'), 1, 0);
  const moves = hours.map((hour) => {
    const into = new Float64Array(SYMBOL_COUNT);
    other.hourMoves(hour, into);
    return into[0]!;
  });
  expect(Math.abs(correlation(moves, hourIncrements[0]!))).toBeLessThan(4 / Math.sqrt(moves.length));
});
