import type { SupportChat, SupportMessage, SupportThread } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { mergeMessages } from '../../entities/chat/merge-messages.ts';
import { continueThread, knownUpTo, threadEntries } from './thread.ts';

const message = (seq: number): SupportMessage => ({
  id: `m${seq}`,
  seq,
  senderType: 'user',
  message: `Nr. ${seq}`,
  facts: [],
  createdAt: new Date(seq * 1_000).toISOString(),
  clientId: null,
});
const messages = (...seqs: number[]) => seqs.map(message);
const seqsOf = (list: readonly SupportMessage[]) => list.map(({ seq }) => seq);
const upTo = (last: number) => messages(...Array.from({ length: last }, (_, index) => index + 1));

const CHAT: SupportChat = {
  id: 'c',
  status: 'active',
  createdAt: '2026-03-02T10:00:00.000Z',
  lastMessageAt: '2026-03-02T10:00:00.000Z',
  lastSeq: 0,
  userReadSeq: 0,
  adminReadSeq: 0,
  unread: 0,
  assistantTyping: false,
  escalatedAt: null,
  escalationReason: null,
  firstHumanReplyAt: null,
  resolvedAt: null,
  placeInLine: null,
};

describe('messages that come by several ways', () => {
  it('stand once each and in order', () => {
    expect(seqsOf(mergeMessages(messages(1, 2, 4), messages(4, 3, 2)))).toEqual([1, 2, 3, 4]);
  });

  it('are known up to the first gap', () => {
    expect(knownUpTo([])).toBeUndefined();
    expect(knownUpTo(messages(5, 6, 7))).toBe(7);
    expect(knownUpTo(messages(5, 6, 9))).toBe(6);
  });
});

describe('a thread after a break', () => {
  const server = (all: readonly SupportMessage[]) => {
    const asked: (number | undefined)[] = [];
    const load = async (after: number | undefined): Promise<SupportThread> => {
      asked.push(after);
      const part = after === undefined ? all.slice(-100) : all.filter(({ seq }) => seq > after).slice(0, 100);
      return { chat: CHAT, messages: part };
    };
    return { asked, load };
  };

  it('is complete, however much was missed', async () => {
    const { asked, load } = server(upTo(330));
    const known = { chat: CHAT, messages: upTo(100) };
    expect(seqsOf((await continueThread(known, load)).messages)).toEqual(seqsOf(upTo(330)));
    expect(asked).toEqual([100, 200, 300]);
  });

  it('fills the gap before what came live', async () => {
    const { asked, load } = server(upTo(9));
    const known = { chat: CHAT, messages: messages(1, 2, 3, 9) };
    expect(seqsOf((await continueThread(known, load)).messages)).toEqual(seqsOf(upTo(9)));
    expect(asked).toEqual([3]);
  });

  it('begins with the latest messages', async () => {
    const { asked, load } = server(upTo(250));
    const thread = await continueThread(undefined, load);
    expect(thread.messages[0]?.seq).toBe(151);
    expect(asked).toEqual([undefined]);
  });
});

describe('what is shown', () => {
  it('says where the team was called and that the chat ended', () => {
    const chat: SupportChat = {
      ...CHAT,
      escalatedAt: new Date(2_000).toISOString(),
      resolvedAt: new Date(9_000).toISOString(),
    };
    const keys = threadEntries({ chat, messages: messages(1, 2, 3) }).map(({ key }) => key);
    expect(keys).toEqual(['m1', 'm2', 'escalated', 'm3', 'resolved']);
  });
});
