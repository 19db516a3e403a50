import type { TransferKind } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { readBalances } from './ledger.store.ts';

/** A transfer that changed what a customer's wallet holds in all, reserved money included. */
export type WalletMovement = {
  readonly transferId: string;
  readonly kind: TransferKind;
  readonly at: Date;
  readonly amount: Micros;
};

/** What a customer's wallet held at a moment, and every movement after it. */
export type WalletMovements = { readonly opening: Micros; readonly movements: readonly WalletMovement[] };

/**
 * The movements of a customer's wallet after `since`, in the order of booking, and what it held then. What only reserves or
 * releases is none. Counted back from the balance of now, so what was before is not read: the caller reads on one snapshot.
 */
export async function readWalletMovements(tx: Tx, userId: string, since: Date): Promise<WalletMovements> {
  const { rows } = await tx.$client.query<{
    id: string;
    kind: TransferKind;
    created_at: Date;
    amount: string;
  }>({
    name: 'read-wallet-movements',
    text: `
      SELECT id, kind, created_at, amount FROM (
        SELECT t.id, t.kind, t.created_at, t.seq,
          -- Looked up transfer by transfer: joined, the entries before could be read as well.
          (SELECT sum(e.amount) FROM ledger_entries e
           WHERE e.transfer_id = t.id AND e.account_id IN (w.available_account_id, w.reserved_account_id)) AS amount
        FROM user_wallets w
        JOIN ledger_transfers t ON t.user_id = w.user_id AND t.created_at > $2
        WHERE w.user_id = $1
      ) moved
      WHERE amount <> 0
      ORDER BY created_at, seq`,
    values: [userId, since],
  });
  const movements = rows.map((row) => ({
    transferId: row.id,
    kind: row.kind,
    at: row.created_at,
    amount: fromWire(row.amount),
  }));
  const { total } = await readBalances(tx, userId);
  return { opening: movements.reduce((left, { amount }) => left - amount, total), movements };
}

/** When something was first booked for a customer; null before it. */
export async function findFirstBooking(tx: Tx, userId: string): Promise<Date | null> {
  const { rows } = await tx.$client.query<{ first: Date | null }>({
    name: 'find-first-booking',
    text: 'SELECT min(created_at) AS first FROM ledger_transfers WHERE user_id = $1',
    values: [userId],
  });
  return rows[0]?.first ?? null;
}
