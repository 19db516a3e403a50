import { expect, test } from 'vitest';
import { windowText } from './event-windows.ts';

const shown = (startsAt: string, endsAt: string) =>
  windowText({ startsAt, endsAt }).replaceAll('\u00a0', ' ');

test.each([
  [
    'in winter',
    '2026-12-04T16:00:00.000Z',
    '2026-12-04T21:00:00.000Z',
    'Freitag, 04.12.2026, 17:00–\u206022:00 Uhr',
  ],
  [
    'in summer',
    '2025-08-01T15:00:00.000Z',
    '2025-08-01T20:00:00.000Z',
    'Freitag, 01.08.2025, 17:00–\u206022:00 Uhr',
  ],
  [
    'over midnight',
    '2026-12-04T21:00:00.000Z',
    '2026-12-05T01:00:00.000Z',
    'Freitag, 04.12.2026, 22:00–\u206002:00 Uhr am Samstag',
  ],
])('a window %s is said in Berlin time', (_when, startsAt, endsAt, text) => {
  expect(shown(startsAt, endsAt)).toBe(text);
});
