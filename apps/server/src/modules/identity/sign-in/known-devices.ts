import { createHmac } from 'node:crypto';
import { deviceName } from '@botdepot/contract';
import { and, eq, lt, sql } from 'drizzle-orm';
import { networkOf } from '../../../platform/client-address.ts';
import type { Tx } from '../../../platform/database.ts';
import { knownDevices } from '../identity.schema.ts';

/**
 * What a device in a network is recognised by: the browser and system without their versions, so that an update is no new
 * device. Keyed, so that nobody can look up who was where.
 */
export function markOf(
  secret: string,
  userId: string,
  { userAgent, address }: { userAgent: string | null; address: string | null },
): string {
  return createHmac('sha256', `known devices ${secret}`)
    .update([userId, deviceName(userAgent), address === null ? '' : networkOf(address)].join('\n'))
    .digest('base64url');
}

/** Keeps a mark with the time, and says whether it is the account's `first`, `known`, or `new` beside others. */
export async function rememberDevice(
  tx: Tx,
  { userId, mark, at }: { userId: string; mark: string; at: Date },
): Promise<'first' | 'known' | 'new'> {
  const [row] = await tx
    .insert(knownDevices)
    .values({ userId, mark, firstSeenAt: at, lastSeenAt: at })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.mark], set: { lastSeenAt: at } })
    .returning({
      // A row that was inserted has not been changed by anybody.
      isNew: sql<boolean>`xmax = 0`,
      // A statement does not see the row that it inserts.
      hadOthers: sql<boolean>`EXISTS (SELECT FROM ${knownDevices} other WHERE other.user_id = ${userId})`,
    });
  if (!row?.isNew) return 'known';
  return row.hadOthers ? 'new' : 'first';
}

/** Whether this account was used from there. For no account it asks the same, so that the time does not tell. */
export async function isKnownDevice(
  tx: Tx,
  { userId, mark }: { userId: string; mark: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ at: knownDevices.lastSeenAt })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.mark, mark)));
  return row !== undefined;
}

/**
 * When the newest device of each was first seen, of those since then that were new beside others; who has none is absent. The
 * first device of an account is no news.
 */
export async function readNewDevices(
  tx: Tx,
  userIds: readonly string[],
  since: Date,
): Promise<Map<string, Date>> {
  const { rows } = await tx.$client.query<{ user_id: string; newest: Date }>(
    `SELECT d.user_id, max(d.first_seen_at) AS newest FROM auth_known_devices d
     WHERE d.user_id = ANY($1::uuid[]) AND d.first_seen_at >= $2 AND EXISTS (
       SELECT FROM auth_known_devices o
       WHERE o.user_id = d.user_id AND (o.first_seen_at IS NULL OR o.first_seen_at < d.first_seen_at))
     GROUP BY d.user_id`,
    [userIds, since],
  );
  return new Map(rows.map(({ user_id, newest }) => [user_id, newest]));
}

/** Forgets devices that were last used before `before`. */
export async function deleteForgottenDevices(tx: Tx, before: Date): Promise<void> {
  await tx.delete(knownDevices).where(lt(knownDevices.lastSeenAt, before));
}
