import { type DeskChat, DomainError } from '@botdepot/contract';
import { writeAudit } from '../../../platform/audit.ts';
import type { Work } from '../../../platform/work.ts';
import { lockChat, updateChat } from '../support.store.ts';
import { readDeskChat } from './list-desk-chats.ts';
import { memberOf, readTeam } from './team.ts';

/**
 * Somebody takes a chat over, hands it to a colleague, or releases it. Under the chat's lock, so of two who take it at once
 * exactly one has it.
 * @param input.expected whose chat it was for whoever decides this.
 * @throws SUPPORT_CHAT_ASSIGNED with the address of who has it by now; TEAM_MEMBER_NOT_FOUND
 */
export async function assignChat(
  work: Work,
  input: { id: string; assignee: string | null; expected: string | null },
): Promise<DeskChat> {
  const { tx } = work;
  const chat = await lockChat(tx, input.id);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  const team = await readTeam(tx);
  if (input.assignee !== null && !team.has(input.assignee)) throw DomainError.of('TEAM_MEMBER_NOT_FOUND');
  const present = memberOf(team, chat.assignedTo);
  const isDecidedOn = present === null || present.userId === input.expected;
  if (!isDecidedOn && present.userId !== input.assignee)
    throw DomainError.of('SUPPORT_CHAT_ASSIGNED', { assignee: present.email });
  if (chat.assignedTo !== input.assignee) {
    await updateChat(tx, chat.id, { assignedTo: input.assignee });
    await writeAudit(work, {
      action: 'support.set_assignee',
      subject: 'support_chat',
      subjectId: chat.id,
      before: { assignedTo: chat.assignedTo },
      after: { assignedTo: input.assignee },
    });
    // Who of the team works on a chat is no business of the customer's.
    work.hintAdmins('support');
  }
  return readDeskChat(tx, chat.id);
}
