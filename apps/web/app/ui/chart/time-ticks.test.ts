import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const day = (text: string) => Date.parse(`${text}T12:00:00Z`);
const labels = (from: string, to: string) => timeTicks(day(from), day(to)).map(({ label }) => label);

describe('a time axis', () => {
  it('over years is marked by years', () => {
    expect(labels('2019-01-01', '2023-09-08')).toEqual(['2019', '2020', '2021', '2022', '2023']);
    expect(labels('2008-09-01', '2018-12-31')).toEqual(['2008', '2010', '2012', '2014', '2016', '2018']);
  });

  it('over months is marked by months, and names the year where it begins', () => {
    expect(labels('2026-08-03', '2026-11-20')).toEqual(['Aug. 2026', 'Sep.', 'Okt.', 'Nov.']);
    expect(labels('2026-01-15', '2027-03-20')).toContain('Jan. 2027');
  });

  it('over days is marked by days', () => {
    expect(labels('2026-11-01', '2026-11-20')).toHaveLength(5);
    expect(labels('2026-11-01', '2026-11-02')).toEqual(['01.11.', '02.11.']);
  });

  it('has one mark at least, none outside, and never the same twice in a row', () => {
    const start = Date.UTC(2019, 0, 1);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 6000 }), (first, length) => {
        const from = start + first * 86_400_000;
        const to = from + length * 86_400_000;
        const ticks = timeTicks(from, to);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(12);
        for (const [index, tick] of ticks.entries()) {
          expect(tick.at).toBeGreaterThanOrEqual(from);
          expect(tick.at).toBeLessThanOrEqual(to);
          if (index > 0) expect(tick.label).not.toBe(ticks[index - 1]?.label);
        }
      }),
    );
  });
});
