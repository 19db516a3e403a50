import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { pointInstant, spreadApart } from './chart-labels.ts';

const WITHIN = { from: 0, to: 200 };

it('labels with room stay where they are', () => {
  expect(spreadApart([150, 20], 38, WITHIN)).toEqual([150, 20]);
});

it('labels that would cover each other move apart and keep their order', () => {
  expect(spreadApart([100, 110], 38, WITHIN)).toEqual([100, 138]);
  expect(spreadApart([195, 190], 38, WITHIN)).toEqual([200, 162]);
});

it('never covers one with another, and never leaves the room, as long as there is some', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -50, max: 250, noNaN: true }), { maxLength: 5 }), (heights) => {
      const moved = spreadApart(heights, 38, WITHIN);
      const sorted = [...moved].sort((a, b) => a - b);
      for (const [index, height] of sorted.entries()) {
        expect(height).toBeGreaterThanOrEqual(0);
        expect(height).toBeLessThanOrEqual(200);
        if (index > 0) expect(height - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(38 - 1e-9);
      }
    }),
  );
});

const HOUR = 3_600_000;
const FROM = Date.parse('2026-12-28T12:00:00Z');
const every = (hours: number, count: number) =>
  Array.from({ length: count }, (_, index) => FROM + index * hours * HOUR);
const labels = (instants: readonly number[]) => instants.map(pointInstant(instants));

test.each([
  ['a day by minutes', every(1 / 60, 60)],
  ['a week by hours', every(1, 168)],
  ['a month by a third of a day', every(8, 90)],
  ['half a year by days', every(24, 180)],
  ['hours and the moment at which one looks', [...every(1, 30), FROM + 29 * HOUR + 17_000]],
  ['days and the moment at which one looks', [...every(24, 30), FROM + 29 * 24 * HOUR + 17 * 60_000]],
])('every point of %s says when it was', (_, instants) => {
  expect(new Set(labels(instants)).size).toBe(instants.length);
});

test('days say no time, hours do, and both their year', () => {
  expect(labels(every(24, 5))).toEqual([
    '28.12.2026',
    '29.12.2026',
    '30.12.2026',
    '31.12.2026',
    '01.01.2027',
  ]);
  expect(labels([FROM, FROM + HOUR])).toEqual(['28.12.2026, 13:00', '28.12.2026, 14:00']);
});

test('a strike and the moment right after it say the second, and nothing else does', () => {
  expect(labels([FROM, FROM + HOUR, FROM + HOUR + 40_500])).toEqual([
    '28.12.2026, 13:00',
    '28.12.2026, 14:00:00',
    '28.12.2026, 14:00:40',
  ]);
});
