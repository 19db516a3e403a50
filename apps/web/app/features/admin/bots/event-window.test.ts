import { describe, expect, it, test } from 'vitest';
import {
  berlinMoments,
  decisionTimesOf,
  durationText,
  isUnchanged,
  readClock,
  readWindow,
  textsOf,
} from './event-window.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const read = (day: string, from: string, to: string, before?: { startsAt: number; endsAt: number }) =>
  readWindow({ day, from, to }, before ?? null);

describe('a window that is typed', () => {
  it('is in Berlin time', () => {
    expect(read('04.12.2026', '17:00', '22:00')).toEqual({
      window: { startsAt: at('2026-12-04T16:00'), endsAt: at('2026-12-04T21:00') },
      problems: { day: null, from: null, to: null },
      hint: null,
    });
  });

  it('takes its day without leading zeros and with a short year', () => {
    expect(read('4.12.26', '17:00', '22:00').window?.startsAt).toBe(at('2026-12-04T16:00'));
  });

  it('may end after midnight, also at it', () => {
    expect(read('04.12.2026', '22:00', '02:00').window?.endsAt).toBe(at('2026-12-05T01:00'));
    expect(read('31.12.2026', '18', '24:00').window?.endsAt).toBe(at('2026-12-31T23:00'));
    expect(read('31.12.2026', '18', '0').window?.endsAt).toBe(at('2026-12-31T23:00'));
    expect(read('04.12.2026', '17:00', '17:00').window?.endsAt).toBe(at('2026-12-05T16:00'));
  });

  it('is as long as the clock is changed within it', () => {
    const spring = read('27.03.2027', '22:00', '06:00').window;
    const autumn = read('24.10.2026', '22:00', '06:00').window;
    expect(spring && durationText(spring)).toBe('7\u00a0Std.');
    expect(autumn && durationText(autumn)).toBe('9\u00a0Std.');
  });

  it('cannot begin in the hour that is left out', () => {
    const { window, problems } = read('28.03.2027', '02:30', '08:00');
    expect(window).toBeNull();
    expect(problems.from).toMatch(/Sommerzeit/);
    expect(read('27.03.2027', '20:00', '02:30').problems.to).toMatch(/Sommerzeit/);
  });

  it('begins at the first of two equal times and says so', () => {
    const { window, hint } = read('25.10.2026', '02:30', '08:00');
    expect(window?.startsAt).toBe(at('2026-10-25T00:30'));
    expect(hint).toMatch(/der Beginn zum ersten Mal/);
    const late = read('24.10.2026', '20:00', '02:30');
    expect(late.window?.endsAt).toBe(at('2026-10-25T01:30'));
    expect(late.hint).toMatch(/das Ende zum zweiten Mal/);
  });

  it('stays the same moment when it is moved and left as it was', () => {
    const before = { startsAt: at('2026-10-25T01:30:20'), endsAt: at('2026-10-25T07:00') };
    const { day, from, to } = textsOf(before);
    expect(read(day, from, to, before).window).toEqual(before);
    expect(read(day, from, to, before).hint).toMatch(/der Beginn zum zweiten Mal/);
  });

  it('says what is wrong at its field, and nothing of an empty one', () => {
    expect(read('', '', '')).toEqual({
      window: null,
      problems: { day: null, from: null, to: null },
      hint: null,
    });
    const { window, problems } = read('31.02.2027', '24:00', 'spät');
    expect(window).toBeNull();
    expect(Object.values(problems).every((problem) => problem !== null)).toBe(true);
    expect(problems.day).toBe('Diesen Tag gibt es nicht.');
    expect(read('4. Dezember', '', '').problems.day).toMatch(/^Bitte als Tag\.Monat\.Jahr/);
  });
});

describe('the decisions of NewsBot in a window', () => {
  const hours = (startsAt: string, endsAt: string) =>
    decisionTimesOf({ startsAt: at(startsAt), endsAt: at(endsAt) }).map((time) =>
      new Date(time).toISOString().slice(11, 16),
    );

  it('come after the first hour and end two hours before the end', () => {
    expect(hours('2026-12-04T16:00', '2026-12-04T21:00')).toEqual(['17:00', '18:00', '19:00']);
    expect(hours('2026-12-04T16:00', '2026-12-04T20:00')).toEqual(['17:00', '18:00']);
  });

  it('are none without four full hours', () => {
    expect(hours('2026-12-04T16:00', '2026-12-04T19:59')).toEqual([]);
    expect(hours('2026-12-04T16:30', '2026-12-04T20:30')).toEqual([]);
  });
});

describe('an event that is opened to be moved', () => {
  const before = { name: 'Rede', startsAt: '2026-12-04T16:00:00.000Z', endsAt: '2026-12-04T21:00:00.000Z' };
  const window = { startsAt: at('2026-12-04T16:00'), endsAt: at('2026-12-04T21:00') };

  it('is unchanged while nothing is another', () => {
    expect(isUnchanged(before, ' Rede ', window)).toBe(true);
  });

  it.each([
    ['name', 'Zinsentscheid', window],
    ['beginning', 'Rede', { ...window, startsAt: window.startsAt + 60_000 }],
    ['end', 'Rede', { ...window, endsAt: window.endsAt + 60_000 }],
  ])('has changed with its %s alone', (_, name, typed) => {
    expect(isUnchanged(before, name, typed)).toBe(false);
  });
});

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
