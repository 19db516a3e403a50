import { describe, expect, it } from 'vitest';
import { formatNotificationTime } from './notification-time.ts';

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
