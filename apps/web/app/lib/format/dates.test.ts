import { afterEach, describe, expect, it } from 'vitest';
import {
  berlin,
  formatAge,
  formatClock,
  formatDate,
  formatDateTime,
  formatDateTimeShort,
  formatDayMonth,
  formatDayMonthTime,
  formatElapsed,
  formatRoughlyElapsed,
  formatSince,
  formatTime,
  formatWeekday,
  formatWeekdayDateTime,
} from './dates.ts';

describe('dates', () => {
  it('are shown in Berlin time, in summer and in winter', () => {
    expect(formatDateTime('2025-07-24T12:32:00Z')).toBe('24.07.2025, 14:32\u00a0Uhr');
    expect(formatDateTime('2025-01-24T12:32:00Z')).toBe('24.01.2025, 13:32\u00a0Uhr');
    expect(formatWeekdayDateTime('2025-07-24T12:32:00Z')).toBe('Donnerstag, 24.07.2025, 14:32\u00a0Uhr');
  });

  it('are written as the library that calculates with them would write them', () => {
    const dayMs = 86_400_000;
    // Every seventh hour of three years: both changes of the clock, midnights, the turn of the year.
    for (let at = Date.parse('2025-01-01T00:00:00Z'); at < Date.parse('2028-01-01'); at += (7 / 24) * dayMs) {
      const face = berlin(at);
      expect(formatDateTimeShort(at)).toBe(face.format('DD.MM.YYYY, HH:mm'));
      expect(formatDayMonthTime(at, at)).toBe(face.format('DD.MM., HH:mm'));
      expect(`${formatDate(at)} ${formatClock(at)}`).toBe(face.format('DD.MM.YYYY HH:mm:ss'));
      expect(`${formatDayMonth(at)} ${formatTime(at)}`).toBe(face.format('DD.MM. HH:mm'));
      expect(formatWeekday(at)).toBe(face.format('dddd'));
    }
  });
});

describe('a browser elsewhere', () => {
  const here = process.env.TZ;
  afterEach(() => {
    if (here === undefined) delete process.env.TZ;
    else process.env.TZ = here;
  });

  it.each([
    'Europe/Berlin',
    'America/New_York',
    'America/Los_Angeles',
    'America/Havana',
    'Asia/Kolkata',
    'Pacific/Auckland',
  ])('counts the days of Berlin in %s', (zone) => {
    process.env.TZ = zone;
    for (let month = 0; month < 36; month += 1) {
      const lastDay = new Date(Date.UTC(2026, month + 1, 0)).toISOString().slice(0, 10);
      for (const day of ['01', '05', '15', '28']) {
        const at = Date.parse(`${lastDay.slice(0, 8)}${day}T01:30:00Z`);
        expect(berlin(at).endOf('month').format('YYYY-MM-DD')).toBe(lastDay);
        expect(berlin(at).format('DD.MM.YYYY, HH:mm')).toBe(formatDateTimeShort(at));
      }
    }
    // The hour that New York leaves out in spring is none that Berlin does.
    expect(berlin('2026-03-08T01:30:00Z').format('HH:mm')).toBe('02:30');
  });
});

describe('the time of something in a list', () => {
  it.each([
    ['2025-07-24T12:32:00Z', '2025-12-31T22:59:00Z', '24.07., 14:32'],
    ['2025-07-24T12:32:00Z', '2025-12-31T23:01:00Z', '24.07.2025, 14:32'],
    ['2025-12-31T23:30:00Z', '2026-02-01T12:00:00Z', '01.01., 00:30'],
    ['2026-01-02T08:00:00Z', '2025-12-30T12:00:00Z', '02.01.2026, 09:00'],
  ])('%s, seen at %s, reads „%s“', (at, now, text) => {
    expect(formatDayMonthTime(at, now)).toBe(text);
  });
});

describe('durations', () => {
  const hour = 3_600_000;
  it('stay short', () => {
    expect(formatElapsed(0, 48 * 60_000)).toBe('48\u00a0Min.');
    expect(formatElapsed(0, 3 * hour + 27 * 60_000)).toBe('3\u00a0Std.\u00a027\u00a0Min.');
    expect(formatElapsed(0, 50 * hour)).toBe('2\u00a0Tage');
    expect(formatRoughlyElapsed(0, 3 * hour + 27 * 60_000)).toBe('3\u00a0Std.');
    expect(formatRoughlyElapsed(0, 48 * 60_000)).toBe('48\u00a0Min.');
    expect(formatRoughlyElapsed(0, 50 * hour)).toBe('2\u00a0Tage');
    expect(formatSince(0, 48 * 60_000)).toBe('seit 48\u00a0Min.');
    expect(formatSince(0, 50 * hour)).toBe('seit 2\u00a0Tagen');
    expect(formatAge(1400)).toBe('vor 1\u00a0s');
    expect(formatAge(-5)).toBe('vor 0\u00a0s');
  });
});
