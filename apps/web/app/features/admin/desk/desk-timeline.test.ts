import type { SupportMessage, SupportNote } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { mergeBySeq, timelineOf } from './desk-timeline.ts';

const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`;
const message = (seq: number, minute: number): SupportMessage => ({
  id: `m${seq}`,
  seq,
  senderType: 'user',
  message: 'Guten Tag',
  facts: [],
  createdAt: at(minute),
  clientId: null,
});
const note = (id: string, minute: number): SupportNote => ({
  id,
  note: 'Notiz',
  author: null,
  createdAt: at(minute),
});
const quiet = { escalatedAt: null, resolvedAt: null };
const keys = (...parameters: Parameters<typeof timelineOf>) =>
  timelineOf(...parameters).map(({ key }) => key);

describe('the timeline of a chat', () => {
  it('has notes and events where they happened', () => {
    const chat = { escalatedAt: at(2), resolvedAt: at(9) };
    expect(
      keys(chat, [message(1, 1), message(2, 5)], [note('n1', 0), note('n2', 3), note('n3', 10)]),
    ).toEqual(['n1', 'm1', 'escalated', 'n2', 'm2', 'resolved', 'n3']);
  });

  it('puts a message before what it caused at the same moment', () => {
    expect(keys({ ...quiet, escalatedAt: at(1) }, [message(1, 1)], [note('n1', 1)])).toEqual([
      'm1',
      'escalated',
      'n1',
    ]);
  });

  it('keeps the order of messages even if a clock went back', () => {
    expect(keys(quiet, [message(1, 5), message(2, 3)], [])).toEqual(['m1', 'm2']);
  });
});

const messages = (seqs: number[]) => seqs.map((seq) => message(seq, seq));
const seqs = (known: number[], more: number[]) =>
  mergeBySeq(messages(known), messages(more)).map(({ seq }) => seq);

it('has each message of two answers once, in order', () => {
  expect(seqs([2, 3], [3, 1, 4])).toEqual([1, 2, 3, 4]);
});

it('drops what stands before a gap, so that it can be loaded again', () => {
  expect(seqs([1, 2], [5, 6])).toEqual([5, 6]);
});
