import type { SupportChat } from '@botdepot/contract';
import type { Work } from '../../platform/work.ts';
import type { ChatRow } from './chat.ts';
import { auditStatus, hintChat } from './chat-trail.ts';
import { insertChat, lockOpenChat, readChat } from './support.store.ts';

/** Starts a chat for the customer, or returns the one that is open: there is never a second. */
export async function startSupportChat(work: Work, input: { userId: string }): Promise<SupportChat> {
  const { id } = await openChat(work, input.userId);
  return readChat(work.tx, id);
}

/** The customer's open chat, locked; a new one where there is none. */
export async function openChat(work: Work, userId: string): Promise<ChatRow> {
  // An open chat may end between the two statements; the next attempt then makes a new one.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const started = await insertChat(work.tx, { userId, now: work.now });
    if (started) {
      await auditStatus(work, 'support.start', null, started);
      hintChat(work, started);
      return started;
    }
    const open = await lockOpenChat(work.tx, userId);
    if (open) return open;
  }
  throw new Error('a chat was neither open nor could be opened');
}
