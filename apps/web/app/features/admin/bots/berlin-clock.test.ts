import { describe, expect, it, test } from 'vitest';
import { berlinMoments, readClock } from './berlin-clock.ts';

const moments = (day: string, minutes: number) =>
  berlinMoments(day, minutes).map((at) => new Date(at).toISOString());

describe('a time on a Berlin clock', () => {
  it('is one moment on an ordinary day, in winter and in summer', () => {
    expect(moments('2026-12-04', 17 * 60)).toEqual(['2026-12-04T16:00:00.000Z']);
    expect(moments('2026-07-03', 17 * 60)).toEqual(['2026-07-03T15:00:00.000Z']);
  });

  it('is none in the hour that spring leaves out', () => {
    expect(moments('2027-03-28', 2 * 60 + 30)).toEqual([]);
    expect(moments('2027-03-28', 3 * 60)).toEqual(['2027-03-28T01:00:00.000Z']);
  });

  it('is two in the hour that autumn repeats', () => {
    expect(moments('2026-10-25', 2 * 60 + 30)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ]);
    expect(moments('2026-10-25', 3 * 60)).toEqual(['2026-10-25T02:00:00.000Z']);
  });
});

test.each([
  ['17:30', 1050],
  ['17.30', 1050],
  ['1730', 1050],
  [' 9:05 ', 545],
  ['930', 570],
  ['17', 1020],
  ['0', 0],
  ['24:00', 1440],
  ['24:01', null],
  ['17:60', null],
  ['25', null],
  ['17:3', null],
  ['', null],
  ['abends', null],
])('„%s“ is %s minutes', (text, minutes) => {
  expect(readClock(text)).toBe(minutes);
});
