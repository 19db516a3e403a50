// The page of the calendar says at once when NewsBot would decide in a window; it must be what the strategy does.
import { decisionTimesOf as decisionsOfStrategy } from '@botdepot/trading';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decisionTimesOf } from '../../../web/app/features/admin/bots/event-window.ts';

const MINUTE_MS = 60_000;
const BEGINNING = Date.parse('2026-01-01T00:00:00Z');

test('the decisions that the page foresees are those of the strategy', () => {
  const minutes = fc.record({
    start: fc.integer({ min: 0, max: 3 * 365 * 24 * 60 }),
    length: fc.integer({ min: 1, max: 24 * 60 }),
  });
  fc.assert(
    fc.property(minutes, ({ start, length }) => {
      const startsAt = BEGINNING + start * MINUTE_MS;
      const window = { startsAt, endsAt: startsAt + length * MINUTE_MS };
      const decisions = decisionsOfStrategy(window);
      // The look at the first hour alone leads to nothing.
      expect(decisionTimesOf(window)).toEqual(decisions.length > 1 ? decisions : []);
    }),
  );
});
