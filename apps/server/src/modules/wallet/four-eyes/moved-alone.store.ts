import { FOUR_EYES, type FourEyesQuestion, type TransferKind } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { HOUSE_ACCOUNTS } from '../ledger/ledger.ts';

const HOUR_MS = 3_600_000;
// First key of the two-part advisory locks of admins; the second is the end of the admin's id. Numbers stand in the text, so
// that tests can take the lock out of the statement.
const LOCK_CLASS = 7_203;

/** What counts together, and the house account whose entry says how much a transfer moved. Pauses move nothing. */
const COUNTED: Record<FourEyesQuestion, { kind: TransferKind; accountId: string }[]> = {
  bookings: [
    { kind: 'withdrawal_approved', accountId: HOUSE_ACCOUNTS.house_withdrawals },
    { kind: 'wallet_corrected', accountId: HOUSE_ACCOUNTS.house_corrections },
    { kind: 'manual_return', accountId: HOUSE_ACCOUNTS.house_manual_returns },
  ],
  deposits: [{ kind: 'deposit_approved', accountId: HOUSE_ACCOUNTS.house_deposits }],
  pauses: [],
};

/**
 * Taken before an admin's sum is read, until the transaction ends: of two commands of one admin the second sees what the
 * first has moved. The customer's wallet is locked before it, never after: two commands about one customer would wait for
 * each other.
 */
export async function lockMovedAlone(tx: Tx, adminId: string): Promise<void> {
  const key = Number.parseInt(adminId.slice(-8), 16) | 0;
  await tx.$client.query(`SELECT pg_advisory_xact_lock(${LOCK_CLASS}, ${key})`);
}

/**
 * What this admin has moved alone within the last 24 hours, whatever its sign and whosever it was. What two stand behind
 * does not count. Read from the ledger by an index over just these transfers, so it does not grow with history.
 */
export async function sumMovedAlone(
  tx: Tx,
  adminId: string,
  of: FourEyesQuestion,
  now: Date,
): Promise<Micros> {
  const since = new Date(now.getTime() - FOUR_EYES.movedAloneHours * HOUR_MS);
  const counted = COUNTED[of];
  // The condition of the index is said once more, or it would not be used; and entries are asked for by transfer, since a join
  // reads all of them.
  const { rows } = await tx.$client.query<{ moved: string }>(
    `SELECT coalesce(sum((
       SELECT sum(abs(e.amount)) FROM ledger_entries e WHERE e.transfer_id = t.id AND e.account_id = ANY($4::uuid[])
     )), 0) AS moved
     FROM ledger_transfers t
     WHERE t.actor_id = $1 AND t.created_at > $2 AND t.kind = ANY($3::text[]) AND t.requested_by IS NULL
       AND t.kind IN ('deposit_approved', 'withdrawal_approved', 'wallet_corrected', 'manual_return')`,
    [adminId, since, counted.map(({ kind }) => kind), counted.map(({ accountId }) => accountId)],
  );
  return fromWire(rows[0]?.moved ?? '0');
}
