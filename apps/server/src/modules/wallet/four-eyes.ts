import {
  APPROVED_OPERATIONS,
  type ApprovalKind,
  DomainError,
  FOUR_EYES,
  type FourEyesCheck,
  type FourEyesOffReason,
  type FourEyesQuestion,
  mayUse,
  type ThresholdOf,
  type TransferKind,
} from '@botdepot/contract';
import { fromWire, type Micros, toWire } from '@botdepot/money';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { Work } from '../../platform/work.ts';
import { type AdminAccess, listAdminAccess, readRightsChanges } from '../identity/index.ts';
import { HOUSE_ACCOUNTS } from './ledger.ts';
import { fourEyesSettings } from './wallet.schema.ts';

const HOUR_MS = 3_600_000;
const ONLY_ROW = 1;

type AdminWithRights = AdminAccess & {
  canAct: boolean;
  /** Made admin or unlocked by somebody else within a day, and not the first admin: approves nothing yet. */
  tooNew: boolean;
};

type FourEyesRule = {
  /** From this amount on a second admin is needed; null is off. */
  thresholdUsd: Micros | null;
  /** The same for deposits that are credited. */
  depositThresholdUsd: Micros | null;
  /** Who may do everything, so may be the second: able to now, or able to within the last day. */
  seconds: ReadonlySet<string>;
  changedAt: Date;
  changedBy: string | null;
  admins: AdminWithRights[];
};

/**
 * The first value comes from the environment; after that only people change it. What the installation asks of its admins
 * is written at every start.
 */
export async function ensureFourEyes(
  tx: Tx,
  first: {
    thresholdUsd: Micros | null;
    depositThresholdUsd?: Micros | null;
    needsSecondFactor: boolean;
    now: Date;
  },
): Promise<void> {
  const { thresholdUsd, depositThresholdUsd, needsSecondFactor, now } = first;
  await tx
    .insert(fourEyesSettings)
    .values({ id: ONLY_ROW, thresholdUsd, depositThresholdUsd, needsSecondFactor, changedAt: now })
    .onConflictDoUpdate({ target: fourEyesSettings.id, set: { needsSecondFactor } });
}

/**
 * The rule as it holds now.
 *
 * An admin who was demoted, limited or locked by another one counts for a day more, whatever happened to them since. Otherwise one
 * of two could remove the other and be alone.
 *
 * @param lock `share` holds the threshold as it is until the transaction ends, `update` is for changing it.
 */
export async function readFourEyes(tx: Tx, now: Date, lock?: 'share' | 'update'): Promise<FourEyesRule> {
  const query = tx.select().from(fourEyesSettings).where(eq(fourEyesSettings.id, ONLY_ROW));
  const [row] = await (lock ? query.for(lock) : query);
  const since = new Date(now.getTime() - FOUR_EYES.roleSettlesHours * HOUR_MS);
  const access = await listAdminAccess(tx);
  // After the list: whoever loses the rights in between stands in one of the two.
  const changes = await readRightsChanges(tx, since);
  const whoHave = (what: 'gained' | 'lost') =>
    changes.filter(({ change }) => change === what).map(({ userId }) => userId);
  const added = new Set(whoHave('gained'));
  const admins = access.map((admin) => ({
    ...admin,
    canAct: admin.lockedAt === null && (admin.twoFactorEnabled || !row?.needsSecondFactor),
    tooNew: added.has(admin.id),
  }));
  const seconds = new Set([
    ...admins
      .filter(({ adminField }) => adminField === 'all')
      .filter(({ canAct, lockedAt }) => canAct || (lockedAt && lockedAt >= since))
      .map(({ id }) => id),
    ...whoHave('lost'),
  ]);
  return {
    thresholdUsd: row?.thresholdUsd ?? null,
    depositThresholdUsd: row?.depositThresholdUsd ?? null,
    seconds,
    changedAt: row?.changedAt ?? now,
    changedBy: row?.changedBy ?? null,
    admins,
  };
}

/** Whether somebody else could be the second one for what this admin does: then a threshold is in force for them. */
export const hasSecond = ({ seconds }: Pick<FourEyesRule, 'seconds'>, adminId: string): boolean =>
  seconds.size > (seconds.has(adminId) ? 1 : 0);

/** Why this admin moves any amount alone; null while the rule is in force for them. */
export function whyOff(rule: FourEyesRule, adminId: string): FourEyesOffReason | null {
  if (rule.thresholdUsd === null) return 'no_threshold';
  return hasSecond(rule, adminId) ? null : 'single_admin';
}

/** From which amount on this admin needs a second one for these now; null where one is enough for everything. */
export function thresholdInForce(rule: FourEyesRule, of: FourEyesQuestion, adminId: string): Micros | null {
  if (!hasSecond(rule, adminId)) return null;
  return of === 'deposits' ? rule.depositThresholdUsd : rule.thresholdUsd;
}

/**
 * Comes in the transaction of everything that an admin books, credits or pays out, and of a bot that they pause. It counts
 * together with what they have moved alone within 24 hours. A work that somebody else has asked for (`requestedBy`) has its two people already. Shares
 * the lock of the threshold, and takes that of the admin's sum; the customer's wallet is locked before it.
 *
 * @param amount what is moved, whatever its sign; of a bot what its customers have in it.
 * Throws SECOND_ADMIN_REQUIRED.
 */
