import { DomainError, type Withdrawal } from '@botdepot/contract';
import { writeAudit } from '../../../platform/audit.ts';
import type { Work } from '../../../platform/work.ts';
import { assertDecidable } from '../request-status.ts';
import {
  lockPendingWithdrawals,
  lockWithdrawal,
  presentWithdrawal,
  updateWithdrawal,
  type WithdrawalRow,
} from './withdrawal.store.ts';

/**
 * Holds what waits to be paid out to a customer: nobody approves it until somebody has ended the hold of each. It can still be
 * rejected, and taken back by the customer. Locks them. Returns how many are newly held.
 */
export async function holdWithdrawals(
  work: Work,
  { userId, reason }: { userId: string; reason: string },
): Promise<number> {
  const open = (await lockPendingWithdrawals(work.tx, userId)).filter(({ heldAt }) => heldAt === null);
  for (const row of open) {
    await updateWithdrawal(work.tx, row.id, { heldAt: work.now });
    await announce(work, row, 'withdrawal.hold', reason);
  }
  return open.length;
}

/** Lets a held withdrawal be decided again. Throws WITHDRAWAL_NOT_FOUND, OWN_REQUEST, ALREADY_DECIDED, WITHDRAWAL_NOT_HELD. */
export async function endHold(
  work: Work,
  { id, reason }: { id: string; reason: string },
): Promise<Withdrawal> {
  const row = await lockWithdrawal(work.tx, id);
  if (!row) throw DomainError.of('WITHDRAWAL_NOT_FOUND');
  await assertDecidable(work, row);
  if (row.heldAt === null) throw DomainError.of('WITHDRAWAL_NOT_HELD');
  const released = await updateWithdrawal(work.tx, id, { heldAt: null });
  await announce(work, row, 'withdrawal.end_hold', reason);
  return presentWithdrawal(released);
}

async function announce(
  work: Work,
  { id, userId }: WithdrawalRow,
  action: 'withdrawal.hold' | 'withdrawal.end_hold',
  reason: string,
): Promise<void> {
  const held = action === 'withdrawal.hold';
  await writeAudit(work, {
    action,
    subject: 'withdrawal',
    subjectId: id,
    before: { held: !held },
    after: { held },
    reason,
  });
  work.hintUser(userId, 'withdrawals');
  work.hintAdmins('withdrawals');
}
