import { describe, expect, it } from 'vitest';
import { FILLS, fillsOfDayLink } from './bot-links.ts';

const dayIn = (search: string) => FILLS.day.read(new URLSearchParams(search).get('tag'));

describe('the day whose fills are shown', () => {
  it('is a day that the calendar has', () => {
    expect(dayIn('?tag=2026-11-18')).toBe('2026-11-18');
    for (const nonsense of ['', '2026-02-30', '18.11.2026', '2026-11-18T00:00', '-26-11-18', '0x1', '\u0000'])
      expect(dayIn(`?tag=${encodeURIComponent(nonsense)}`)).toBeNull();
    expect(dayIn('')).toBeNull();
  });

  it('is linked to without losing the place among the days, and begins with its first page', () => {
    const link = fillsOfDayLink(new URLSearchParams('tage=2&trades=4&ansicht=verlauf'), '2026-11-18');
    expect(link).toBe('?tage=2&ansicht=ausfuehrungen&tag=2026-11-18#ausfuehrungen');
  });
});
