import { describe, expect, test } from 'vitest';
import { parseCandleCsv } from './candle-csv.ts';

const HEADER = 'time,open,high,low,close,volume\n';

describe('candles from CSV', () => {
  test('are read with their times in UTC', () => {
    const candles = parseCandleCsv(
      `${HEADER}2024-01-01T00:00:00Z,10,12,9,11,5\r\n2024-01-02T00:00:00Z,11,11,11,11,0\n`,
    );
    expect(candles.length).toBe(2);
    expect(candles.time[1]).toBe(Date.UTC(2024, 0, 2));
    expect([candles.open[0], candles.high[0], candles.low[0], candles.close[0], candles.volume[0]]).toEqual([
      10, 12, 9, 11, 5,
    ]);
  });

  test.each([
    ['a missing header', '2024-01-01T00:00:00Z,1,1,1,1,0', 'line 1: expected the header'],
    ['too few cells', `${HEADER}2024-01-01T00:00:00Z,1,1,1,1`, 'line 2: expected 6 cells'],
    ['a local time', `${HEADER}2024-01-01T00:00:00,1,1,1,1,0`, 'line 2: .* not an ISO time in UTC'],
    ['text for a price', `${HEADER}2024-01-01T00:00:00Z,1,x,1,1,0`, 'line 2: a value is not a number'],
    ['an empty price', `${HEADER}2024-01-01T00:00:00Z,1,,1,1,0`, 'line 2: a value is not a number'],
    ['a price of zero', `${HEADER}2024-01-01T00:00:00Z,1,1,0,1,0`, 'line 2: prices must be positive'],
    ['a high below the low', `${HEADER}2024-01-01T00:00:00Z,1,1,2,1,0`, 'line 2: high and low'],
    ['a close above the high', `${HEADER}2024-01-01T00:00:00Z,1,2,1,3,0`, 'line 2: high and low'],
    [
      'a repeated time',
      `${HEADER}${'2024-01-01T00:00:00Z,1,1,1,1,0\n'.repeat(2)}`,
      'line 3: bars are not in',
    ],
  ])('with %s are refused by line', (_, text, message) => {
    expect(() => parseCandleCsv(text)).toThrow(new RegExp(message));
  });
});
