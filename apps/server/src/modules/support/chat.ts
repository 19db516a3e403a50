import {
  ASSISTANT_REPLY_MS,
  type AuditAction,
  type ChatStatus,
  canSetStatus,
  canWriteMessage,
  DomainError,
  type EscalationReason,
} from '@botdepot/contract';
import { writeAudit } from '../../platform/audit.ts';
import type { Work } from '../../platform/work.ts';
import type { supportChats } from './support.schema.ts';

export type ChatRow = typeof supportChats.$inferSelect;
export type ChatChange = Partial<typeof supportChats.$inferInsert>;

export function assertWritable(chat: ChatRow): void {
  if (!canWriteMessage(chat.status)) throw DomainError.of('SUPPORT_CHAT_RESOLVED');
}

/** The assistant speaks until somebody of the team has written, also while the customer waits for them. */
export const assistantAnswers = (chat: ChatRow): boolean => chat.status !== 'resolved' && !chat.humanInCharge;

/** Whether the assistant's last words were the question if a human should come. */
export const asksForHuman = (chat: ChatRow): boolean => assistantAnswers(chat) && chat.unanswered > 0;

/** Every further message moves the answer, so that several sentences in a row get one. */
export const replyDueAt = (now: Date): Date => new Date(now.getTime() + ASSISTANT_REPLY_MS);

/** Who watches the chat has read an answer long before. */
const REPLY_NOTICE_MS = 60_000;

/** When the customer is told of an answer of the team, if they have not read it by then. */
export const replyNoticeDueAt = (now: Date): Date => new Date(now.getTime() + REPLY_NOTICE_MS);

export function escalation(reason: EscalationReason, now: Date): ChatChange {
  return { status: 'escalated', escalatedAt: now, escalationReason: reason, unanswered: 0 };
}

/** The end of a chat. Nothing is left to be answered. */
export function resolution(now: Date): ChatChange {
  return { status: 'resolved', resolvedAt: now, botReplyDueAt: null };
}

/**
 * What the team's choice of a status changes. `active` gives the chat back to the assistant, which answers what comes
 * from then on, not what was asked before; nobody of the team is at it any more.
 * @throws SUPPORT_STATUS_UNCHANGED
 */
export function statusChange(chat: ChatRow, status: ChatStatus, now: Date): ChatChange {
  if (!canSetStatus(chat.status, status)) throw DomainError.of('SUPPORT_STATUS_UNCHANGED');
  switch (status) {
    case 'resolved':
      return resolution(now);
    case 'escalated':
      return { ...escalation('team', now), resolvedAt: null };
    case 'active':
      return {
        status,
        resolvedAt: null,
        escalatedAt: null,
        escalationReason: null,
        firstHumanReplyAt: null,
        humanInCharge: false,
        assignedTo: null,
        unanswered: 0,
        botReplyDueAt: null,
        botRepliedSeq: chat.lastSeq,
      };
  }
}

/** Writes down a change of a chat's status, in the transaction of the change. Ids and states only, never what was said. */
export async function auditStatus(
  work: Work,
  action: AuditAction,
  before: ChatRow | null,
  after: ChatRow,
  reason?: EscalationReason,
): Promise<void> {
  await writeAudit(work, {
    action,
    subject: 'support_chat',
    subjectId: after.id,
    ...(before ? { before: { status: before.status } } : {}),
    after: { status: after.status },
    reason,
  });
}

/** Tells everybody whom a change of this chat concerns. */
export function hintChat(work: Work, chat: ChatRow): void {
  work.hintUser(chat.userId, 'support');
  work.hintAdmins('support');
}
