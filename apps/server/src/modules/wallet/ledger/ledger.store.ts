import { DomainError } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { ledgerAccounts, userWallets } from './ledger.schema.ts';

export type Balances = { total: bigint; reserved: bigint; available: bigint };

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
