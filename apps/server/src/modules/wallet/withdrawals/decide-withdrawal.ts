import {
  barToApproval,
  DEFAULT_REJECTION_REASON,
  DomainError,
  isolated,
  type Withdrawal,
} from '@botdepot/contract';
import { inUsd, inUsdt, toWire } from '@botdepot/money';
import type { Work } from '../../../platform/work.ts';
import { assertOnePersonIsEnough } from '../four-eyes/four-eyes.ts';
import { lockWallet } from '../ledger/ledger.store.ts';
import { HOUSE_ACCOUNTS } from '../ledger/ledger.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { announceDecision, assertCancellable, assertDecidable } from '../request-status.ts';
import { assertNoBar, readStanding } from '../standing.ts';
import {
  lockWithdrawal,
  presentWithdrawal,
  updateWithdrawal,
  type WithdrawalRow,
} from './withdrawal.store.ts';
import { withdrawalReference } from './withdrawal.ts';

/**
 * Pays out the reserved amount. The wallet is checked again, although the reservation always covers it.
 *
 * @param input `overridesLock`: two admins have said that it is paid out although the account is locked.
 * Throws WITHDRAWAL_NOT_FOUND, OWN_REQUEST, ALREADY_DECIDED, WITHDRAWAL_HELD, CUSTOMER_LOCKED, INSUFFICIENT_WALLET_BALANCE, and
 * SECOND_ADMIN_REQUIRED for an amount that one admin alone does not pay out.
 */
export async function approveWithdrawal(
  work: Work,
  input: { id: string; overridesLock?: boolean | undefined },
): Promise<Withdrawal> {
  const row = await lockForDecision(work, input.id);
  // One person alone overrides nothing, whatever was sent.
  const overrides = input.overridesLock === true && work.requestedBy !== undefined;
  const standing = await readStanding(work.tx, row);
  assertNoBar(barToApproval('withdrawal', standing, overrides));
  const balances = await lockWallet(work.tx, row.userId);
  if (balances.reserved < row.amountUsd)
    throw DomainError.of('INSUFFICIENT_WALLET_BALANCE', {
      available: toWire(balances.reserved),
      required: toWire(row.amountUsd),
    });
  await assertOnePersonIsEnough(work, 'bookings', row.amountUsd);
  const { transferId } = await postTransfer(work, {
    kind: 'withdrawal_approved',
    referenceId: row.id,
    description: `Auszahlung ${withdrawalReference(row.number)} in ${row.cryptoCurrency} ausgeführt`,
    customer: { userId: row.userId, available: 0n, reserved: -row.amountUsd },
    counter: [{ accountId: HOUSE_ACCOUNTS.house_withdrawals, amount: row.amountUsd }],
  });
  const approved = await updateWithdrawal(work.tx, row.id, {
    status: 'approved',
    decidedAt: work.now,
    decidedBy: work.actor.userId,
    approvedAt: work.now,
    approvedBy: work.actor.userId,
    processedAt: work.now,
    transferId,
  });
  await announceDecision(work, 'withdrawal', approved, {
    action: 'withdrawal.approve',
    ...(standing.isLocked && { facts: { overridesLock: true } }),
    title: 'Auszahlung ausgeführt',
    message: `${inUsd(row.amountUsd)} aus ${withdrawalReference(row.number)} wurden ausgezahlt.`,
    type: 'success',
  });
  return presentWithdrawal(approved);
}

/**
 * Rejects a pending withdrawal, held or not, and releases its reservation: nothing leaves the account. Throws WITHDRAWAL_NOT_FOUND, OWN_REQUEST,
 * ALREADY_DECIDED.
 */
export async function rejectWithdrawal(
  work: Work,
  input: { id: string; reason?: string | undefined },
): Promise<Withdrawal> {
  const row = await lockForDecision(work, input.id);
  const reason = input.reason || DEFAULT_REJECTION_REASON;
  const transferId = await release(work, row, 'abgelehnt');
  const rejected = await updateWithdrawal(work.tx, row.id, {
    status: 'rejected',
    decidedAt: work.now,
    decidedBy: work.actor.userId,
    notes: reason,
    transferId,
  });
  await announceDecision(work, 'withdrawal', rejected, {
    action: 'withdrawal.reject',
    reason,
    title: 'Auszahlung abgelehnt',
    message: `${withdrawalReference(row.number)} wurde abgelehnt, ${inUsdt(row.amountUsd)} sind wieder verfügbar. Grund: ${isolated(reason)}`,
    type: 'error',
  });
  return presentWithdrawal(rejected);
}

/** The customer takes a pending withdrawal back, held or not: the money stays theirs, here. A foreign id answers as an unknown one does. */
export async function cancelWithdrawal(
  work: Work,
  input: { id: string; userId: string },
): Promise<Withdrawal> {
  const row = await lockWithdrawal(work.tx, input.id);
  if (!row || row.userId !== input.userId) throw DomainError.of('WITHDRAWAL_NOT_FOUND');
  assertCancellable(row.status);
  const transferId = await release(work, row, 'storniert');
  const cancelled = await updateWithdrawal(work.tx, row.id, {
    status: 'cancelled',
    decidedAt: work.now,
    transferId,
  });
  await announceDecision(work, 'withdrawal', cancelled, {
    action: 'withdrawal.cancel',
    title: 'Auszahlung storniert',
    message: `${withdrawalReference(row.number)} haben Sie storniert, ${inUsdt(row.amountUsd)} sind wieder verfügbar.`,
    type: 'info',
  });
  return presentWithdrawal(cancelled);
}

async function lockForDecision(work: Work, id: string): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(work.tx, id);
  if (!row) throw DomainError.of('WITHDRAWAL_NOT_FOUND');
  await assertDecidable(work, row);
  return row;
}

async function release(work: Work, row: WithdrawalRow, how: string): Promise<string> {
  const { transferId } = await postTransfer(work, {
    kind: 'withdrawal_released',
    referenceId: row.id,
    description: `Auszahlung ${withdrawalReference(row.number)} ${how}, Reservierung aufgehoben`,
    customer: { userId: row.userId, available: row.amountUsd, reserved: -row.amountUsd },
    counter: [],
  });
  return transferId;
}
