import type { Notification } from '@botdepot/contract';
import { describe, expect, it, test } from 'vitest';
import {
  formatNotificationDay,
  formatNotificationTime,
  groupByDay,
  notificationUrl,
} from './notification-texts.ts';

test.each([
  ['turbobot', '/dashboard/bots/turbobot'],
  ['newsbot', '/dashboard/bots/newsbot'],
  ['smartbot', '/dashboard/bots/smartbot'],
  ['bot', '/dashboard/bots'],
  ['support', '/dashboard/support?chat=offen'],
] as const)('what was said about „%s“ leads there', (subject, url) => {
  expect(notificationUrl({ subject, subjectId: null })).toBe(url);
});

test('an answer leads to its own chat, whichever is open by now', () => {
  expect(notificationUrl({ subject: 'support', subjectId: 'x' })).toBe('/dashboard/support?chat=x');
});

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

describe('the time of a notification', () => {
  const now = '2025-07-24T12:32:00Z';

  it.each([
    ['2025-07-24T09:05:00Z', 'heute, 11:05'],
    ['2025-07-23T22:10:00Z', 'heute, 00:10'],
    ['2025-07-23T15:48:00Z', 'gestern, 17:48'],
    ['2025-07-22T14:00:00Z', '22.07., 16:00'],
    ['2024-12-31T12:00:00Z', '31.12.2024'],
  ])('%s reads „%s“ in Berlin', (at, text) => {
    expect(formatNotificationTime(at, now)).toBe(text);
  });

  it('counts days, not hours, when the clocks change', () => {
    expect(formatNotificationTime('2025-10-25T22:30:00Z', '2025-10-26T23:30:00Z')).toBe('gestern, 00:30');
    expect(formatNotificationTime('2025-03-29T23:30:00Z', '2025-03-30T22:30:00Z')).toBe('gestern, 00:30');
  });
});
