import { DomainError, type TransferKind } from '@botdepot/contract';
import { fromWire, type Micros, toWire } from '@botdepot/money';
import { eq, sql } from 'drizzle-orm';
import { sqlState, type Tx } from '../../platform/database.ts';
import { newId, type Work } from '../../platform/work.ts';
import { ledgerAccounts, userWallets } from './wallet.schema.ts';

/** House accounts exist once; their ids are fixed by the migrations. */
export const HOUSE_ACCOUNTS = {
  house_deposits: '00000000-0000-7000-8000-000000000001',
  house_withdrawals: '00000000-0000-7000-8000-000000000002',
  house_market_pnl: '00000000-0000-7000-8000-000000000003',
  house_corrections: '00000000-0000-7000-8000-000000000004',
  house_manual_returns: '00000000-0000-7000-8000-000000000005',
  house_rounding: '00000000-0000-7000-8000-000000000006',
  house_closed_accounts: '00000000-0000-7000-8000-000000000007',
  house_own_bots_pnl: '00000000-0000-7000-8000-000000000008',
  house_own_bot_orders: '00000000-0000-7000-8000-000000000009',
} as const;

/** The side of a transfer that is not the customer's: a house account or a bot's pool, by account id. */
type CounterEntry = { accountId: string; amount: Micros };

/**
 * A movement of money. The customer's two changes and the counter entries sum to zero; at least two of them are not
 * zero. One transfer concerns at most one customer.
 */
type TransferDraft = {
  kind: TransferKind;
  referenceId: string;
  /** Plain German, shown to the customer. */
  description: string;
  customer: { userId: string; available: Micros; reserved: Micros } | null;
  counter: CounterEntry[];
};

/** Throws a RangeError on a draft that is not double entry: a fault of ours, never of a customer. */
function checkDraft(draft: TransferDraft): void {
  const amounts = draft.counter.map((entry) => entry.amount);
  if (draft.customer) amounts.push(draft.customer.available, draft.customer.reserved);
  const moved = amounts.filter((amount) => amount !== 0n);
  if (moved.length < 2) throw new RangeError(`A transfer needs two entries: ${draft.kind}`);
  const sum = moved.reduce((total, amount) => total + amount, 0n);
  if (sum !== 0n) throw new RangeError(`The entries of ${draft.kind} sum to ${toWire(sum)}, not to zero`);
}

/** The rule for a withdrawal: not above what is available now. */
export function assertCovered(available: Micros, required: Micros): void {
  if (required > available)
    throw DomainError.of('INSUFFICIENT_BALANCE', {
      available: toWire(available),
      required: toWire(required),
    });
}

type Balances = { total: bigint; reserved: bigint; available: bigint };

const NOTHING: Balances = { total: 0n, reserved: 0n, available: 0n };

/** Creates the wallet row of a customer when it is missing: a row must exist before it can be locked. */
export async function openWallet(tx: Tx, userId: string): Promise<void> {
  await tx.execute(
    sql`SELECT open_wallet(${userId}::uuid, ${newId()}::uuid, ${newId()}::uuid, ${newId()}::uuid)`,
  );
}

/** The balances as committed; for showing, never for deciding. */
export async function readBalances(tx: Tx, userId: string): Promise<Balances> {
  const [row] = await tx.select().from(userWallets).where(eq(userWallets.userId, userId));
  return row ? balancesOf(row) : NOTHING;
}

/**
 * Locks the customer's wallet row until the transaction ends and returns what it holds. Opens it when missing. Throws
 * ACCOUNT_CLOSED when its owner has deleted the account, so whatever begins on a wallet begins here.
 */
export async function lockWallet(tx: Tx, userId: string): Promise<Balances> {
  const read = () =>
    tx.$client.query<{ usd_balance: string; usd_locked_balance: string; closed_at: Date | null }>({
      name: 'lock-wallet',
      text: 'SELECT usd_balance, usd_locked_balance, closed_at FROM user_wallets WHERE user_id = $1 FOR UPDATE',
      values: [userId],
    });
  let [row] = (await read()).rows;
  if (!row) {
    await openWallet(tx, userId);
    [row] = (await read()).rows;
  }
  if (row?.closed_at) throw DomainError.of('ACCOUNT_CLOSED');
  return row
    ? balancesOf({
        usdBalance: fromWire(row.usd_balance),
        usdLockedBalance: fromWire(row.usd_locked_balance),
      })
    : NOTHING;
}

