import type { AuditAction, EscalationReason } from '@botdepot/contract';
import { writeAudit } from '../../platform/audit.ts';
import type { Work } from '../../platform/work.ts';
import type { ChatRow } from './chat.ts';

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
