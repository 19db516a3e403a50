import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../candles.ts';
import {
  isWeekendDay,
  newYorkOffsetMs,
  tradingDayOf,
  tradingDayStart,
  weekdayOfDayNumber,
} from './trading-day.ts';

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
});

test('the offset of New York is that of the time-zone database, hour by hour around every change 2008..2037', () => {
  const offsetFormat = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    timeZoneName: 'longOffset',
  });
  const offsetOf = (ms: number): number => {
    const zone = offsetFormat.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value ?? '';
    return Number(zone.slice(3, 6)) * HOUR_MS;
  };
  for (let year = 2008; year <= 2037; year++) {
    for (const [month, first] of [
      [2, 8],
      [10, 1],
    ] as const) {
      for (
        let ms = Date.UTC(year, month, first, 3);
        ms < Date.UTC(year, month, first + 7, 10);
        ms += HOUR_MS
      ) {
        if (new Date(ms).getUTCHours() > 9) continue;
        expect(newYorkOffsetMs(ms), new Date(ms).toISOString()).toBe(offsetOf(ms));
      }
    }
  }
});

test('every trading day starts at 17:00 New York and days follow one another without gap', () => {
  const first = tradingDayOf(Date.UTC(2025, 0, 1));
  for (let day = first; day < first + 800; day++) {
    const start = tradingDayStart(day);
    expect(newYork.format(start)).toMatch(/17:00$/);
    expect(tradingDayOf(start)).toBe(day);
    expect(tradingDayOf(start - 1)).toBe(day - 1);
  }
});

test('a trading day carries the date on which it ends', () => {
  const wednesday = Math.floor(Date.UTC(2026, 0, 14) / DAY_MS);
  expect(tradingDayOf(Date.UTC(2026, 0, 13, 22))).toBe(wednesday);
  expect(tradingDayOf(Date.UTC(2026, 0, 14, 21, 59))).toBe(wednesday);
  expect(weekdayOfDayNumber(wednesday)).toBe(3);
  expect(isWeekendDay(wednesday)).toBe(false);
  expect(isWeekendDay(wednesday + 3)).toBe(true);
});

test('the Sunday of a clock change has 23 or 25 hours', () => {
  const hoursOf = (ms: number): number => {
    const day = tradingDayOf(ms);
    return (tradingDayStart(day + 1) - tradingDayStart(day)) / HOUR_MS;
  };
  expect(hoursOf(Date.UTC(2026, 2, 8, 12))).toBe(23);
  expect(hoursOf(Date.UTC(2026, 10, 1, 12))).toBe(25);
  expect(hoursOf(Date.UTC(2026, 10, 2, 12))).toBe(24);
});