function balancesOf(row: { usdBalance: bigint; usdLockedBalance: bigint }): Balances {
  return {
    total: row.usdBalance,
    reserved: row.usdLockedBalance,
    available: row.usdBalance - row.usdLockedBalance,
  };
}

/** Opens the pool account of a bot's portfolio and returns its id. */
export async function openPoolAccount(tx: Tx, portfolioId: string): Promise<string> {
  const id = newId();
  await tx.insert(ledgerAccounts).values({ id, kind: 'bot_pool', portfolioId });
  return id;
}

/** Marks an empty wallet as closed for good. */
export async function closeWalletRow(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.update(userWallets).set({ closedAt: now, updatedAt: now }).where(eq(userWallets.userId, userId));
}

type Posted = { transferId: string; available: bigint; reserved: bigint };

/** A posting would have taken a customer's available or reserved balance below zero. Nothing was written. */
export class OverdrawnError extends Error {
  override name = 'OverdrawnError';
}

/**
 * Moves money: the only way that a balance changes. One round trip with a prepared statement; runs inside the caller's
 * transaction and locks the customer's wallet row until it ends. The wallet must exist (`openWallet`).
 *
 * `transferId` may be given so that rows which refer to the transfer can be written without waiting for it.
 * Throws `OverdrawnError` (the transaction is then aborted by PostgreSQL, so callers check first and treat this as the
 * last line of defence) and `RangeError` when the draft does not balance.
 *
 * Returns the customer's balances after the posting, 0 without a customer.
 */
export async function postTransfer(work: Work, draft: TransferDraft, transferId = newId()): Promise<Posted> {
  checkDraft(draft);
  const counter = draft.counter.filter((entry) => entry.amount !== 0n);
  const { customer } = draft;
  try {
    const { rows } = await work.tx.$client.query<{
      available_after: string | null;
      reserved_after: string | null;
    }>({
      name: 'post_transfer',
      text: 'SELECT * FROM post_transfer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
      values: [
        transferId,
        draft.kind,
        customer?.userId ?? null,
        draft.referenceId,
        draft.description,
        work.actor.userId,
        work.now,
        toWire(customer?.available ?? 0n),
        toWire(customer?.reserved ?? 0n),
        counter.map((entry) => entry.accountId),
        counter.map((entry) => toWire(entry.amount)),
        work.requestedBy ?? null,
      ],
    });
    const [row] = rows;
    return {
      transferId,
      available: fromWire(row?.available_after ?? '0'),
      reserved: fromWire(row?.reserved_after ?? '0'),
    };
  } catch (error) {
    if (sqlState(error) === '23514') throw new OverdrawnError(`Overdrawn by ${draft.kind}`, { cause: error });
    throw error;
  }
}

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

/** The transfers that moved an account, and the bytes that they take with all of their entries, without indexes. */
export async function measureBookings(
  tx: Tx,
  accountId: string,
): Promise<{ bookings: number; bytes: number }> {
  const { rows } = await tx.$client.query<{ bookings: number; bytes: number }>(
    `WITH own AS MATERIALIZED (SELECT DISTINCT transfer_id AS id FROM ledger_entries WHERE account_id = $1)
     SELECT (SELECT count(*)::int FROM own) AS bookings,
       (SELECT coalesce(sum(pg_column_size(t.*)), 0) FROM ledger_transfers t JOIN own USING (id))::float8
       + (SELECT coalesce(sum(pg_column_size(e.*)), 0) FROM ledger_entries e JOIN own ON own.id = e.transfer_id) AS bytes`,
    [accountId],
  );
  return { bookings: rows[0]?.bookings ?? 0, bytes: Number(rows[0]?.bytes ?? 0) };
}
