import { describe, expect, it } from 'vitest';
import { lastNightDue } from './night.ts';

describe('the night that is due', () => {
  it.each([
    ['2026-11-21T01:59:59Z', '2026-11-20', 'a second before three in winter'],
    ['2026-11-21T02:00:00Z', '2026-11-21', 'three o’clock in winter'],
    ['2026-07-01T00:59:59Z', '2026-06-30', 'a second before three in summer'],
    ['2026-07-01T01:00:00Z', '2026-07-01', 'three o’clock in summer'],
    ['2026-07-01T22:30:00Z', '2026-07-01', 'half past midnight of the next day'],
    ['2026-03-29T00:59:59Z', '2026-03-28', 'a second before the clocks go from two to three'],
    ['2026-03-29T01:00:00Z', '2026-03-29', 'the moment at which they do'],
    ['2026-10-25T00:30:00Z', '2026-10-24', 'half past two for the first time'],
    ['2026-10-25T01:30:00Z', '2026-10-24', 'half past two for the second time'],
    ['2026-10-25T02:00:00Z', '2026-10-25', 'three o’clock after that'],
    ['2027-01-01T00:00:00Z', '2026-12-31', 'one o’clock on New Year’s Day'],
    ['2028-03-01T01:00:00Z', '2028-02-29', 'the night after a leap day'],
  ])('at %s is that of %s: %s', (now, night) => {
    expect(lastNightDue(new Date(now))).toBe(night);
  });

  it('is one for each day of a year, whatever the clocks do', () => {
    const nights = new Set<string>();
    const first = Date.parse('2026-01-01T12:00:00Z');
    for (let minute = 0; minute < 365 * 24 * 60; minute += 7)
      nights.add(lastNightDue(new Date(first + minute * 60_000)));
    expect(nights.size).toBe(366);
    expect([...nights].sort()).toEqual([...nights]);
  });
});
