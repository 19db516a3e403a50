import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spreadApart } from './spread-apart.ts';

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
