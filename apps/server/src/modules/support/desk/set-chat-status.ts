import { type ChatStatus, type DeskChat, DomainError } from '@botdepot/contract';
import { isUniqueViolation } from '../../../platform/database.ts';
import type { Work } from '../../../platform/work.ts';
import { type ChatChange, type ChatRow, statusChange } from '../chat.ts';
import { auditStatus, hintChat } from '../chat-trail.ts';
import { lockChat, updateChat } from '../support.store.ts';
import { readDeskChat } from './list-desk-chats.ts';

/** An admin sets the status. Throws SUPPORT_CHAT_OPEN_ELSEWHERE when a chat would become the customer's second open one. */
export async function setChatStatus(
  work: Work,
  input: { id: string; status: ChatStatus },
): Promise<DeskChat> {
  const chat = await lockChat(work.tx, input.id);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  const changed = await change(work, chat, statusChange(chat, input.status, work.now));
  await auditStatus(work, 'support.set_status', chat, changed);
  hintChat(work, changed);
  return readDeskChat(work.tx, chat.id);
}

async function change(work: Work, chat: ChatRow, to: ChatChange): Promise<ChatRow> {
  try {
    return await updateChat(work.tx, chat.id, to);
  } catch (error) {
    // The index of open chats decides, so that two admins cannot open two at once.
    if (isUniqueViolation(error)) throw DomainError.of('SUPPORT_CHAT_OPEN_ELSEWHERE');
    throw error;
  }
}
