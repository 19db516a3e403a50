import type { SupportMessage } from '@botdepot/contract';
import { expect, test } from 'vitest';
import { mergeBySeq } from './merge-by-seq.ts';

const message = (seq: number): SupportMessage => ({
  id: `00000000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
  seq,
  senderType: 'user',
  message: `Nachricht ${seq}`,
  facts: [],
  createdAt: '2026-07-22T12:00:00.000Z',
  clientId: null,
});
const seqs = (known: number[], more: number[]) =>
  mergeBySeq(known.map(message), more.map(message)).map(({ seq }) => seq);

test('each message stands once, in order', () => {
  expect(seqs([2, 3], [3, 1, 4])).toEqual([1, 2, 3, 4]);
});

test('what stands before a gap is dropped, so that it can be loaded again', () => {
  expect(seqs([1, 2], [5, 6])).toEqual([5, 6]);
});
