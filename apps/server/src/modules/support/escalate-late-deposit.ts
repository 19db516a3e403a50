import { SERVICE_TIMES } from '@botdepot/contract';
import type { Tx } from '../../platform/database.ts';
import type { Work } from '../../platform/work.ts';
import { type LateDeposit, listLateDeposits } from '../wallet/index.ts';
import { berlinTime, DEPOSIT_TIME, HUMAN_TIME, wireUsdt } from './assistant/german-figures.ts';
import { type ChatChange, escalation } from './chat.ts';
import { auditStatus, hintChat } from './chat-trail.ts';
import { calledDeposits, insertCalledDeposit, lockUncalledDeposit } from './late-deposits.store.ts';
import { openChat } from './start-support-chat.ts';
import { appendMessage } from './support.store.ts';

const AT_ONCE = 100;
const HOUR_MS = 3_600_000;

/** Deposits that wait longer than promised and for which the team has not been called yet. */
export async function findUncalledDeposits(tx: Tx, now: Date): Promise<LateDeposit[]> {
  const before = new Date(now.getTime() - SERVICE_TIMES.depositEscalationHours * HOUR_MS);
  const uncalled: LateDeposit[] = [];
  let after: LateDeposit | undefined;
  do {
    const page = await listLateDeposits(tx, { before, after, limit: AT_ONCE });
    const called = await calledDeposits(
      tx,
      page.map(({ id }) => id),
    );
    uncalled.push(...page.filter(({ id }) => !called.has(id)));
    after = page.length === AT_ONCE ? page.at(-1) : undefined;
  } while (after);
  return uncalled;
}

/**
 * Calls the team for a deposit: its customer's chat is escalated, or a new one begun, with a message that says so. Once per
 * deposit, however many replicas try at once. Returns whether this call was the one.
 */
export async function escalateLateDeposit(work: Work, deposit: LateDeposit): Promise<boolean> {
  if (!(await lockUncalledDeposit(work.tx, deposit.id))) return false;
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
      { label: 'Betrag', value: wireUsdt(deposit.amountUsd) },
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
