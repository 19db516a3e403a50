import {
  barToApproval,
  barToSelection,
  type CryptoCurrency,
  DEFAULT_REJECTION_REASON,
  type DecisionBar,
  DomainError,
  isolated,
  type RequestKind,
  type Standing,
  type Withdrawal,
} from '@botdepot/contract';
import { fromWire, inUsd, inUsdt, toWire } from '@botdepot/money';
import { and, eq } from 'drizzle-orm';
import { writeAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { newId, type Work } from '../../platform/work.ts';
import { findUserById } from '../identity/index.ts';
import { lockDeposit } from './deposits.ts';
import { assertOnePersonIsEnough } from './four-eyes.ts';
import { assertCovered, HOUSE_ACCOUNTS, lockWallet, postTransfer } from './ledger.ts';
import { parsePlayMoneyAddress } from './play-money-address.ts';
import {
  announceDecision,
  assertCancellable,
  assertDecidable,
  assertRoomForAnother,
  assertWithdrawalAmount,
  presentRequest,
  requestStore,
  withdrawalReference,
} from './requests.ts';
import { cryptoWithdrawals } from './wallet.schema.ts';

export type WithdrawalRow = typeof cryptoWithdrawals.$inferSelect;

export const presentWithdrawal = (row: WithdrawalRow): Withdrawal => ({
  ...presentRequest(row),
  reference: withdrawalReference(row.number),
  withdrawalAddress: row.withdrawalAddress,
  processedAt: row.processedAt?.toISOString() ?? null,
  heldAt: row.heldAt?.toISOString() ?? null,
  reservationTransferId: row.reservationTransferId,
});

export const {
  find: findWithdrawal,
  lock: lockWithdrawal,
  insert: insertWithdrawal,
  update: updateWithdrawal,
  countOpen: countOpenWithdrawals,
  list: listWithdrawals,
  listAfter: listWithdrawalsAfter,
  listDecided: listDecidedWithdrawals,
} = requestStore(cryptoWithdrawals);

/** Locks the customer's pending ones until the transaction ends, in the order of their ids. */
async function lockPendingWithdrawals(tx: Tx, userId: string): Promise<WithdrawalRow[]> {
  return tx
    .select()
    .from(cryptoWithdrawals)
    .where(and(eq(cryptoWithdrawals.userId, userId), eq(cryptoWithdrawals.status, 'pending')))
    .orderBy(cryptoWithdrawals.id)
    .for('update');
}

/**
 * What the rules about locked accounts ask of a request that the caller has locked. Whether the account is locked is read without
 * a lock of its own: who locks an account takes the rows of all admins first (`lockAccess`), and every decision holds its admin's
 * from its first statement on (`holdAdmin`). So the lock comes before this look, or after the decision.
 */
async function readStanding(tx: Tx, row: { userId: string; heldAt?: Date | null }): Promise<Standing> {
  const user = await findUserById(tx, row.userId);
  return {
    isLocked: user !== null && user.lockedAt !== null,
    heldAt: row.heldAt?.toISOString() ?? null,
  };
}

/** Throws what stands in the way. */
function assertNoBar(bar: DecisionBar | null): void {
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

/**
 * Requests a withdrawal: the amount moves from available to reserved, so that nothing else can spend it, and the total
 * in the wallet stays. Throws INSUFFICIENT_BALANCE when it is not available, and TOO_MANY_OPEN_REQUESTS while as many wait
 * as may.
 */
export async function requestWithdrawal(
  work: Work,
  input: { userId: string; amountUsd: string; cryptoCurrency: CryptoCurrency; withdrawalAddress: string },
): Promise<Withdrawal> {
  const amount = fromWire(input.amountUsd);
  assertWithdrawalAmount(amount);
  const withdrawalAddress = parsePlayMoneyAddress(input.cryptoCurrency, input.withdrawalAddress);
  // They travel together; the second waits for the lock of the first. A wallet that is only opened by it covers nothing.
  const [balances, open] = await Promise.all([
    lockWallet(work.tx, input.userId),
    countOpenWithdrawals(work.tx, input.userId),
  ]);
  assertRoomForAnother('withdrawal', open);
  assertCovered(balances.available, amount);

  const id = newId();
  const transferId = newId();
  // The three writes know one another's ids, so they travel together.
  const [row] = await Promise.all([
    insertWithdrawal(work.tx, {
      id,
      userId: input.userId,
      amountUsd: amount,
      cryptoCurrency: input.cryptoCurrency,
      withdrawalAddress,
      createdAt: work.now,
      reservationTransferId: transferId,
    }),
    postTransfer(
      work,
      {
        kind: 'withdrawal_requested',
        referenceId: id,
        description: 'Auszahlung beantragt, Betrag reserviert',
        customer: { userId: input.userId, available: -amount, reserved: amount },
        counter: [],
      },
      transferId,
    ),
    writeAudit(work, {
      action: 'withdrawal.request',
      subject: 'withdrawal',
      subjectId: id,
      after: { status: 'pending', amountUsd: toWire(amount), cryptoCurrency: input.cryptoCurrency },
    }),
  ]);
  work.hintUser(input.userId, 'withdrawals', 'wallet');
  work.hintAdmins('withdrawals');
  return presentWithdrawal(row);
}

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
