import { describe, expect, test } from 'vitest';
import {
  barText,
  OWN_CANDLES_LIMITS,
  ownCandlesPlace,
  ownSourceOf,
  readOwnCandlesPlace,
  seenWords,
  sizeProblem,
  testPeriodOf,
} from './own-candles.ts';
import { OwnCandlesRefusal, readOwnCandles } from './read-own-candles.ts';

const HEAD = 'Date,Open,High,Low,Close,Volume';
const START = Date.UTC(2020, 0, 1);
const DAY_MS = 86_400_000;

const csv = (bars: number, stepMs = DAY_MS, skipped: readonly number[] = []): string =>
  [
    HEAD,
    ...Array.from({ length: bars }, (_, at) => at)
      .filter((at) => !skipped.includes(at))
      .map((at) => `${new Date(START + at * stepMs).toISOString()},10,12,9,${10 + (at % 2)},5`),
  ].join('\n');

const read = (text: string, name = 'AAPL.csv') => readOwnCandles(name, new TextEncoder().encode(text));
const refusal = (make: () => unknown): string => {
  try {
    make();
  } catch (error) {
    if (error instanceof OwnCandlesRefusal) return error.message;
    throw error;
  }
  return '';
};

describe('a file of one’s own', () => {
  test('is named by what was read of it', () => {
    const text = `Date;Open;High;Low;Close;Adj Close\n${csv(40, DAY_MS, [10, 11, 20])
      .split('\n')
      .slice(1)
      .map((line) => line.replaceAll(',', ';').replace('10;12', '10,5;12,5'))
      .join('\n')}`;
    const { file, hours, days } = read(text);
    expect(file).toMatchObject({
      name: 'AAPL.csv',
      bars: 37,
      barMs: DAY_MS,
      hours: 0,
      days: 37,
      firstDay: '2020-01-01',
      lastDay: '2020-02-09',
      remarks: [
        'Nicht gelesen: „Adj Close“.',
        'Ohne Spalte für das Volumen; es zählt als 0.',
        'Kommas in Zahlen sind als Dezimalkommas gelesen.',
      ],
      gaps: { count: 2, missing: 3 },
    });
    expect(file.gaps.largest.map(({ missing }) => missing)).toEqual([2, 1]);
    expect([hours, days.length]).toEqual([null, 37]);
  });

  test('of minutes is one of hours and of days', () => {
    const { file } = read(csv(3 * 24 * 12, 300_000));
    expect(file).toMatchObject({ bars: 864, hours: 72, days: 3, lastDay: '2020-01-03' });
    expect(ownSourceOf({ ...file, owner: 'x', isTestPeriodOpen: false }).intervals).toEqual(['1h', '1d']);
  });

  test('is the same whatever it is called and written like, and another one with another bar', () => {
    const one = read(csv(40)).file.hash;
    expect(read(csv(40).replaceAll(',', '\t'), 'x.txt').file.hash).toBe(one);
    const [head, ...lines] = csv(40).split('\n');
    const newestFirst = read([head, ...lines.reverse()].join('\n')).file;
    expect(newestFirst).toMatchObject({
      hash: one,
      firstDay: '2020-01-01',
      remarks: ['Die neueste Kerze steht oben; gelesen ist von unten nach oben.'],
    });
    expect(read(csv(41)).file.hash).not.toBe(one);
  });

  test('has a name that leaves the sentences around it as they are', () => {
    expect(read(csv(40), `a\u202eb\n<b>${'c'.repeat(300)}`).file.name).toBe(`ab<b>${'c'.repeat(145)}`);
  });

  test('in the UTF-16 of old Windows programs is read', () => {
    const text = csv(40);
    const bytes = new Uint8Array(2 + 2 * text.length);
    bytes.set([0xff, 0xfe]);
    for (let at = 0; at < text.length; at++) bytes[2 + 2 * at] = text.charCodeAt(at);
    expect(readOwnCandles('mt.csv', bytes).file.days).toBe(40);
  });

  test.each([
    ['a cell too many', `${HEAD}\n2020-01-01,1,1,1,1,0,9`, /^Zeile 2: Die Zeile hat nicht so viele Spalten/],
    ['the same day twice', `${csv(3)}\n${csv(3).split('\n')[3]}`, /^Zeile 5: Die Zeit 2020-01-03.* zweimal/],
    [
      'a day out of order',
      `${csv(3)}\n2019-12-31,10,12,9,10,5`,
      /^Zeile 5: Die Zeit 2019-12-31 steht nicht in der Reihe/,
    ],
    ['another separator', csv(3).replaceAll(',', '|'), /^Zeile 1: Die Kopfzeile muss Spalten/],
    ['a price of zero', `${HEAD}\n2020-01-01,1,1,0,1,0`, /^Zeile 2: Kurse müssen größer als 0 sein/],
    ['nothing', '', /^Zeile 1: Es gibt keine Kerze/],
    ['one bar', csv(1), /^Die Datei hat nur eine Kerze/],
    ['weeks', csv(9, 7 * DAY_MS), /^Die Kerzen sind 7 Tage lang/],
    ['two bars of a day', `${csv(9)}\n2020-01-09T01:00Z,10,12,9,10,5`, /^Die Kerzen sind verschieden lang/],
    ['half an hour', csv(6, 300_000), /^Die Kerzen ergeben keine ganze Stunde/],
    ['an Excel file', 'PK\u0003\u0004', /^Das ist eine Excel-Mappe/],
  ])('with %s is refused with its line and the reason', (_, text, expected) => {
    expect(refusal(() => read(text))).toMatch(expected);
  });

  test('in another encoding is refused at the line of the first letter that shows it', () => {
    const bytes = new TextEncoder().encode(`${csv(3)}\nEröffnung`);
    bytes[bytes.indexOf(0xc3)] = 0xf6;
    expect(refusal(() => readOwnCandles('x.csv', bytes))).toMatch(/^Zeile 5: Das ist kein Text in UTF-8/);
  });

  test('is refused by its size before anything is read, and by its bars', () => {
    expect(sizeProblem(OWN_CANDLES_LIMITS.bytes)).toBeNull();
    expect(sizeProblem(200_000_001)).toMatch(/^Die Datei ist 201 MB groß, höchstens 20 MB/);
    expect(refusal(() => readOwnCandles('x', new Uint8Array(OWN_CANDLES_LIMITS.bytes + 1)))).toMatch(/21 MB/);
    const line = (at: number) => `${START / 1000 + 60 * at},1,1,1,1`;
    const rows = Array.from({ length: OWN_CANDLES_LIMITS.bars + 1 }, (_, at) => line(at));
    const text = `time,open,high,low,close\n${rows.join('\n')}`;
    expect(refusal(() => read(text))).toMatch(/^Die Datei hat 200\.001 Kerzen, höchstens 200\.000/);
    expect(read(text.slice(0, text.lastIndexOf('\n'))).file.bars).toBe(200_000);
  });
});

