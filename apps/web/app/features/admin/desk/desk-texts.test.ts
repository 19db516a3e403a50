import { SERVICE_TIMES } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { dayOrTime, isOverdue, timeOfDay } from './desk-texts.ts';

describe('a customer waits too long', () => {
  it('once the promised time is over, not before', () => {
    const promisedMs = SERVICE_TIMES.humanReplyMinutes[1] * 60_000;
    expect(isOverdue(0, promisedMs)).toBe(false);
    expect(isOverdue(0, promisedMs + 1)).toBe(true);
  });
});

describe('the time of a message', () => {
  // Eleven in the evening in Berlin.
  const now = Date.parse('2026-11-21T22:00:00.000Z');

  it.each([
    ['2026-11-21T13:30:00.000Z', '14:30', '14:30'],
    ['2026-11-20T13:30:00.000Z', '20.11., 14:30', '20.11.'],
    ['2026-11-20T23:30:00.000Z', '00:30', '00:30'],
    ['2025-11-21T13:30:00.000Z', '21.11.2025, 14:30', '21.11.'],
  ])('%s has its day when that is not today in Berlin', (at, long, short) => {
    expect(timeOfDay(at, now)).toBe(long);
    expect(dayOrTime(at, now)).toBe(short);
  });
});
