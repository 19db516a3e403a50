import { DomainError, FOUR_EYES, type FourEyesOffReason } from '@botdepot/contract';
import { type Micros, toWire } from '@botdepot/money';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import type { Work } from '../../../platform/work.ts';
import { type AdminAccess, listAdminAccess, type Role, readRoleChanges } from '../../identity/index.ts';
import { fourEyesSettings } from './four-eyes.schema.ts';

const HOUR_MS = 3_600_000;
const ONLY_ROW = 1;

type AdminWithRights = AdminAccess & {
  canAct: boolean;
  /** Made admin or unlocked by somebody else within a day, and not the first admin: approves nothing yet. */
  tooNew: boolean;
};

export type FourEyesRule = {
  /** From this amount on a second admin is needed; null is off. */
  thresholdUsd: Micros | null;
  /** Null while the rule is in force. */
  whyOff: FourEyesOffReason | null;
  /** Whether a threshold is in force as soon as there is one. */
  hasSecond: boolean;
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
  first: { thresholdUsd: Micros | null; needsSecondFactor: boolean; now: Date },
): Promise<void> {
  const { thresholdUsd, needsSecondFactor, now } = first;
  await tx
    .insert(fourEyesSettings)
    .values({ id: ONLY_ROW, thresholdUsd, needsSecondFactor, changedAt: now })
    .onConflictDoUpdate({ target: fourEyesSettings.id, set: { needsSecondFactor } });
}

/**
 * The rule as it holds now.
 *
 * An admin who was demoted or locked by another one counts for a day more, whatever happened to them since. Otherwise one
 * of two could remove the other and be alone.
 *
 * @param lock `share` holds the threshold as it is until the transaction ends, `update` is for changing it.
 */
export async function readFourEyes(tx: Tx, now: Date, lock?: 'share' | 'update'): Promise<FourEyesRule> {
  const query = tx.select().from(fourEyesSettings).where(eq(fourEyesSettings.id, ONLY_ROW));
  const [row] = await (lock ? query.for(lock) : query);
  const since = new Date(now.getTime() - FOUR_EYES.roleSettlesHours * HOUR_MS);
  const access = await listAdminAccess(tx);
  // After the list: whoever loses the role in between stands in one of the two.
  const changes = await readRoleChanges(tx, since);
  const changedTo = (role: Role) =>
    changes.filter((change) => change.role === role).map(({ userId }) => userId);
  const added = new Set(changedTo('admin'));
  const admins = access.map((admin) => ({
    ...admin,
    canAct: admin.lockedAt === null && (admin.twoFactorEnabled || !row?.needsSecondFactor),
    tooNew: added.has(admin.id),
  }));
  const counted = new Set([
    ...admins.filter(({ canAct, lockedAt }) => canAct || (lockedAt && lockedAt >= since)).map(({ id }) => id),
    ...changedTo('user'),
  ]);
  const thresholdUsd = row?.thresholdUsd ?? null;
  const hasSecond = counted.size >= 2;
  return {
    thresholdUsd,
    whyOff: thresholdUsd === null ? 'no_threshold' : hasSecond ? null : 'single_admin',
    hasSecond,
    changedAt: row?.changedAt ?? now,
    changedBy: row?.changedBy ?? null,
    admins,
  };
}

/**
 * Comes in the transaction of everything that an admin books or pays out. A work that somebody else has asked for
 * (`requestedBy`) has its two people already. Shares the lock of the threshold.
 *
 * @param amount what is moved, whatever its sign.
 * Throws SECOND_ADMIN_REQUIRED.
 */
export async function assertOnePersonIsEnough(work: Work, amount: Micros): Promise<void> {
  if (work.requestedBy !== undefined || work.actor.role !== 'admin') return;
  const { thresholdUsd, whyOff } = await readFourEyes(work.tx, work.now, 'share');
  if (thresholdUsd === null || whyOff !== null) return;
  const size = amount < 0n ? -amount : amount;
  if (size >= thresholdUsd)
    throw DomainError.of('SECOND_ADMIN_REQUIRED', { thresholdUsd: toWire(thresholdUsd) });
}

/**
 * Whether the actor may be the second one for what `requestedBy` asked for. Whoever was made admin or unlocked by another
 * admin or from the command line within a day may not yet: a helper of the first one is no second pair of eyes.
 *
 * Throws OWN_REQUEST, FORBIDDEN, SECOND_ADMIN_TOO_NEW.
 */
export async function assertMaySecond(work: Work, requestedBy: string): Promise<void> {
  if (work.actor.userId === requestedBy) throw DomainError.of('OWN_REQUEST');
  const admin = await findAble(work, work.actor.userId);
  if (!admin) throw DomainError.of('FORBIDDEN');
  if (admin.tooNew) throw DomainError.of('SECOND_ADMIN_TOO_NEW');
}

/** Two admins stand behind what is approved, so the first must be one still. Throws APPROVAL_REQUESTER_GONE. */
export async function assertStillAdmin(work: Work, userId: string): Promise<void> {
  if (!(await findAble(work, userId))) throw DomainError.of('APPROVAL_REQUESTER_GONE');
}

/** Locks nothing: who can act does not hang on the threshold, and what is approved may be a change of it. */
async function findAble({ tx, now }: Work, userId: string | null): Promise<AdminWithRights | undefined> {
  const { admins } = await readFourEyes(tx, now);
  return admins.find((admin) => admin.canAct && admin.id === userId);
}

/** Whoever calls it holds the row with `readFourEyes(…, 'update')`. */
export async function writeThreshold(work: Work, thresholdUsd: Micros | null): Promise<void> {
  await work.tx
    .update(fourEyesSettings)
    .set({ thresholdUsd, changedAt: work.now, changedBy: work.actor.userId })
    .where(eq(fourEyesSettings.id, ONLY_ROW));
}
