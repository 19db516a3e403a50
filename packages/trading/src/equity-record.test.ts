import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from './candles.ts';
import { EquityRecord } from './equity-record.ts';
import { dailyEquityOf } from './testing/daily-equity-of.ts';
import { MONDAY } from './testing/random-market.ts';

/** @param samples time in days, equity and exposure. */
function recordOf(samples: readonly [days: number, equity: number, exposure?: number][]): EquityRecord {
  const record = new EquityRecord();
  for (const [days, equity, exposure = 0] of samples) record.append(days * DAY_MS, equity, exposure);
  return record;
}

describe('the record of equity', () => {
  test('keeps the last value of each UTC day, midnight belonging to the day that ended, and carries gaps', () => {
    const { day, equity } = recordOf([
      [0.5, 100],
      [0.9, 101],
      [1, 102],
      [1.1, 90],
      [1.6, 95],
      [4, 97],
      [4.2, 98],
    ]).daily();
    expect([...day].map((start) => start / DAY_MS)).toEqual([0, 1, 2, 3, 4]);
    expect([...equity]).toEqual([102, 95, 95, 97, 98]);
  });

  test('has the days that the samples give', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 1000 })), {
          minLength: 1,
          maxLength: 300,
        }),
        (samples) => {
          const record = new EquityRecord();
          const times: number[] = [];
          let time = MONDAY;
          for (const [quarters, equity] of samples) {
            time += quarters * 15 * MINUTE_MS;
            times.push(time);
            record.append(time, equity, 0);
          }
          const equities = samples.map(([, equity]) => equity);
          expect(record.daily()).toEqual(dailyEquityOf(times, equities));
        },
      ),
    );
  });

  test('has the time in the market and the mean leverage', () => {
    const record = recordOf([
      [1, 100, 0],
      [2, 100, 50],
      [3, 200, 300],
      [4, 100, 0],
    ]);
    expect(record.exposure()).toEqual({ timeInMarket: 0.5, meanGross: 0.5 });
  });

  test('of nothing is empty', () => {
    expect(recordOf([]).daily().equity).toHaveLength(0);
    expect(recordOf([]).exposure()).toBeNull();
  });
});
