import { DEFAULT_REJECTION_REASON, type Deposit, DomainError, isolated } from '@botdepot/contract';
import { inUsd, inUsdt } from '@botdepot/money';
import type { Work } from '../../../platform/work.ts';
import { assertOnePersonIsEnough } from '../four-eyes/four-eyes.ts';
import { lockWallet, openWallet } from '../ledger/ledger.store.ts';
import { HOUSE_ACCOUNTS } from '../ledger/ledger.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { announceDecision, assertCancellable, assertDecidable } from '../request-status.ts';
import { type DepositRow, lockDeposit, presentDeposit, updateDeposit } from './deposit.store.ts';
import { depositReference } from './deposit.ts';

/**
 * Credits a pending deposit to the customer's wallet, creating the wallet when it is missing.
 *
 * Throws DEPOSIT_NOT_FOUND, OWN_REQUEST, ALREADY_DECIDED, and SECOND_ADMIN_REQUIRED for an amount that one admin alone does
 * not credit.
 */
export async function approveDeposit(work: Work, input: { id: string }): Promise<Deposit> {
  const row = await lockForDecision(work, input.id);
  await openWallet(work.tx, row.userId);
  await lockWallet(work.tx, row.userId);
  await assertOnePersonIsEnough(work, 'deposits', row.amountUsd);
  const { transferId } = await postTransfer(work, {
    kind: 'deposit_approved',
    referenceId: row.id,
    description: `Einzahlung ${depositReference(row.number)} in ${row.cryptoCurrency} bestätigt`,
    customer: { userId: row.userId, available: row.amountUsd, reserved: 0n },
    counter: [{ accountId: HOUSE_ACCOUNTS.house_deposits, amount: -row.amountUsd }],
  });
  const approved = await updateDeposit(work.tx, row.id, {
    status: 'approved',
    decidedAt: work.now,
    decidedBy: work.actor.userId,
    approvedAt: work.now,
    approvedBy: work.actor.userId,
    transferId,
  });
  await announceDecision(work, 'deposit', approved, {
    action: 'deposit.approve',
    title: 'Einzahlung gutgeschrieben',
    message: `${inUsdt(row.amountUsd)} aus ${depositReference(row.number)} sind in Ihrem Wallet.`,
    type: 'success',
  });
  return presentDeposit(approved);
}

/** Rejects a pending deposit; the reason is kept in its notes and shown to the customer. */
export async function rejectDeposit(
  work: Work,
  input: { id: string; reason?: string | undefined },
): Promise<Deposit> {
  const row = await lockForDecision(work, input.id);
  const reason = input.reason || DEFAULT_REJECTION_REASON;
  const rejected = await updateDeposit(work.tx, row.id, {
    status: 'rejected',
    decidedAt: work.now,
    decidedBy: work.actor.userId,
    notes: reason,
  });
  await announceDecision(work, 'deposit', rejected, {
    action: 'deposit.reject',
    reason,
    title: 'Einzahlung abgelehnt',
    message: `${depositReference(row.number)} über ${inUsd(row.amountUsd)} wurde abgelehnt. Grund: ${isolated(reason)}`,
    type: 'error',
  });
  return presentDeposit(rejected);
}

/** The customer takes a pending deposit back. A foreign id answers as an unknown one does. */
export async function cancelDeposit(work: Work, input: { id: string; userId: string }): Promise<Deposit> {
  const row = await lockDeposit(work.tx, input.id);
  if (!row || row.userId !== input.userId) throw DomainError.of('DEPOSIT_NOT_FOUND');
  assertCancellable(row.status);
  const cancelled = await updateDeposit(work.tx, row.id, { status: 'cancelled', decidedAt: work.now });
  await announceDecision(work, 'deposit', cancelled, {
    action: 'deposit.cancel',
    title: 'Einzahlung storniert',
    message: `${depositReference(row.number)} über ${inUsd(row.amountUsd)} haben Sie storniert.`,
    type: 'info',
  });
  return presentDeposit(cancelled);
}

async function lockForDecision(work: Work, id: string): Promise<DepositRow> {
  const row = await lockDeposit(work.tx, id);
  if (!row) throw DomainError.of('DEPOSIT_NOT_FOUND');
  await assertDecidable(work, row);
  return row;
}
