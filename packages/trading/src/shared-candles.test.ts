import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bar, CandleSeries, type Candles, HOUR_MS } from './candles.ts';
import { SharedCandles } from './shared-candles.ts';

const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
const contentOf = (candles: Candles) =>
  COLUMNS.map((column) => candles[column].subarray(0, candles.length).join()).join('\n');

const barAt = (hour: number, change = 0): Bar => {
  const open = 100 + hour + change;
  return { open, high: open + 2, low: open - 2, close: open + 1, volume: 5 };
};

/** Somebody who begins at an hour and takes hour after hour, but for one that he does not get and one that is another for him. */
const person = fc.record({
  from: fc.integer({ min: 0, max: 120 }),
  without: fc.option(fc.integer({ min: 0, max: 200 })),
  differs: fc.option(fc.integer({ min: 0, max: 200 })),
});

describe('candles that many share', () => {
  test('are for each what he was given, whoever comes before or after him', () => {
    fc.assert(
      fc.property(
        fc.array(person, { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        (people, draws) => {
          const shared = new SharedCandles();
          const all = people.map((each) => ({
            ...each,
            hour: each.from,
            series: shared.series('BTC/USD'),
            own: new CandleSeries(),
          }));
          for (let turn = 0; turn < 20; turn++) {
            const one = all[draws.next().value % all.length]!;
            const until = one.hour + 1 + (draws.next().value % 40);
            for (; one.hour < until; one.hour++) {
              if (one.hour === one.without) continue;
              const bar = barAt(one.hour, one.hour === one.differs ? 0.25 : 0);
              one.series.append(one.hour * HOUR_MS, bar);
              one.own.append(one.hour * HOUR_MS, bar);
            }
            for (const { series, own } of all) expect(contentOf(series)).toBe(contentOf(own));
          }
        },
      ),
    );
  });

  test('stand there once, for those who begin later as well', () => {
    const shared = new SharedCandles();
    const [long, short, late] = [shared.series('GOLD'), shared.series('GOLD'), shared.series('GOLD')];
    for (let hour = 0; hour < 300; hour++) {
      long.append(hour * HOUR_MS, barAt(hour));
      if (hour >= 200) short.append(hour * HOUR_MS, barAt(hour));
    }
    for (let hour = 250; hour < 301; hour++) late.append(hour * HOUR_MS, barAt(hour));
    expect(short.close.buffer).toBe(long.close.buffer);
    expect(late.close.buffer).toBe(long.close.buffer);
    expect([long.length, short.length, late.length]).toEqual([300, 100, 51]);
  });

  test('of another key are others', () => {
    const shared = new SharedCandles();
    const [gold, silver] = [shared.series('GOLD'), shared.series('SILVER')];
    gold.append(0, barAt(0));
    silver.append(0, barAt(0));
    expect(silver.close.buffer).not.toBe(gold.close.buffer);
  });

  test('refuse a bar that is not later than the last one', () => {
    const shared = new SharedCandles();
    const [one, other] = [shared.series('GOLD'), shared.series('GOLD')];
    for (const series of [one, other]) {
      expect(() => series.append(Number.NaN, barAt(0))).toThrow(RangeError);
      series.append(HOUR_MS, barAt(1));
      expect(() => series.append(HOUR_MS, barAt(1))).toThrow(RangeError);
      expect(() => series.append(0, barAt(0))).toThrow(RangeError);
      expect(series.length).toBe(1);
    }
  });
});
