import type { SupportChat } from '@botdepot/contract';
import type { Work } from '../../platform/work.ts';
import { resolution } from './chat.ts';
import { auditStatus, hintChat } from './chat-trail.ts';
import { readByCustomer } from './reply-notice.ts';
import { lockOwnChat, readChat } from './support.store.ts';

/** The customer ends a chat. One that has ended stays as it is. */
export async function closeSupportChat(
  work: Work,
  input: { userId: string; id: string },
): Promise<SupportChat> {
  const chat = await lockOwnChat(work.tx, input.id, input.userId);
  if (chat.status !== 'resolved') {
    // Who ends a chat has seen what is in it.
    const closed = await readByCustomer(work, chat, chat.lastSeq, resolution(work.now));
    await auditStatus(work, 'support.close', chat, closed);
    hintChat(work, closed);
  }
  return readChat(work.tx, chat.id);
}
