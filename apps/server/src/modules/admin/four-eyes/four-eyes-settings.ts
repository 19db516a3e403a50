import {
  type ApprovalKind,
  DELETED_ACCOUNT,
  DomainError,
  type FourEyes,
  type ThresholdOf,
} from '@botdepot/contract';
import { type Micros, toWire } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { assertFreshlyAuthenticated, MAX_AGE_MINUTES } from '../../../platform/fresh-authentication.ts';
import type { Work } from '../../../platform/work.ts';
import { listEmails } from '../../identity/index.ts';
import { hasSecond, readFourEyes, thresholdInForce, whyOff } from '../../wallet/index.ts';
import { countOpen } from './approval-requests.ts';
import { changeThreshold } from './carry-out.ts';

/** The rule itself is security: who changes it has proved more lately who they are than for money. Throws REAUTHENTICATION_REQUIRED. */
export function assertFreshFor({ actor, now }: Work, kind: ApprovalKind): void {
  if (kind === 'threshold' && actor.role !== 'system')
    assertFreshlyAuthenticated(actor, now, MAX_AGE_MINUTES.security);
}

/** The rule, who could second, and what waits, for this admin. */
export async function getFourEyes(tx: Tx, userId: string, now: Date): Promise<FourEyes> {
  const rule = await readFourEyes(tx, now);
  const { changedBy } = rule;
  const emails = await listEmails(tx, changedBy === null ? [] : [changedBy]);
  const { pending, ofOthers } = await countOpen(tx, userId, now);
  return {
    active: whyOff(rule, userId) === null,
    whyOff: whyOff(rule, userId),
    hasSecond: hasSecond(rule, userId),
    thresholdUsd: onWire(rule.thresholdUsd),
    depositThresholdUsd: onWire(rule.depositThresholdUsd),
    changedAt: rule.changedAt.toISOString(),
    changedBy:
      changedBy === null ? null : { userId: changedBy, email: emails.get(changedBy) ?? DELETED_ACCOUNT },
    admins: rule.admins.map(({ id: userId, email, canAct, tooNew, adminField }) => ({
      userId,
      email,
      adminField,
      canAct,
      tooNew,
    })),
    pending,
    // Nothing waits for who may not approve, or not yet.
    pendingForMe: rule.admins.some(
      ({ id, adminField, tooNew }) => id === userId && adminField === 'all' && !tooNew,
    )
      ? ofOthers
      : 0,
  };
}

const onWire = (amount: Micros | null): string | null => (amount === null ? null : toWire(amount));

/**
 * Changes a threshold where one admin alone may: while it is off, or for want of a second admin.
 * Throws SECOND_ADMIN_REQUIRED while it is in force, and THRESHOLD_UNCHANGED.
 */
export async function setThreshold(
  work: Work,
  input: { of: ThresholdOf; thresholdUsd: string | null; reason: string },
): Promise<FourEyes> {
  const { actor, tx, now } = work;
  // Only people change it; the operation is for admins.
  if (actor.userId === null) throw DomainError.of('FORBIDDEN');
  const present = thresholdInForce(await readFourEyes(tx, now, 'update'), input.of, actor.userId);
  if (present !== null) throw DomainError.of('SECOND_ADMIN_REQUIRED', { thresholdUsd: toWire(present) });
  await changeThreshold(work, input);
  return getFourEyes(tx, actor.userId, now);
}