describe('the test period of a file', () => {
  const days = (count: number) => ({
    firstDay: '2020-01-01',
    lastDay: new Date(START + (count - 1) * DAY_MS).toISOString().slice(0, 10),
  });

  test('is its last fifth, from 900 days on', () => {
    expect(testPeriodOf(days(899))).toBeNull();
    expect(testPeriodOf(days(900))).toEqual({ from: '2021-12-21', until: '2022-06-19' });
    expect((Date.parse('2021-12-21') - START) / DAY_MS).toBe(720);
  });

  test('bounds what everything else sees, and its lack is said', () => {
    const file = { ...read(csv(1000)).file, owner: 'x', isTestPeriodOpen: false };
    expect(ownSourceOf(file).testPeriodFrom).toBe(testPeriodOf(file)?.from);
    const seen = { from: START, until: START + 40 * DAY_MS };
    expect(seenWords(ownSourceOf(file), seen)).toBe(
      '01.01.2020 bis 09.02.2020. Was danach kam, bleibt für den Prüfzeitraum verschlossen.',
    );
    expect(seenWords(ownSourceOf({ ...file, isTestPeriodOpen: true }), seen)).toBe(
      '01.01.2020 bis 09.02.2020. Was danach kam, haben Sie im Prüfzeitraum schon gesehen.',
    );
    const short = { ...read(csv(40)).file, owner: 'x', isTestPeriodOpen: false };
    expect(ownSourceOf(short).testPeriodFrom).toBe('2020-02-10');
    expect(seenWords(ownSourceOf(short), seen)).toMatch(/Unter 900 Tagen/);
    expect(ownSourceOf(null)).toMatchObject({ intervals: [], testPeriodFrom: null });
  });
});

test('a place in the browser is told from an address', () => {
  const file = { ...read(csv(40)).file, owner: '0189-x' };
  expect(readOwnCandlesPlace(ownCandlesPlace(file, '1d'))).toEqual({
    owner: '0189-x',
    hash: file.hash,
    interval: '1d',
  });
  expect(readOwnCandlesPlace('/api/testbench/candles/wti/WTI/1d.bin')).toBeNull();
});

test.each([
  [60_000, 'eine Minute'],
  [300_000, '5 Minuten'],
  [3_600_000, 'eine Stunde'],
  [5_400_000, '90 Minuten'],
  [DAY_MS, 'einen Tag'],
  [7 * DAY_MS, '7 Tage'],
])('a bar of %i ms is told as „%s“', (ms, text) => expect(barText(ms)).toBe(text));
