import { expect, it } from 'vitest';
import { formatDate } from '../../../lib/format/dates.ts';
import { replayDays } from './replay-days.ts';

const daysOf = (...times: string[]) =>
  replayDays(times.map((at, value) => ({ at, expected: value, actual: value }))).map(
    ({ at, actual }) => `${formatDate(at)} ${actual}`,
  );

it('a value at midnight stands under the day that it ends, the running day under its own', () => {
  expect(daysOf('2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z')).toEqual([
    '28.02.2026 0',
    '01.03.2026 1',
    '02.03.2026 2',
  ]);
  expect(daysOf('2026-03-03T00:00:00.000Z', '2026-03-03T00:31:00.000Z')).toEqual([
    '02.03.2026 0',
    '03.03.2026 1',
  ]);
});

it('a start within a day gives way to the end of that day', () => {
  expect(daysOf('2026-03-02T20:00:00.000Z', '2026-03-03T00:00:00.000Z', '2026-03-03T23:30:00.000Z')).toEqual([
    '02.03.2026 1',
    '03.03.2026 2',
  ]);
});

it('no day stands twice, summer time or not', () => {
  const ends = Array.from({ length: 60 }, (_, day) => new Date(Date.UTC(2026, 2, 2 + day)).toISOString());
  const days = daysOf('2026-03-01T10:15:00.000Z', ...ends, '2026-04-30T22:30:00.000Z');
  expect(days).toHaveLength(61);
  expect(new Set(days.map((day) => day.slice(0, 10))).size).toBe(61);
});
