import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../candles.ts';
import { berlinInstant, berlinWallTime } from './berlin-time.ts';

const at = (text: string): number => Date.parse(text);
const wall = (year: number, month: number, day: number, hour: number, minute = 0) => ({
  year,
  month,
  day,
  hour,
  minute,
});

describe('the clock in Berlin', () => {
  test.each([
    ['2026-03-28T16:00:00Z', wall(2026, 3, 28, 17)],
    ['2026-03-29T00:59:00Z', wall(2026, 3, 29, 1, 59)],
    ['2026-03-29T01:00:00Z', wall(2026, 3, 29, 3)],
    ['2026-03-29T15:00:00Z', wall(2026, 3, 29, 17)],
    ['2026-10-24T15:00:00Z', wall(2026, 10, 24, 17)],
    ['2026-10-25T02:00:00Z', wall(2026, 10, 25, 3)],
    ['2026-10-25T16:00:00Z', wall(2026, 10, 25, 17)],
    ['2024-02-29T23:30:00Z', wall(2024, 3, 1, 0, 30)],
    ['2025-12-31T22:59:30Z', wall(2025, 12, 31, 23, 59)],
  ])('shows at %s what a watch there shows', (utc, shown) => {
    expect(berlinWallTime(at(utc))).toEqual(shown);
    expect(berlinInstant(shown)).toBe(Math.floor(at(utc) / MINUTE_MS) * MINUTE_MS);
  });

  test('shows the hour from 02:00 twice in October; the first one is meant', () => {
    const repeated = wall(2026, 10, 25, 2, 30);
    expect(berlinWallTime(at('2026-10-25T00:30:00Z'))).toEqual(repeated);
    expect(berlinWallTime(at('2026-10-25T01:30:00Z'))).toEqual(repeated);
    expect(berlinInstant(repeated)).toBe(at('2026-10-25T00:30:00Z'));
  });

  test('skips the hour from 02:00 in March; it is read as the one after', () => {
    expect(berlinInstant(wall(2026, 3, 29, 2, 30))).toBe(at('2026-03-29T01:30:00Z'));
    expect(berlinWallTime(berlinInstant(wall(2026, 3, 29, 2, 30)))).toEqual(wall(2026, 3, 29, 3, 30));
  });

  test('is read and set back without loss at any minute that is shown once', () => {
    const minutes = fc.integer({ min: at('2005-01-01') / MINUTE_MS, max: at('2035-01-01') / MINUTE_MS });
    fc.assert(
      fc.property(minutes, (minute) => {
        const instant = minute * MINUTE_MS;
        const back = berlinInstant(berlinWallTime(instant));
        // The second of two equal hours comes back as the first.
        expect([instant, instant - HOUR_MS]).toContain(back);
        expect(berlinWallTime(back)).toEqual(berlinWallTime(instant));
      }),
      { numRuns: 300 },
    );
  });
});
