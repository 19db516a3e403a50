import type { DeskChat } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { isOverdue, waitingSince } from './desk-texts.ts';

const ESCALATED_AT = '2026-11-21T10:00:00.000Z';
const chat = (change: Partial<DeskChat>): Parameters<typeof waitingSince>[0] => ({
  status: 'escalated',
  escalatedAt: ESCALATED_AT,
  firstHumanReplyAt: null,
  ...change,
});

describe('a customer waits for a human', () => {
  it('from the escalation to the first answer', () => {
    expect(waitingSince(chat({}))).toBe(Date.parse(ESCALATED_AT));
    expect(waitingSince(chat({ firstHumanReplyAt: '2026-11-21T10:05:00.000Z' }))).toBeNull();
  });

  it('again after an escalation that came later than the answer', () => {
    expect(waitingSince(chat({ firstHumanReplyAt: '2026-11-20T10:00:00.000Z' }))).toBe(
      Date.parse(ESCALATED_AT),
    );
  });

  it('never in a chat that is not escalated', () => {
    expect(waitingSince(chat({ status: 'active' }))).toBeNull();
    expect(waitingSince(chat({ status: 'resolved' }))).toBeNull();
  });

  it('too long from the 31st minute on', () => {
    const since = Date.parse(ESCALATED_AT);
    expect(isOverdue(since, since + 30 * 60_000)).toBe(false);
    expect(isOverdue(since, since + 30 * 60_000 + 1)).toBe(true);
  });
});
