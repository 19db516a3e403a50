import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CandleCsvError, type CandleFile, readCandleCsv } from './candle-csv.ts';
import { CandleSeries } from './candles.ts';
import { candlesHash } from './data-hash.ts';

const HEADER = 'time,open,high,low,close,volume\n';
const parsed = (text: string) => readCandleCsv(text).candles;

describe('candles from CSV', () => {
  test('are read with their times in UTC', () => {
    const candles = parsed(
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
    ['other columns', 'time,open,high,low,volume\n', 'line 1: expected the header'],
    ['a hexadecimal price', `${HEADER}2024-01-01T00:00:00Z,1,0x2,1,1,0`, 'line 2: a value is not a number'],
    ['NaN', `${HEADER}2024-01-01T00:00:00Z,NaN,1,1,1,0`, 'line 2: a value is not a number'],
    ['an infinite price', `${HEADER}2024-01-01T00:00:00Z,1,1e999,1,1,0`, 'line 2: a value is not a number'],
    ['a day of the first century', `${HEADER}0024-01-31,1,1,1,1,0`, 'line 2: .* not an ISO time'],
    ['a negative open', `${HEADER}2024-01-01T00:00:00Z,-1,1,1,1,0`, 'line 2: prices must be positive'],
    ['a negative volume', `${HEADER}2024-01-01T00:00:00Z,1,1,1,1,-1`, 'line 2: prices must be positive'],
    ['a day that does not exist', `${HEADER}2023-02-29,1,1,1,1,0`, 'line 2: .* not an ISO time'],
    ['an hour that does not exist', `${HEADER}2023-02-28T24:00Z,1,1,1,1,0`, 'line 2: .* not an ISO time'],
    [
      'an earlier time after an empty line',
      `${HEADER}2024-01-02,1,1,1,1,0\n2024-01-03,1,1,1,1,0\n\n2024-01-01,1,1,1,1,0`,
      'line 5: bars are not in',
    ],
    [
      'a later time below the newest ones',
      `${HEADER}2024-01-03,1,1,1,1,0\n2024-01-01,1,1,1,1,0\n2024-01-02,1,1,1,1,0`,
      'line 4: bars are not in',
    ],
    [
      'a repeated time below the newest ones',
      `${HEADER}2024-01-03,1,1,1,1,0\n${'2024-01-01,1,1,1,1,0\n'.repeat(2)}`,
      'line 4: bars are not in .* the same time again',
    ],
    [
      'a repeated time',
      `${HEADER}${'2024-01-01T00:00:00Z,1,1,1,1,0\n'.repeat(2)}`,
      'line 3: bars are not in',
    ],
  ])('with %s are refused by line', (_, text, message) => {
    expect(() => readCandleCsv(text)).toThrow(new RegExp(message));
  });

  test.each([
    ['2024-01-31', '2024-01-31T00:00:00.000Z'],
    ['2024-01-31 09:30', '2024-01-31T09:30:00.000Z'],
    ['2024-01-31 09:30:15.25', '2024-01-31T09:30:15.250Z'],
    ['2024-01-31T09:30:00Z', '2024-01-31T09:30:00.000Z'],
    ['2024-01-31 09:30:00-05:00', '2024-01-31T14:30:00.000Z'],
  ])('under the header of spreadsheets are read at %s', (text, time) => {
    const candles = parsed(`\ufeffDate,Open,High,Low,Close,Volume\r\n${text},10,12,9,11,5\r\n\r\n`);
    expect(new Date(candles.time[0]!).toISOString()).toBe(time);
    expect([candles.open[0], candles.high[0], candles.low[0], candles.close[0]]).toEqual([10, 12, 9, 11]);
  });

  test('say what is wrong in a form that other languages can use', () => {
    const refuse = (text: string) => {
      try {
        readCandleCsv(text);
      } catch (error) {
        if (error instanceof CandleCsvError) return [error.line, error.problem, error.found];
        throw error;
      }
      return null;
    };
    const row = '2024-01-01,1,1,1,1,0\n';
    expect(refuse(`${HEADER}${row}${row}`)).toEqual([3, 'duplicate', '2024-01-01']);
    expect(refuse(`${HEADER}${row}2024-01-02,1,1,1,1,0\n2023-01-01,1,1,1,1,0`)).toEqual([
      4,
      'order',
      '2023-01-01',
    ]);
    expect(refuse(`${HEADER}2024-01-01,1,2,3,2,0`)).toEqual([2, 'range', '']);
    expect(refuse(`${HEADER}2024-01-01,1,abc,3,2,0`)).toEqual([2, 'number', 'abc']);
    expect(refuse(`${HEADER}${row}`)).toBeNull();
  });
});

/** Two bars, always the same ones, as other programs write them. */
const SAMPLES: readonly [program: string, text: string, said: Partial<Omit<CandleFile, 'candles'>>][] = [
  ['our own export', `${HEADER}2024-01-31T09:30Z,10,12.5,9,11,5\n2024-02-01T09:30Z,11,11,10.25,10.5,0\n`, {}],
  [
    'pandas with its index as the first column',
    ',Open,High,Low,Close,Volume\n2024-01-31 09:30:00,10.0,12.5,9.0,11.0,5\n2024-02-01 09:30:00,11.0,11.0,10.25,10.5,0\n',
    {},
  ],
  [
    'pandas with zones',
    ',open,high,low,close,volume\n2024-01-31 10:30:00+01:00,10,12.5,9,11,5\n2024-02-01 10:30:00+01:00,11,11,10.25,10.5,0\n',
    {},
  ],
  [
    'pandas with a counting index beside the time',
    ',Date,Open,High,Low,Close,Volume\n0,2024-01-31 09:30,10,12.5,9,11,5\n1,2024-02-01 09:30,11,11,10.25,10.5,0\n',
    { ignored: [''] },
  ],
  [
    'Yahoo through yfinance',
    'Date,Open,High,Low,Close,Adj Close,Volume,Dividends,Stock Splits\n2024-01-31 04:30:00-05:00,10,12.5,9,11,10.98,5,0.0,0.0\n2024-02-01 04:30:00-05:00,11,11,10.25,10.5,10.48,0,0.0,0.0\n',
    { ignored: ['Adj Close', 'Dividends', 'Stock Splits'] },
  ],
  [
    'TradingView with epochs in seconds',
    'time,open,high,low,close,Volume,Volume MA\n1706693400,10,12.5,9,11,5,\n1706779800,11,11,10.25,10.5,0,2.5\n',
    { ignored: ['Volume MA'] },
  ],
  [
    'TradingView with ISO times, which has no volume for forex',
    'time,open,high,low,close\n2024-01-31T10:30:00+01:00,10,12.5,9,11\n2024-02-01T10:30:00+01:00,11,11,10.25,10.5\n',
    { hasVolume: false },
  ],
  [
    'MetaTrader 5, which parts the day from its time',
    '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>\r\n2024.01.31\t09:30:00\t10\t12.5\t9\t11\t7\t5\t1\r\n2024.02.01\t09:30:00\t11\t11\t10.25\t10.5\t7\t0\t1\r\n',
    { ignored: ['<TICKVOL>', '<SPREAD>'] },
  ],
  [
    'an exchange with epochs in milliseconds',
    'open_time,open,high,low,close,volume,close_time\n1706693400000,"10","12.5","9","11","5",1706779799999\n1706779800000,"11","11","10.25","10.5","0",1706866199999\n',
    { ignored: ['close_time'] },
  ],
  [
    'pandas that made doubles of epochs',
    'timestamp,open,high,low,close,volume\n1706693400.0,10,12.5,9,11,5\n1706779800.0,11,11,10.25,10.5,0\n',
    {},
  ],
  [
    'a spreadsheet of a German office',
    '\ufeffDatum;Eröffnung;Hoch;Tief;Schluss;Volumen\r\n31.01.2024 09:30;10,0;12,5;9;11;5\r\n01.02.2024 09:30;11;11;10,25;10,5;0\r\n',
    { hasDecimalCommas: true },
  ],
  [
    'semicolons with decimal points',
    'Date;Open;High;Low;Close;Volume\n2024-01-31 09:30;10;12.5;9;11;5\n2024-02-01 09:30;11;11;10.25;10.5;0\n',
    {},
  ],
  [
    'a spreadsheet that says its separator',
    'sep=;\n"Date";"Open";"High";"Low";"Close";"Volume"\n"2024-01-31 09:30";"10,00";"12,50";"9,00";"11,00";"5"\n"2024-02-01 09:30";"11,00";"11,00";"10,25";"10,50";"0"\n',
    { hasDecimalCommas: true },
  ],
  [
    'tabs, columns in another order',
    'Date\tClose\tHigh\tLow\tOpen\tVolume\tName\n2024-01-31 09:30\t11\t12.5\t9\t10\t5\t\n2024-02-01 09:30\t10.5\t11\t10.25\t11\t0\tX\n',
    { ignored: ['Name'] },
  ],
  [
    'a download that begins with where it comes from',
    'https://www.example.org/data\nUnix,Symbol,Open,High,Low,Close,Volume BTC\n1706693400,BTC/USD,10,12.5,9,11,5\n1706779800,BTC/USD,11,11,10.25,10.5,0\n',
    { ignored: ['Symbol', 'Volume BTC'], hasVolume: false },
  ],
  [
    'Stooq and brokers, whose newest line comes first',
    'Date,Open,High,Low,Close,Volume\n2024-02-01 09:30,11,11,10.25,10.5,0\n2024-01-31 09:30,10,12.5,9,11,5\n',
    { isNewestFirst: true },
  ],
  [
    'a comment first, quoted names with commas and quotes, and an old Mac',
    '# made by hand\r\r"time","open","high","low","close","volume","MACD (12, ""26"")"\r2024-01-31T09:30:00Z,10,12.5,9,11,5,"1,5"\r# and so on\r2024-02-01T09:30:00Z,11,11,10.25,10.5,0,2\r',
    { ignored: ['MACD (12, "26")'] },
  ],
];

describe('candles as other programs write them', () => {
  test.each(SAMPLES)('%s', (_, text, said) => {
    const { candles, ...rest } = readCandleCsv(text);
    expect(rest).toEqual({
      ignored: [],
      hasVolume: true,
      hasDecimalCommas: false,
      isNewestFirst: false,
      ...said,
    });
    const column = (values: Float64Array) => [...values.subarray(0, candles.length)];
    expect(column(candles.time)).toEqual([Date.UTC(2024, 0, 31, 9, 30), Date.UTC(2024, 1, 1, 9, 30)]);
    expect([column(candles.open), column(candles.high), column(candles.low), column(candles.close)]).toEqual([
      [10, 11],
      [12.5, 11],
      [9, 10.25],
      [11, 10.5],
    ]);
    expect(column(candles.volume)).toEqual(rest.hasVolume ? [5, 0] : [0, 0]);
  });

  const bar = (cells: string) => `Date;Open;High;Low;Close;Volume\n${cells}\n`;
  test.each<[what: string, text: string, line: number, problem: string, found: string]>([
    ['slashes in a date', bar('01/02/2024;1;1;1;1;0'), 2, 'time', '01/02/2024'],
    ['a day without signs', bar('20240131;1;1;1;1;0'), 2, 'time', '20240131'],
    ['a minute without signs', bar('202401310930;1;1;1;1;0'), 2, 'time', '202401310930'],
    ['a second without signs', bar('20240131093000;1;1;1;1;0'), 2, 'time', '20240131093000'],
    ['an epoch in nanoseconds', bar('1706693400000000000;1;1;1;1;0'), 2, 'time', '1706693400000000000'],
    ['an epoch as a power', bar('1.7E+9;1;1;1;1;0'), 2, 'time', '1.7E+9'],
    ['a counting index', ',Open,High,Low,Close\n0,1,1,1,1\n', 2, 'time', '0'],
    ['ms below s', bar('1706693400;1;1;1;1;0\n1706779800000;1;1;1;1;0'), 3, 'unit', '1706779800000'],
    ['a date below epochs', bar('1706693400;1;1;1;1;0\n2024-02-01;1;1;1;1;0'), 3, 'unit', '2024-02-01'],
    [
      'a German time under „time“',
      'time;open;high;low;close\n31.01.2024 09:30;1;1;1;1\n',
      2,
      'time',
      '31.01.2024 09:30',
    ],
    ['a day that does not exist', bar('31.02.2024;1;1;1;1;0'), 2, 'time', '31.02.2024'],
    ['a point that could be of thousands', bar('2024-01-31;1,5;1.500;1;1;0'), 2, 'decimal', '1.500'],
    ['a comma below points', bar('2024-01-31;1.5;1,5;1;1;0'), 2, 'decimal', '1,5'],
    ['thousands in English', bar('2024-01-31;1,234.5;1;1;1;0'), 2, 'decimal', '1,234.5'],
    [
      'a decimal comma between commas',
      'Date,Open,High,Low,Close\n2024-01-31,"1,5",2,1,1\n',
      2,
      'decimal',
      '1,5',
    ],
    [
      'a decimal comma between tabs',
      'Date\tOpen\tHigh\tLow\tClose\n2024-01-31\t1,5\t2\t1\t1\n',
      2,
      'decimal',
      '1,5',
    ],
    [
      'a day of MetaTrader that does not exist',
      '<DATE>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\n2024.02.30\t1\t1\t1\t1',
      2,
      'time',
      '2024.02.30',
    ],
    ['two columns of time', 'Date,Time,Open,High,Low,Close\n', 1, 'columns', 'Date, Time'],
    ['two closes', 'Date,Open,High,Low,Close,close\n', 1, 'columns', 'Close, close'],
    [
      'an adjusted close alone',
      'Date,Open,High,Low,Adj Close\n',
      1,
      'header',
      'Date,Open,High,Low,Adj Close',
    ],
    ['a quote that stays open', bar('"2024-01-31;1;1;1;1;0'), 2, 'quote', ''],
    ['a quote inside a cell', bar('2024-01-31;1;1;1;1;0"5"'), 2, 'quote', ''],
    ['a quote over two lines', bar('"2024-\n01-31";1;1;1;1;0'), 2, 'quote', ''],
    ['a cell too many', bar('2024-01-31;1;1;1;1;0;'), 2, 'cells', '7'],
    ['a heading in words', 'Kurse von Bitcoin\nDate,Open,High,Low,Close\n', 1, 'header', 'Kurse von Bitcoin'],
    ['the gap of a missing price', bar('2024-01-31;1;1;1;;0'), 2, 'number', ''],
    ['null', bar('2024-01-31;null;1;1;1;0'), 2, 'number', 'null'],
  ])('%s is refused by line', (_, text, line, problem, found) => {
    expect(() => readCandleCsv(text)).toThrow(expect.objectContaining({ line, problem, found }));
  });

  test('thousands with points are read where they cannot be anything else', () => {
    const candles = parsed(
      bar('2024-01-31;15.735,28;15.800,5;15.700;15.735,3;1.234.567').replace('15.700', '15.700,0'),
    );
    expect([candles.open[0], candles.high[0], candles.volume[0]]).toEqual([15_735.28, 15_800.5, 1_234_567]);
  });

  test('whatever the text, nothing but the own refusal is thrown', () => {
    const token = fc.constantFrom(
      ...[
        'time',
        'Date',
        'open',
        'high',
        'low',
        'close',
        'volume',
        ',',
        ',',
        ';',
        '\t',
        '\n',
        '\n',
        '\r',
        '"',
        '""',
      ],
      ...[
        '#',
        '1',
        '2.5',
        '1,5',
        '-',
        '1e999',
        '1706693400',
        '2024-01-31',
        '31.01.2024',
        '\ufeff',
        'sep=;',
        ' ',
        '\0',
      ],
    );
    const soup = fc.array(token, { maxLength: 60 }).map((parts) => parts.join(''));
    const body = fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 80 }));
    const known = fc.constantFrom('', HEADER, 'Date;Open;High;Low;Close;Volume\n', ',open,high,low,close\n');
    fc.assert(
      fc.property(known, body, (head, rest) => {
        try {
          expect(readCandleCsv(head + rest).candles.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(CandleCsvError);
          const { line, problem } = error as CandleCsvError;
          expect(line).toBeLessThanOrEqual((head + rest).split(/[\n\r]/).length);
          expect(problem).not.toBe('');
        }
      }),
      { numRuns: 3_000, seed: 25 },
    );
  });

  test('whatever the form, the same candles come back', () => {
    const price = fc.integer({ min: 1, max: 99_999_999 }).map((ticks) => ticks / 1e4);
    const bars = fc.array(fc.tuple(fc.integer({ min: 1, max: 10_000 }), price, price, price, fc.nat(1e6)), {
      minLength: 1,
      maxLength: 12,
    });
    const form = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t'),
      isComma: fc.boolean(),
      isQuoted: fc.boolean(),
      time: fc.constantFrom('s', 'ms', 'iso', 'german'),
      end: fc.constantFrom('\n', '\r\n', '\r'),
      head: fc.constantFrom('', '\ufeff', '# x\n'),
      order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }),
      isNewestFirst: fc.boolean(),
    });
    fc.assert(
      fc.property(
        bars,
        form,
        (drawn, { delimiter, isComma, isQuoted, time, end, head, order, isNewestFirst }) => {
          const hasComma = isComma && delimiter === ';';
          const wanted = new CandleSeries();
          let timeMs = Date.UTC(2001, 8, 9, 2);
          const line = (cells: string[]) =>
            order.map((at) => (isQuoted ? `"${cells[at]}"` : cells[at])).join(delimiter);
          const names = line(['Date', 'Open', 'High', 'Low', 'Close', 'Volume', 'Adj Close']);
          const lines: string[] = [];
          for (const [minutes, open, close, other, volume] of drawn) {
            timeMs += minutes * 60_000;
            const bar = {
              open,
              high: Math.max(open, close, other),
              low: Math.min(open, close, other),
              close,
              volume,
            };
            wanted.append(timeMs, bar);
            const iso = new Date(timeMs).toISOString();
            const [date = '', clock = ''] = iso.split('T');
            const times = {
              s: String(timeMs / 1000),
              ms: String(timeMs),
              iso,
              german: `${date.split('-').reverse().join('.')} ${clock.slice(0, 5)}`,
            };
            const numbers = Object.values(bar).map((value) =>
              String(value).replace('.', hasComma ? ',' : '.'),
            );
            lines.push(line([times[time], ...numbers, 'x']));
          }
          if (isNewestFirst) lines.reverse();
          const file = readCandleCsv(head.replace('\n', end) + [names, ...lines].join(end) + end);
          expect(file.isNewestFirst).toBe(isNewestFirst && drawn.length > 1);
          expect(candlesHash([{ symbol: 'X', candles: file.candles }])).toBe(
            candlesHash([{ symbol: 'X', candles: wanted }]),
          );
          expect(file.ignored).toEqual(['Adj Close']);
        },
      ),
      { numRuns: 400, seed: 26 },
    );
  });
});
