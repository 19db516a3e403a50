import { expect, it } from 'vitest';
import { formatDate } from './dates.ts';
import { formatBerlinDay, formatUtcDay, formatUtcPeriod, formatYears, noonOf } from './plain-days.ts';

it('a UTC day is written as it stands, whatever the zone', () => {
  expect(formatUtcDay('2019-01-01')).toBe('01.01.2019');
  expect(formatUtcPeriod('2019-01-01', '2023-09-08')).toBe('01.01.2019 bis 08.09.2023');
});

it('a period is named by its years', () => {
  expect(formatYears('2019-01-01', '2023-09-08')).toBe('2019–\u20602023');
  expect(formatYears('2023-01-01', '2023-09-08')).toBe('2023');
});

it('the middle of a day is the same date in Berlin, through every change of the clocks', () => {
  for (let day = 0; day < 800; day++) {
    const at = noonOf('2019-01-01', day);
    expect(formatDate(at)).toBe(formatUtcDay(new Date(at).toISOString().slice(0, 10)));
  }
});

it('an instant is written as the day in Berlin, as on every other page', () => {
  expect(formatBerlinDay('2026-03-28T23:30:00Z')).toBe('29.03.2026');
  for (let hour = 0; hour < 24 * 40; hour += 5) {
    const at = Date.UTC(2026, 2, 1, hour);
    expect(formatBerlinDay(at)).toBe(formatDate(at));
  }
});
