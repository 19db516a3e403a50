import type { TransferKind } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';

/** A transfer that changed what a customer's wallet holds in all, reserved money included. */
export type WalletMovement = {
  readonly transferId: string;
  readonly kind: TransferKind;
  readonly at: Date;
  readonly amount: Micros;
};

/** Every movement of a customer's wallet in the order of booking. What only reserves or releases is none. */
export async function readWalletMovements(tx: Tx, userId: string): Promise<WalletMovement[]> {
  const { rows } = await tx.$client.query<{
    id: string;
    kind: TransferKind;
    created_at: Date;
    amount: string;
  }>({
    name: 'read-wallet-movements',
    text: `
      SELECT t.id, t.kind, t.created_at, sum(e.amount) AS amount
      FROM user_wallets w
      JOIN ledger_entries e ON e.account_id IN (w.available_account_id, w.reserved_account_id)
      JOIN ledger_transfers t ON t.id = e.transfer_id
      WHERE w.user_id = $1
      GROUP BY t.id
      HAVING sum(e.amount) <> 0
      ORDER BY t.created_at, min(e.seq)`,
    values: [userId],
  });
  return rows.map((row) => ({
    transferId: row.id,
    kind: row.kind,
    at: row.created_at,
    amount: fromWire(row.amount),
  }));
}
