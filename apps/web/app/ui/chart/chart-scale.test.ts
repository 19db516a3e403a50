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
