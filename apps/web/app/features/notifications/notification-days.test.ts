import type { Notification } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { formatNotificationDay, groupByDay } from './notification-days.ts';

const at = (createdAt: string): Notification => ({
  id: createdAt,
  title: 'Einzahlung gutgeschrieben',
  message: '',
  type: 'success',
  isRead: false,
  createdAt,
  subject: null,
  subjectId: null,
});

describe('the days of notifications', () => {
  it('are those of Berlin, in the order of the list', () => {
    const list = [
      '2025-07-24T09:05:00Z',
      '2025-07-23T22:10:00Z',
      '2025-07-23T21:50:00Z',
      '2025-07-20T10:00:00Z',
    ].map(at);
    const days = groupByDay(list);
    expect(days.map(({ day, items }) => [day, items.length])).toEqual([
      ['2025-07-24', 2],
      ['2025-07-23', 1],
      ['2025-07-20', 1],
    ]);
    expect(days.flatMap(({ items }) => items)).toEqual(list);
  });

  it('are none without notifications', () => {
    expect(groupByDay([])).toEqual([]);
  });

  it.each([
    ['2025-07-23T22:10:00Z', 'Heute'],
    ['2025-07-23T15:48:00Z', 'Gestern'],
    ['2025-07-22T14:00:00Z', 'Dienstag, 22.07.2025'],
    ['2024-12-31T12:00:00Z', 'Dienstag, 31.12.2024'],
  ])('%s is headed „%s“', (instant, text) => {
    expect(formatNotificationDay(instant, '2025-07-24T12:32:00Z')).toBe(text);
  });

  it('are counted as days, not hours, when the clocks change', () => {
    expect(formatNotificationDay('2025-10-25T22:30:00Z', '2025-10-26T23:30:00Z')).toBe('Gestern');
    expect(formatNotificationDay('2025-03-29T23:30:00Z', '2025-03-30T22:30:00Z')).toBe('Gestern');
  });
});
