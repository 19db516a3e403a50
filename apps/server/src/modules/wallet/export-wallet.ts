import type { AccountKind, TransferKind } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import type { Tx } from '../../platform/database.ts';
import { inPieces } from '../../platform/in-pieces.ts';
import { type DepositRow, listDepositsAfter, presentDeposit } from './deposits/deposit.store.ts';
import { readBalances } from './ledger/ledger.store.ts';
import {
  listWithdrawalsAfter,
  presentWithdrawal,
  type WithdrawalRow,
} from './withdrawals/withdrawal.store.ts';

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
