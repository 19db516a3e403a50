import { describe, expect, it } from 'vitest';
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
      expect(formatDayMonthTime(at)).toBe(face.format('DD.MM., HH:mm'));
      expect(`${formatDate(at)} ${formatClock(at)}`).toBe(face.format('DD.MM.YYYY HH:mm:ss'));
      expect(`${formatDayMonth(at)} ${formatTime(at)}`).toBe(face.format('DD.MM. HH:mm'));
      expect(formatWeekday(at)).toBe(face.format('dddd'));
    }
  });

  it('start the week on Monday', () => {
    expect(berlin('2025-07-24T12:00:00Z').startOf('week').format('dddd')).toBe('Montag');
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
