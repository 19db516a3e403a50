import { describe, expect, test } from 'vitest';
import { CandleCsvError, parseCandleCsv } from './candle-csv.ts';

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
    ['nothing in it', '', 'line 1: expected the header'],
    ['a header alone', HEADER, 'line 2: there is no bar'],
    ['other columns', 'time,open,high,low,close\n', 'line 1: expected the header'],
    ['columns in another order', 'time,open,low,high,close,volume\n', 'line 1: expected the header'],
    ['a hexadecimal price', `${HEADER}2024-01-01T00:00:00Z,1,0x2,1,1,0`, 'line 2: a value is not a number'],
    ['NaN', `${HEADER}2024-01-01T00:00:00Z,NaN,1,1,1,0`, 'line 2: a value is not a number'],
    ['an infinite price', `${HEADER}2024-01-01T00:00:00Z,1,1e999,1,1,0`, 'line 2: a value is not a number'],
    ['a negative open', `${HEADER}2024-01-01T00:00:00Z,-1,1,1,1,0`, 'line 2: prices must be positive'],
    ['a negative volume', `${HEADER}2024-01-01T00:00:00Z,1,1,1,1,-1`, 'line 2: prices must be positive'],
    ['a day that does not exist', `${HEADER}2023-02-29,1,1,1,1,0`, 'line 2: .* not an ISO time'],
    ['an hour that does not exist', `${HEADER}2023-02-28T24:00Z,1,1,1,1,0`, 'line 2: .* not an ISO time'],
    [
      'an earlier time after an empty line',
      `${HEADER}2024-01-02,1,1,1,1,0\n\n2024-01-01,1,1,1,1,0`,
      'line 4: bars are not in',
    ],
    [
      'a repeated time',
      `${HEADER}${'2024-01-01T00:00:00Z,1,1,1,1,0\n'.repeat(2)}`,
      'line 3: bars are not in',
    ],
  ])('with %s are refused by line', (_, text, message) => {
    expect(() => parseCandleCsv(text)).toThrow(new RegExp(message));
  });

  test.each([
    ['2024-01-31', '2024-01-31T00:00:00.000Z'],
    ['2024-01-31 09:30', '2024-01-31T09:30:00.000Z'],
    ['2024-01-31 09:30:15.25', '2024-01-31T09:30:15.250Z'],
    ['2024-01-31T09:30:00Z', '2024-01-31T09:30:00.000Z'],
    ['2024-01-31 09:30:00-05:00', '2024-01-31T14:30:00.000Z'],
  ])('under the header of spreadsheets are read at %s', (text, time) => {
    const candles = parseCandleCsv(`\ufeffDate,Open,High,Low,Close,Volume\r\n${text},10,12,9,11,5\r\n\r\n`);
    expect(new Date(candles.time[0]!).toISOString()).toBe(time);
    expect([candles.open[0], candles.high[0], candles.low[0], candles.close[0]]).toEqual([10, 12, 9, 11]);
  });

  test('say what is wrong in a form that other languages can use', () => {
    const refuse = (text: string) => {
      try {
        parseCandleCsv(text);
      } catch (error) {
        if (error instanceof CandleCsvError) return [error.line, error.problem, error.found];
        throw error;
      }
      return null;
    };
    const row = '2024-01-01,1,1,1,1,0\n';
    expect(refuse(`${HEADER}${row}${row}`)).toEqual([3, 'duplicate', '2024-01-01']);
    expect(refuse(`${HEADER}${row}2023-01-01,1,1,1,1,0`)).toEqual([3, 'order', '2023-01-01']);
    expect(refuse(`${HEADER}2024-01-01,1,2,3,2,0`)).toEqual([2, 'range', '']);
    expect(refuse(`${HEADER}2024-01-01,1,abc,3,2,0`)).toEqual([2, 'number', 'abc']);
    expect(refuse(`${HEADER}${row}`)).toBeNull();
  });
});
