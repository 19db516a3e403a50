import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  heightOf,
  linePath,
  nearestPoint,
  niceScale,
  niceScaleWithRoom,
  offsetOf,
  plainScale,
  thinned,
  timeTicks,
} from './chart-scale.ts';

describe('the scale of a chart', () => {
  it('has gridlines at round figures around the values and the baseline', () => {
    expect(niceScale([-0.0179, 0.0176], 0, 5).ticks).toEqual([-0.02, -0.01, 0, 0.01, 0.02]);
    expect(niceScale([2000, 2083.41], 2000, 6).ticks).toEqual([2000, 2020, 2040, 2060, 2080, 2100]);
  });

  it('exists for a flat line and for no values', () => {
    expect(niceScale([0, 0], 0, 5).max).toBeGreaterThan(0);
    expect(niceScale([], undefined, 5).ticks.length).toBeGreaterThan(1);
  });

  it('covers every value within the number of intervals asked for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 2, max: 8 }),
        (values, intervals) => {
          const scale = niceScale(values, undefined, intervals);
          const room = (scale.max - scale.min) * 1e-6;
          expect(scale.ticks.length - 1).toBeLessThanOrEqual(intervals);
          for (const value of values) {
            expect(value).toBeGreaterThanOrEqual(scale.min - room);
            expect(value).toBeLessThanOrEqual(scale.max + room);
          }
        },
      ),
    );
  });

  it('leaves room above the highest value for what stands at the top', () => {
    // Six intervals of 0.2 would end a hair above 0.58, five of 0.25 leave 0.17.
    expect(niceScaleWithRoom([0.58, -0.48], 0, 6, 0.6).ticks).toEqual([-0.5, -0.25, 0, 0.25, 0.5, 0.75]);
    expect(niceScaleWithRoom([0.25, -0.48], 0, 6, 0.6)).toEqual(niceScale([0.25, -0.48], 0, 6));
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 3, max: 8 }),
        (values, intervals) => {
          const { min, max, ticks } = niceScaleWithRoom(values, 0, intervals, 0.6);
          const step = (max - min) / (ticks.length - 1);
          expect(ticks.length - 1).toBeLessThanOrEqual(intervals);
          expect(max - Math.max(...values)).toBeGreaterThanOrEqual(0.6 * step * (1 - 1e-6));
        },
      ),
    );
  });
});

describe('the scale of a curve without an axis', () => {
  it('is as high as its values', () => {
    expect(plainScale([90, 110, 100])).toEqual({ min: 90, max: 110, ticks: [] });
  });

  it('does not make a crash of two cents of 300', () => {
    const scale = plainScale([300, 300.02, 300]);
    expect(heightOf(300, scale) - heightOf(300.02, scale)).toBeLessThan(0.01);
    expect(heightOf(300, scale)).toBeCloseTo(0.5, 1);
  });

  it('draws what stands still in the middle, also at nothing', () => {
    expect(heightOf(100, plainScale([100, 100]))).toBe(0.5);
    expect(heightOf(0, plainScale([0, 0]))).toBe(0.5);
  });
});

describe('the line of a chart', () => {
  const points = [
    { at: 0, value: 0 },
    { at: 10, value: 10 },
    { at: 40, value: 5 },
  ];

  it('is proportional in time and value', () => {
    expect(linePath(points, niceScale([0, 10], 0, 5))).toBe('M0.0 100.00L250.0 0.00L1000.0 50.00');
    expect(heightOf(5, { min: 0, max: 10, ticks: [] })).toBe(0.5);
    expect(offsetOf(7, 7, 7)).toBe(1);
  });

  it('answers with the nearest point', () => {
    expect(nearestPoint(points, 0.2)).toBe(1);
    expect(nearestPoint(points, 1)).toBe(2);
  });

  it('is thinned to its ends for a table', () => {
    expect(thinned([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7]);
  });
});

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
