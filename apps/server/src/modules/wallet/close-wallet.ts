import type { RequestStatus } from '@botdepot/contract';
import { and, asc, eq } from 'drizzle-orm';
import { writeAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { eraseFreeTexts } from '../../platform/erase-free-texts.ts';
import type { Work } from '../../platform/work.ts';
import { cancelDeposit } from './deposits/decide-deposit.ts';
import { cryptoDeposits } from './deposits/deposit.schema.ts';
import { depositReference } from './deposits/deposit.ts';
import { closeWalletRow, lockWallet, readBalances } from './ledger/ledger.store.ts';
import { HOUSE_ACCOUNTS } from './ledger/ledger.ts';
import { postTransfer } from './ledger/post-transfer.ts';
import { cancelWithdrawal } from './withdrawals/decide-withdrawal.ts';
import { cryptoWithdrawals } from './withdrawals/withdrawal.schema.ts';
import { withdrawalReference } from './withdrawals/withdrawal.ts';

type OpenRequest = { id: string; reference: string; amountUsd: bigint };
export type OpenRequests = { deposits: OpenRequest[]; withdrawals: OpenRequest[] };

/** The wallet and the requests that a deletion of the account would end. Without locks: for showing. */
export async function readWalletClosing(tx: Tx, userId: string): Promise<OpenRequests & { balance: bigint }> {
  return { ...(await selectOpen(tx, userId, false)), balance: (await readBalances(tx, userId)).total };
}

export async function listOpenRequests(tx: Tx, userId: string): Promise<string[]> {
  return idsOf(await selectOpen(tx, userId, false));
}

/**
 * Locks the pending requests, each kind in the order of its ids, and then the wallet. From then on nobody decides on them
 * and no new one begins.
 */
export async function lockOpenRequests(work: Work, userId: string): Promise<string[]> {
  const open = await selectOpen(work.tx, userId, true);
  await lockWallet(work.tx, userId);
  return idsOf(open);
}

/**
 * Cancels what is pending, books what is left to the house and closes the wallet for good. Texts that people have written
 * are overwritten. The caller holds the locks of `lockOpenRequests`.
 */
export async function closeWallet(work: Work, userId: string): Promise<void> {
  const open = await selectOpen(work.tx, userId, true);
  for (const { id } of open.deposits) await cancelDeposit(work, { id, userId });
  for (const { id } of open.withdrawals) await cancelWithdrawal(work, { id, userId });
  const { available } = await lockWallet(work.tx, userId);
  if (available > 0n)
    await postTransfer(work, {
      kind: 'account_closed',
      referenceId: userId,
      description: 'Konto gelöscht, Guthaben an das Haus',
      customer: { userId, available: -available, reserved: 0n },
      counter: [{ accountId: HOUSE_ACCOUNTS.house_closed_accounts, amount: available }],
    });
  await closeWalletRow(work.tx, userId, work.now);
  await writeAudit(work, { action: 'wallet.close', subject: 'wallet', subjectId: userId });
  await eraseTexts(work, userId);
}

/** What admins wrote about the customer, and the addresses that the customer gave. */
async function eraseTexts(work: Work, userId: string): Promise<void> {
  await work.tx.$client.query(
    `UPDATE ledger_transfers SET description = ''
     WHERE user_id = $1 AND kind IN ('wallet_corrected', 'manual_return')`,
    [userId],
  );
  const deposits = await work.tx
    .update(cryptoDeposits)
    .set({ notes: null })
    .where(eq(cryptoDeposits.userId, userId))
    .returning({ id: cryptoDeposits.id });
  const withdrawals = await work.tx
    .update(cryptoWithdrawals)
    .set({ notes: null, withdrawalAddress: '' })
    .where(eq(cryptoWithdrawals.userId, userId))
    .returning({ id: cryptoWithdrawals.id });
  await eraseFreeTexts(work, [userId, ...[...deposits, ...withdrawals].map(({ id }) => id)]);
}

const PENDING: RequestStatus = 'pending';

async function selectOpen(tx: Tx, userId: string, locked: boolean): Promise<OpenRequests> {
  const deposits = tx
    .select()
    .from(cryptoDeposits)
    .where(and(eq(cryptoDeposits.userId, userId), eq(cryptoDeposits.status, PENDING)))
    .orderBy(asc(cryptoDeposits.id));
  const withdrawals = tx
    .select()
    .from(cryptoWithdrawals)
    .where(and(eq(cryptoWithdrawals.userId, userId), eq(cryptoWithdrawals.status, PENDING)))
    .orderBy(asc(cryptoWithdrawals.id));
  const foundDeposits = await (locked ? deposits.for('update') : deposits);
  const foundWithdrawals = await (locked ? withdrawals.for('update') : withdrawals);
  return {
    deposits: foundDeposits.map(({ id, number, amountUsd }) => ({
      id,
      reference: depositReference(number),
      amountUsd,
    })),
    withdrawals: foundWithdrawals.map(({ id, number, amountUsd }) => ({
      id,
      reference: withdrawalReference(number),
      amountUsd,
    })),
  };
}

const idsOf = ({ deposits, withdrawals }: OpenRequests): string[] =>
  [...deposits, ...withdrawals].map(({ id }) => id);
