import {
  type ChatStatus,
  type DeskChat,
  DomainError,
  isSomebodyElses,
  PLAY_MONEY_NOTICE,
  type SupportMessage,
} from '@botdepot/contract';
import { writeAudit } from '../../../platform/audit.ts';
import { isUniqueViolation, type Tx } from '../../../platform/database.ts';
import type { Work } from '../../../platform/work.ts';
import { berlinTime } from '../assistant/german.ts';
import { HANDED_BACK } from '../assistant/knowledge.ts';
import {
  auditStatus,
  type ChatChange,
  type ChatRow,
  hintChat,
  replyNoticeDueAt,
  statusChange,
} from '../chat.ts';
import { readAllMessages, transcriptLine } from '../customer-chats.ts';
import {
  appendMessage,
  findSent,
  hasUnreadReply,
  lockChat,
  presentMessage,
  updateChat,
} from '../support.store.ts';
import { memberOf, readDeskChat, readTeam } from './desk-chats.ts';

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

type Reply = {
  id: string;
  clientId: string;
  message: string;
  /** Whose chat it is, for whoever answers in it nevertheless. */
  overAssignee?: string | undefined;
};

/**
 * A human answers, in a chat of any status. The assistant is silent from then on, also if its answer was already due. A chat
 * of nobody becomes that of who answers. The customer is told of the first answer that stays unread, not of each.
 * @throws SUPPORT_CHAT_ASSIGNED when it is a colleague's and `overAssignee` does not name them.
 */
export async function replyToChat(
  work: Work,
  input: Reply,
): Promise<{ chat: DeskChat; message: SupportMessage }> {
  const { tx, now, actor } = work;
  const chat = await lockChat(tx, input.id);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  const sent = await findSent(tx, chat.id, input.clientId, actor.userId);
  if (sent) return { chat: await readDeskChat(tx, chat.id), message: presentMessage(sent) };

  const assignedTo = await assigneeAfterReply(tx, chat, actor.userId, input.overAssignee);
  const hasUnread = await hasUnreadReply(tx, chat);
  const draft = {
    senderType: 'admin',
    senderId: actor.userId,
    message: input.message,
    clientId: input.clientId,
  } as const;
  const added = await appendMessage(tx, chat, draft, {
    lastMessageAt: now,
    humanInCharge: true,
    botReplyDueAt: null,
    firstHumanReplyAt: chat.firstHumanReplyAt ?? now,
    assignedTo,
    ...(hasUnread ? {} : { replyNoticeDueAt: replyNoticeDueAt(now) }),
    adminReadSeq: chat.lastSeq + 1,
    adminReadAt: now,
  });
  await writeAudit(work, {
    action: 'support.reply',
    subject: 'support_chat',
    subjectId: chat.id,
    ...(chat.assignedTo === assignedTo ? {} : { before: { assignedTo: chat.assignedTo } }),
    after: {
      messageId: added.message.id,
      ...(chat.assignedTo === assignedTo ? {} : { assignedTo }),
    },
  });
  hintChat(work, added.chat);
  return { chat: await readDeskChat(tx, chat.id), message: presentMessage(added.message) };
}

/** Whose chat it is after an answer. A colleague's stays theirs, and is answered in only by whoever knows that. */
async function assigneeAfterReply(
  tx: Tx,
  chat: ChatRow,
  ownId: string | null,
  overAssignee: string | undefined,
): Promise<string | null> {
  const present = memberOf(await readTeam(tx), chat.assignedTo);
  if (present === null || ownId === null || !isSomebodyElses(present, ownId)) return ownId;
  if (present.userId !== overAssignee)
    throw DomainError.of('SUPPORT_CHAT_ASSIGNED', { assignee: present.email });
  return present.userId;
}

/**
 * An admin sets the status; who answers from then on is said in a chat that goes back to the assistant.
 * @throws SUPPORT_CHAT_OPEN_ELSEWHERE when a chat would become the customer's second open one.
 */
export async function setChatStatus(
  work: Work,
  input: { id: string; status: ChatStatus },
): Promise<DeskChat> {
  const chat = await lockChat(work.tx, input.id);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  const to = statusChange(chat, input.status, work.now);
  const changed = await oneOpenChat(() =>
    input.status === 'active' ? handBack(work, chat, to) : updateChat(work.tx, chat.id, to),
  );
  await auditStatus(work, 'support.set_status', chat, changed);
  hintChat(work, changed);
  return readDeskChat(work.tx, chat.id);
}

async function handBack(work: Work, chat: ChatRow, to: ChatChange): Promise<ChatRow> {
  const draft = { senderType: 'bot', senderId: null, message: HANDED_BACK } as const;
  const added = await appendMessage(work.tx, chat, draft, {
    ...to,
    botRepliedSeq: chat.lastSeq + 1,
    lastMessageAt: work.now,
  });
  return added.chat;
}

/** The index of open chats decides, so that two admins cannot open two at once. */
async function oneOpenChat<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (isUniqueViolation(error)) throw DomainError.of('SUPPORT_CHAT_OPEN_ELSEWHERE');
    throw error;
  }
}

const SENDERS: Record<SupportMessage['senderType'], string> = {
  user: 'Kunde',
  bot: 'Assistent',
  admin: 'Support-Team',
};

/** Everything that was said in a chat, as a text file. Without the team's notes: the file may reach the customer. */
export async function writeTranscript(
  work: Work,
  brandName: string,
  input: { id: string },
): Promise<{ fileName: string; text: string }> {
  const chat = await readDeskChat(work.tx, input.id);
  const messages = await readAllMessages(work.tx, input.id);
  await writeAudit(work, { action: 'support.transcript', subject: 'support_chat', subjectId: chat.id });
  const head = [
    `${brandName}: Support-Chat mit ${chat.userEmail}`,
    `Begonnen am ${berlinTime(chat.createdAt)}, abgerufen am ${berlinTime(work.now.toISOString())}`,
    PLAY_MONEY_NOTICE,
  ];
  // What somebody writes into a message begins no message of somebody else.
  const indented = (line: string) => line.replaceAll('\n', '\r\n    ');
  const lines = messages.map((message) => transcriptLine(message, SENDERS));
  const said = lines.length === 0 ? ['In diesem Chat wurde nichts geschrieben.'] : lines;
  return {
    fileName: `support-chat-${chat.createdAt.slice(0, 10)}-${chat.id.slice(-6)}.txt`,
    text: `${[head.join('\r\n'), ...said.map(indented)].join('\r\n\r\n')}\r\n`,
  };
}
