import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unsent } from '../../../lib/session/unsaved.ts';
import { deskDrafts, newDraft } from './desk-drafts.ts';

const written = { reply: newDraft('Guten Tag, ich sehe'), note: newDraft('Ruft morgen an') };
let storage: Record<string, string>;

/** As a browser’s, whose entries are properties as well. */
beforeEach(() => {
  storage = Object.defineProperties({} as Record<string, string>, {
    getItem: { value: (key: string) => storage[key] ?? null },
    setItem: { value: (key: string, value: string) => (storage[key] = value) },
    removeItem: { value: (key: string) => delete storage[key] },
  });
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => void vi.unstubAllGlobals());

it('what was written survives a reload, as the same message, and is of one chat and one account', () => {
  deskDrafts.keep('anna', 'chat-1', written);
  expect(deskDrafts.read('anna', 'chat-1')).toEqual(written);
  for (const [who, chat] of [
    ['anna', 'chat-2'],
    ['bert', 'chat-1'],
  ] as const)
    expect(deskDrafts.read(who, chat)).toMatchObject({ reply: { text: '' }, note: { text: '' } });
});

it('what was sent is kept no longer, what was written on is', () => {
  deskDrafts.keep('anna', 'chat-1', written);
  deskDrafts.markSent('anna', 'chat-1', 'reply', 'Guten Tag');
  deskDrafts.markSent('anna', 'chat-1', 'note', 'Ruft morgen an');
  expect(deskDrafts.read('anna', 'chat-1')).toMatchObject({ reply: written.reply, note: { text: '' } });
  deskDrafts.markSent('anna', 'chat-1', 'reply', 'Guten Tag, ich sehe');
  expect(Object.keys(storage)).toEqual([]);
});

it('a sign-out leaves nothing, and what somebody else has put there is no draft', () => {
  deskDrafts.keep('anna', 'chat-1', written);
  const [key = ''] = Object.keys(storage);
  storage.other = 'stays';
  unsent.forgetAll();
  expect(storage).toEqual({ other: 'stays' });
  for (const odd of ['{', 'null', '{"reply":{"text":1}}']) {
    storage[key] = odd;
    expect(deskDrafts.read('anna', 'chat-1')).toMatchObject({ reply: { text: '' }, note: { text: '' } });
  }
});