export async function assertOnePersonIsEnough(
  work: Work,
  of: FourEyesQuestion,
  amount: Micros,
): Promise<void> {
  const { tx, now, actor } = work;
  if (work.requestedBy !== undefined || actor.role !== 'admin') return;
  const threshold = thresholdInForce(await readFourEyes(tx, now, 'share'), of, actor.userId);
  if (threshold === null) return;
  await lockMovedAlone(tx, actor.userId);
  const moved = await sumMovedAlone(tx, actor.userId, of, now);
  const together = moved + sizeOf(amount);
  if (together < threshold) return;
  throw DomainError.of('SECOND_ADMIN_REQUIRED', {
    thresholdUsd: toWire(threshold),
    ...(moved > 0n && { movedUsd: toWire(moved), togetherUsd: toWire(together) }),
  });
}

/** What the admin who asks would hear of these, booked in this order. */
export async function checkFourEyes(
  tx: Tx,
  { adminId, now }: { adminId: string; now: Date },
  { of, amountsUsd }: { of: FourEyesQuestion; amountsUsd: readonly string[] },
): Promise<FourEyesCheck> {
  const threshold = thresholdInForce(await readFourEyes(tx, now), of, adminId);
  const moved = await sumMovedAlone(tx, adminId, of, now);
  const amounts = amountsUsd.map(fromWire);
  let alone = moved;
  const needsSecond = amounts.map((amount) => {
    if (threshold !== null && alone + amount >= threshold) return true;
    alone += amount;
    return false;
  });
  return {
    thresholdUsd: threshold === null ? null : toWire(threshold),
    movedUsd: toWire(moved),
    togetherUsd: toWire(amounts.reduce((sum, amount) => sum + amount, moved)),
    needsSecond,
  };
}

/** Which of these, each booked by itself, the admin who asks could not book alone now. */
export async function needSecond(
  tx: Tx,
  { adminId, now }: { adminId: string; now: Date },
  of: FourEyesQuestion,
  amountsUsd: readonly string[],
): Promise<boolean[]> {
  const threshold = thresholdInForce(await readFourEyes(tx, now), of, adminId);
  if (threshold === null) return amountsUsd.map(() => false);
  const moved = await sumMovedAlone(tx, adminId, of, now);
  return amountsUsd.map((amount) => moved + fromWire(amount) >= threshold);
}

const sizeOf = (amount: Micros): Micros => (amount < 0n ? -amount : amount);

/**
 * Whether the actor may be the second one for what `requestedBy` asked for: somebody who may do everything. Anyone who was made admin or unlocked by another
 * admin or from the command line within a day may not yet: a helper of the first one is no second pair of eyes.
 *
 * Throws OWN_REQUEST, FORBIDDEN, OUTSIDE_FIELD, SECOND_ADMIN_TOO_NEW.
 */
export async function assertMaySecond(work: Work, requestedBy: string): Promise<void> {
  if (work.actor.userId === requestedBy) throw DomainError.of('OWN_REQUEST');
  const admin = await findAble(work, work.actor.userId);
  if (!admin) throw DomainError.of('FORBIDDEN');
  if (admin.adminField !== 'all') throw DomainError.of('OUTSIDE_FIELD');
  if (admin.tooNew) throw DomainError.of('SECOND_ADMIN_TOO_NEW');
}

/**
 * Two admins stand behind what is approved, so the first must be one still whose field it is. Throws APPROVAL_REQUESTER_GONE.
 */
export async function assertStillAdmin(work: Work, userId: string, kind: ApprovalKind): Promise<void> {
  const admin = await findAble(work, userId);
  if (!admin || !mayUse(admin.adminField, APPROVED_OPERATIONS[kind]))
    throw DomainError.of('APPROVAL_REQUESTER_GONE');
}

/** Locks nothing: who can act does not hang on the threshold, and what is approved may be a change of it. */
async function findAble({ tx, now }: Work, userId: string | null): Promise<AdminWithRights | undefined> {
  const { admins } = await readFourEyes(tx, now);
  return admins.find((admin) => admin.canAct && admin.id === userId);
}

/** The caller holds the row with `readFourEyes(…, 'update')`. */
export async function writeThreshold(work: Work, of: ThresholdOf, threshold: Micros | null): Promise<void> {
  const value = of === 'deposits' ? { depositThresholdUsd: threshold } : { thresholdUsd: threshold };
  await work.tx
    .update(fourEyesSettings)
    .set({ ...value, changedAt: work.now, changedBy: work.actor.userId })
    .where(eq(fourEyesSettings.id, ONLY_ROW));
}

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
async function lockMovedAlone(tx: Tx, adminId: string): Promise<void> {
  const key = Number.parseInt(adminId.slice(-8), 16) | 0;
  await tx.$client.query(`SELECT pg_advisory_xact_lock(${LOCK_CLASS}, ${key})`);
}

/**
 * What this admin has moved alone within the last 24 hours, whatever its sign and whosever it was. What two stand behind
 * does not count. Read from the ledger by an index over just these transfers, so it does not grow with history.
 */
async function sumMovedAlone(tx: Tx, adminId: string, of: FourEyesQuestion, now: Date): Promise<Micros> {
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
