import type { AccountKind, RequestStatus, TransferKind } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import { and, asc, eq } from 'drizzle-orm';
import { writeAudit } from '../../platform/audit.ts';
import { inPieces, type Tx } from '../../platform/database.ts';
import { eraseFreeTexts } from '../../platform/erase-free-texts.ts';
import type { Work } from '../../platform/work.ts';
import { cancelDeposit, type DepositRow, listDepositsAfter, presentDeposit } from './deposits.ts';
import { closeWalletRow, HOUSE_ACCOUNTS, lockWallet, postTransfer, readBalances } from './ledger.ts';
import { depositReference, withdrawalReference } from './requests.ts';
import { cryptoDeposits, cryptoWithdrawals } from './wallet.schema.ts';
import {
  cancelWithdrawal,
  listWithdrawalsAfter,
  presentWithdrawal,
  type WithdrawalRow,
} from './withdrawals.ts';

type OpenRequest = { id: string; reference: string; amountUsd: bigint };
type OpenRequests = { deposits: OpenRequest[]; withdrawals: OpenRequest[] };

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

const ROWS_AT_ONCE = 500;

/** The balances of a wallet, for the download of one's own data. */
export async function exportBalances(tx: Tx, userId: string): Promise<object> {
  const { total, reserved, available } = await readBalances(tx, userId);
  return {
    currency: 'USDT',
    balance: toWire(total),
    reserved: toWire(reserved),
    available: toWire(available),
  };
}

type TransferRow = {
  id: string;
  seq: string;
  kind: TransferKind;
  reference_id: string;
  description: string;
  created_at: Date;
};
type EntryRow = {
  transfer_id: string;
  account: AccountKind;
  amount: string;
  balance_before: string | null;
  balance_after: string | null;
};

/** Every booking of a customer with all its entries, oldest first; what is booked meanwhile comes along. */
export async function* exportTransactions(tx: Tx, userId: string): AsyncGenerator<object> {
  for (let after = '0'; ; ) {
    const transfers = await tx.$client.query<TransferRow>(
      `SELECT id, seq, kind, reference_id, description, created_at FROM ledger_transfers
       WHERE user_id = $1 AND seq > $2 ORDER BY seq LIMIT ${ROWS_AT_ONCE}`,
      [userId, after],
    );
    const last = transfers.rows.at(-1);
    if (!last) return;
    after = last.seq;
    const entries = await tx.$client.query<EntryRow>(
      `SELECT e.transfer_id, a.kind AS account, e.amount, e.balance_before, e.balance_after
       FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
       WHERE e.transfer_id = ANY($1::uuid[]) ORDER BY e.transfer_id, e.position`,
      [transfers.rows.map(({ id }) => id)],
    );
    const byTransfer = Map.groupBy(entries.rows, (entry) => entry.transfer_id);
    for (const row of transfers.rows)
      yield {
        id: row.id,
        kind: row.kind,
        createdAt: row.created_at.toISOString(),
        description: row.description,
        referenceId: row.reference_id,
        entries: (byTransfer.get(row.id) ?? []).map((entry) => ({
          account: entry.account,
          amount: normal(entry.amount),
          balanceBefore: entry.balance_before === null ? null : normal(entry.balance_before),
          balanceAfter: entry.balance_after === null ? null : normal(entry.balance_after),
        })),
      };
  }
}

export async function* exportDeposits(tx: Tx, userId: string): AsyncGenerator<object> {
  const rows = inPieces<DepositRow>(ROWS_AT_ONCE, (after, limit) =>
    listDepositsAfter(tx, userId, after, limit),
  );
  for await (const row of rows) yield presentDeposit(row);
}

export async function* exportWithdrawals(tx: Tx, userId: string): AsyncGenerator<object> {
  const rows = inPieces<WithdrawalRow>(ROWS_AT_ONCE, (after, limit) =>
    listWithdrawalsAfter(tx, userId, after, limit),
  );
  for await (const row of rows) yield presentWithdrawal(row);
}

const normal = (amount: string): string => toWire(fromWire(amount));
