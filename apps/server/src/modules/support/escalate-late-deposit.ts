import { canDecide, SERVICE_TIMES } from '@botdepot/contract';
import { fromWire, inUsd } from '@botdepot/money';
import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { Work } from '../../platform/work.ts';
import { holdUsers } from '../identity/index.ts';
import { type LateDeposit, listLateDeposits, lockDeposit } from '../wallet/index.ts';
import { berlinTime, DEPOSIT_TIME, HUMAN_TIME } from './assistant/german-figures.ts';
import { type ChatChange, escalation } from './chat.ts';
import { auditStatus, hintChat } from './chat-trail.ts';
import { openChat } from './start-support-chat.ts';
import { supportLateDeposits } from './support.schema.ts';
import { appendMessage } from './support.store.ts';

/** Deposits of one round. Anyone who is left over is called for in the next one, a minute later. */
const AT_ONCE = 100;
const HOUR_MS = 3_600_000;

/** The oldest of the deposits that wait longer than promised and for which the team has not been called yet. */
export function findUncalledDeposits(tx: Tx, now: Date): Promise<LateDeposit[]> {
  const before = new Date(now.getTime() - SERVICE_TIMES.depositEscalationHours * HOUR_MS);
  return listLateDeposits(tx, { before, except: (depositId) => selectCall(tx, depositId), limit: AT_ONCE });
}

/**
 * Calls the team for a deposit that still waits: its customer's chat is escalated, or a new one begun, with a message that
 * says so. Once per deposit, however many replicas try at once. Returns whether this call was the one.
 */
export async function escalateLateDeposit(work: Work, deposit: LateDeposit): Promise<boolean> {
  // In the order of the end of an account: the user, the deposit, the chat. A chat that begins would hold its user too late.
  if ((await holdUsers(work.tx, [deposit.userId])).length === 0) return false;
  const row = await lockDeposit(work.tx, deposit.id);
  if (!row || !canDecide(row.status)) return false;
  if ((await selectCall(work.tx, deposit.id)).length > 0) return false;
  const chat = await openChat(work, deposit.userId);
  await insertCalledDeposit(work.tx, deposit.id, chat.id, work.now);
  const escalates = chat.status === 'active';
  const change: ChatChange = escalates
    ? { ...escalation('late_deposit', work.now), botReplyDueAt: null }
    : {};
  const draft = {
    senderType: 'bot',
    senderId: null,
    message: `Ihre Einzahlung ${deposit.reference} wartet länger als üblich. Ich habe unser Team gerufen; ein Mensch antwortet meist in ${HUMAN_TIME}. Sie müssen nichts tun.`,
    facts: [
      { label: 'Erstellt', value: berlinTime(deposit.createdAt) },
      { label: 'Betrag', value: inUsd(fromWire(deposit.amountUsd)) },
      { label: 'Üblich', value: DEPOSIT_TIME },
    ],
  } as const;
  const added = await appendMessage(
    work.tx,
    chat,
    { ...draft, facts: [...draft.facts] },
    { ...change, lastMessageAt: work.now },
  );
  if (escalates) await auditStatus(work, 'support.escalate', chat, added.chat, 'late_deposit');
  hintChat(work, added.chat);
  return true;
}

/** A row when the team was called for the deposit before. */
const selectCall = (tx: Tx, depositId: SQLWrapper | string) =>
  tx
    .select({ chatId: supportLateDeposits.chatId })
    .from(supportLateDeposits)
    .where(eq(supportLateDeposits.depositId, sql`${depositId}`));

async function insertCalledDeposit(tx: Tx, depositId: string, chatId: string, now: Date): Promise<void> {
  await tx.insert(supportLateDeposits).values({ depositId, chatId, createdAt: now });
}
