import {
  barToSelection,
  type DecisionBar,
  DomainError,
  type RequestKind,
  type Standing,
} from '@botdepot/contract';
import type { Tx } from '../../platform/database.ts';
import type { Work } from '../../platform/work.ts';
import { findUserById } from '../identity/index.ts';
import { lockDeposit } from './deposits/deposit.store.ts';
import { lockWithdrawal } from './withdrawals/withdrawal.store.ts';

/**
 * What the rules about locked accounts ask of a request that the caller has locked. Whether the account is locked is read without
 * a lock of its own: who locks an account takes the rows of all admins first (`lockAccess`), and every decision holds its admin's
 * from its first statement on (`holdAdmin`). So the lock comes before this look, or after the decision.
 */
export async function readStanding(tx: Tx, row: { userId: string; heldAt?: Date | null }): Promise<Standing> {
  const user = await findUserById(tx, row.userId);
  return {
    isLocked: user !== null && user.lockedAt !== null,
    heldAt: row.heldAt?.toISOString() ?? null,
  };
}

/** Throws what stands in the way. */
export function assertNoBar(bar: DecisionBar | null): void {
  if (bar !== null) throw DomainError.of(bar);
}

/**
 * Comes before the decision on one row of a selection, in its transaction. What is not there says the decision. Locks the
 * request. Throws WITHDRAWAL_HELD, CUSTOMER_LOCKED.
 */
export async function assertDecidedTogether(
  { tx }: Work,
  { kind, id }: { kind: RequestKind; id: string },
): Promise<void> {
  const row = kind === 'deposit' ? await lockDeposit(tx, id) : await lockWithdrawal(tx, id);
  if (row?.status === 'pending') assertNoBar(barToSelection(await readStanding(tx, row)));
}
