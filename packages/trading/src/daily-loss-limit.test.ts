import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './candles.ts';
import { type DailyLossState, watchDailyLoss } from './daily-loss-limit.ts';
import { MONDAY } from './testing/random-market.ts';

const limits = { maxDailyLoss: 0.1 };
const fresh = (): DailyLossState => ({ day: Number.NaN, openingEquity: 100, haltedUntil: null });

/** `1 10:00`: that time of day on day 1, Monday being day 0. */
function moment(text: string): number {
  const [day, time] = text.split(' ') as [string, string];
  const [hours, minutes] = time.split(':') as [string, string];
  return MONDAY + Number(day) * DAY_MS + Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
}

type Row = [end: string, equity: number, act: string, haltedUntil: string | null];

describe.each<[string, Row[]]>([
  [
    'minutes: the limit is a share of the day’s opening, and the halt ends with the day',
    [
      ['0 09:31', 100, 'none', null],
      ['0 09:32', 120, 'none', null],
      // A fall from the day's best is no loss of the day.
      ['0 09:33', 91, 'none', null],
      ['0 09:34', 90, 'stopped', '1 00:00'],
      ['0 09:35', 70, 'none', '1 00:00'],
      ['0 23:59', 70, 'none', '1 00:00'],
      ['1 00:00', 69, 'resumed', null],
      ['1 00:01', 65, 'none', null],
      // 10 % of 69, the last close of the day before.
      ['1 00:02', 62.2, 'none', null],
      ['1 00:03', 62.1, 'stopped', '2 00:00'],
    ],
  ],
  [
    'hours: a bar that ends at midnight belongs to the day that is over',
    [
      ['0 23:00', 95, 'none', null],
      // 10 % of 100 lost on Monday: what Tuesday may lose is not touched, but Tuesday is halted.
      ['1 00:00', 90, 'stopped', '2 00:00'],
      ['1 01:00', 90, 'none', '2 00:00'],
      ['2 00:00', 90, 'resumed', null],
      ['2 01:00', 81.1, 'none', null],
      ['2 02:00', 81, 'stopped', '3 00:00'],
    ],
  ],
  [
    'hours: a gap over night counts for the day it is seen on',
    [
      ['0 22:00', 100, 'none', null],
      ['1 09:00', 90, 'stopped', '2 00:00'],
    ],
  ],
  [
    'hours: after days without bars the first bar resumes, and its own loss is watched from the next one on',
    [
      ['0 12:00', 90, 'stopped', '1 00:00'],
      ['4 09:00', 70, 'resumed', null],
      ['4 10:00', 81.1, 'none', null],
      // The day opened at 90, the last close before it.
      ['4 11:00', 81, 'stopped', '5 00:00'],
    ],
  ],
  [
    'days: the loss is known when its day is over, so the halt is the next day',
    [
      ['1 00:00', 100, 'none', null],
      ['2 00:00', 90.1, 'none', null],
      ['3 00:00', 81.0, 'stopped', '4 00:00'],
      ['4 00:00', 80, 'resumed', null],
      ['5 00:00', 72.1, 'none', null],
      ['6 00:00', 64.8, 'stopped', '7 00:00'],
    ],
  ],
])('the daily loss limit in %s', (_, rows) => {
  test('acts as the table says, also when its state goes through JSON at every bar', () => {
    for (const restarts of [false, true]) {
      let state = fresh();
      let before = 100;
      const seen: Row[] = [];
      for (const [end, equity] of rows) {
        if (restarts && !Number.isNaN(state.day)) state = JSON.parse(JSON.stringify(state)) as DailyLossState;
        const act = watchDailyLoss(state, before, equity, moment(end), limits);
        const until = state.haltedUntil;
        seen.push([end, equity, act, until === null ? null : `${(until - MONDAY) / DAY_MS} 00:00`]);
        before = equity;
      }
      expect(seen).toEqual(rows);
    }
  });
});

test('a limit of 100 % never acts on a portfolio that is worth something', () => {
  expect(watchDailyLoss(fresh(), 100, 1e-9, moment('0 01:00'), { maxDailyLoss: 1 })).toBe('none');
});
