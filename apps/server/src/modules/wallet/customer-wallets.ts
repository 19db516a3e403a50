import { fromWire } from '@botdepot/money';
import { sum } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { SearchTerms } from '../../platform/search-terms.ts';
import { userWallets } from './wallet.schema.ts';

/** What all wallets hold together, reserved amounts included. */
export async function sumWallets(tx: Tx): Promise<bigint> {
  const [row] = await tx.select({ total: sum(userWallets.usdBalance) }).from(userWallets);
  return fromWire(row?.total ?? '0');
}

type WalletSummary = { total: bigint; pendingRequests: number };

/** What these customers have in their wallets, and how many of their requests wait. Those without a wallet are missing. */
export async function summarizeWallets(
  tx: Tx,
  userIds: readonly string[],
): Promise<Map<string, WalletSummary>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await tx.$client.query<{ user_id: string; usd_balance: string; pending: string }>(
    `SELECT w.user_id, w.usd_balance,
       (SELECT count(*) FROM crypto_deposits d WHERE d.user_id = w.user_id AND d.status = 'pending')
       + (SELECT count(*) FROM crypto_withdrawals x WHERE x.user_id = w.user_id AND x.status = 'pending') AS pending
     FROM user_wallets w WHERE w.user_id = ANY($1::uuid[])`,
    [userIds],
  );
  return new Map(
    rows.map((row) => [
      row.user_id,
      { total: fromWire(row.usd_balance), pendingRequests: Number(row.pending) },
    ]),
  );
}

type WalletCheck = { ok: boolean; availableEntries: bigint; reservedEntries: bigint };

/** Adds up every entry on both accounts of a customer and compares the sums with the balances. */
export async function checkWallet(tx: Tx, userId: string): Promise<WalletCheck> {
  const { rows } = await tx.$client.query<{
    available: string;
    reserved: string;
    available_entries: string;
    reserved_entries: string;
  }>(
    `SELECT w.usd_balance - w.usd_locked_balance AS available, w.usd_locked_balance AS reserved,
       (SELECT coalesce(sum(e.amount), 0) FROM ledger_entries e WHERE e.account_id = w.available_account_id)
         AS available_entries,
       (SELECT coalesce(sum(e.amount), 0) FROM ledger_entries e WHERE e.account_id = w.reserved_account_id)
         AS reserved_entries
     FROM user_wallets w WHERE w.user_id = $1`,
    [userId],
  );
  const [row] = rows;
  // A wallet opens with the first booking: nothing is the sum of nothing.
  if (!row) return { ok: true, availableEntries: 0n, reservedEntries: 0n };
  const availableEntries = fromWire(row.available_entries);
  const reservedEntries = fromWire(row.reserved_entries);
  const ok = availableEntries === fromWire(row.available) && reservedEntries === fromWire(row.reserved);
  return { ok, availableEntries, reservedEntries };
}

/** More than anybody can mean. */
const MOST = 50;

/** Whose deposits, withdrawals or bookings are meant: by the beginning of their id, or by their short number. */
export async function findOwners(tx: Tx, { ids, reference }: SearchTerms): Promise<string[]> {
  if (reference?.kind === 'deposit' || reference?.kind === 'withdrawal') {
    const table = reference.kind === 'deposit' ? 'crypto_deposits' : 'crypto_withdrawals';
    return ownersOf(tx, `SELECT user_id FROM ${table} WHERE number = $1`, [reference.number]);
  }
  if (reference?.kind === 'correction')
    return ownersOf(
      tx,
      `SELECT t.user_id FROM wallet_corrections c JOIN ledger_transfers t ON t.id = c.transfer_id WHERE c.number = $1`,
      [reference.number],
    );
  if (!ids) return [];
  const within = 'WHERE id BETWEEN $1::uuid AND $2::uuid';
  return ownersOf(
    tx,
    `SELECT DISTINCT user_id FROM (
       SELECT user_id FROM crypto_deposits ${within} UNION ALL
       SELECT user_id FROM crypto_withdrawals ${within} UNION ALL
       SELECT user_id FROM ledger_transfers ${within} AND user_id IS NOT NULL
     ) found LIMIT ${MOST}`,
    [ids.from, ids.to],
  );
}

async function ownersOf(tx: Tx, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await tx.$client.query<{ user_id: string }>(text, values);
  return rows.map((row) => row.user_id);
}
