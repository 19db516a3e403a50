import { DomainError, type SupportChat } from '@botdepot/contract';
import type { Work } from '../../platform/work.ts';
import { hintChat } from './chat-trail.ts';
import { readByCustomer } from './reply-notice.ts';
import { lockChat, lockOwnChat, readChat, updateChat } from './support.store.ts';

/** The customer has read up to a message. A mark never goes back. */
export async function markReadByCustomer(
  work: Work,
  input: { userId: string; id: string; seq: number },
): Promise<SupportChat> {
  const chat = await lockOwnChat(work.tx, input.id, input.userId);
  const seq = Math.min(input.seq, chat.lastSeq);
  if (seq > chat.userReadSeq) hintChat(work, await readByCustomer(work, chat, seq));
  return readChat(work.tx, chat.id);
}

/** Somebody of the team has read up to a message. */
export async function markReadByTeam(work: Work, input: { id: string; seq: number }): Promise<SupportChat> {
  const chat = await lockChat(work.tx, input.id);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  const seq = Math.min(input.seq, chat.lastSeq);
  if (seq > chat.adminReadSeq)
    hintChat(work, await updateChat(work.tx, chat.id, { adminReadSeq: seq, adminReadAt: work.now }));
  return readChat(work.tx, chat.id);
}
