import { afterEach, describe, expect, it } from 'vitest';
import {
  berlinDay,
  berlinFace,
  dayLater,
  daysAfter,
  formatAge,
  formatClock,
  formatDate,
  formatDateTime,
  formatDateTimeShort,
  formatDayMonth,
  formatDayMonthTime,
  formatElapsed,
  formatMonth,
  formatRoughlyElapsed,
  formatSince,
  formatTime,
  formatWeekday,
  formatWeekdayDateTime,
  lastDayOf,
} from './dates.ts';

describe('dates', () => {
  it('are shown in Berlin time, in summer and in winter', () => {
    expect(formatDateTime('2025-07-24T12:32:00Z')).toBe('24.07.2025, 14:32\u00a0Uhr');
    expect(formatDateTime('2025-01-24T12:32:00Z')).toBe('24.01.2025, 13:32\u00a0Uhr');
    expect(formatWeekdayDateTime('2025-07-24T12:32:00Z')).toBe('Donnerstag, 24.07.2025, 14:32\u00a0Uhr');
  });

  it('are written alike in every shape, from what the clock in Berlin shows', () => {
    const hourMs = 3_600_000;
    const weekdays = ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'];
    // Every seventh hour of three years: both changes of the clock, midnights, the turn of the year.
    for (let at = Date.parse('2025-01-01T00:00:00Z'); at < Date.parse('2028-01-01'); at += 7 * hourMs) {
      const face = new Date(at + (isSummer(at) ? 2 : 1) * hourMs);
      const [day = '', clock = ''] = face.toISOString().slice(0, 19).split('T');
      const [year, month, date] = day.split('-');
      expect(berlinFace(at)).toBe(`${day} ${clock}`);
      expect(berlinDay(at)).toBe(day);
      expect(formatDateTimeShort(at)).toBe(`${date}.${month}.${year}, ${clock.slice(0, 5)}`);
      expect(formatDayMonthTime(at, at)).toBe(`${date}.${month}., ${clock.slice(0, 5)}`);
      expect(`${formatDate(at)} ${formatClock(at)}`).toBe(`${date}.${month}.${year} ${clock}`);
      expect(`${formatDayMonth(at)} ${formatTime(at)}`).toBe(`${date}.${month}. ${clock.slice(0, 5)}`);
      expect(formatWeekday(at)).toBe(weekdays[face.getUTCDay()]);
    }
  });
});

/** From one in the morning UTC of the last Sunday in March to that of the last one in October. */
function isSummer(at: number): boolean {
  const year = new Date(at).getUTCFullYear();
  const lastSunday = (month: number) => {
    const last = new Date(Date.UTC(year, month, 31, 1));
    return last.getTime() - last.getUTCDay() * 86_400_000;
  };
  return at >= lastSunday(2) && at < lastSunday(9);
}

describe('days of the calendar', () => {
  it('are counted whatever the clock does in between', () => {
    expect(daysAfter('2026-03-30', '2026-03-28')).toBe(2);
    expect(daysAfter('2026-01-01', '2025-12-31')).toBe(1);
    expect(dayLater('2026-10-24', 2)).toBe('2026-10-26');
    expect(dayLater('2027-03-01', -1)).toBe('2027-02-28');
  });

  it('a month has its last one and its name', () => {
    expect(['2026-02', '2028-02', '2026-04', '2026-12'].map(lastDayOf)).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2026-04-30',
      '2026-12-31',
    ]);
    expect(formatMonth('2026-03-15')).toBe('März 2026');
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
      expect(lastDayOf(lastDay.slice(0, 7))).toBe(lastDay);
      expect(berlinDay(`${lastDay}T01:30:00Z`)).toBe(lastDay);
      expect(dayLater(lastDay, 1).slice(8)).toBe('01');
      expect(daysAfter(dayLater(lastDay, 40), lastDay)).toBe(40);
    }
    // The hour that New York leaves out in spring is none that Berlin does.
    expect(berlinFace('2026-03-08T01:30:00Z')).toBe('2026-03-08 02:30:00');
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
