import { createHash } from 'node:crypto';
import { eq, gt, lt, or, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { rateLimits } from './platform.schema.ts';
import type { Clock } from './work.ts';

/** At most `max` attempts within a window of `windowMs` that starts with the first of them. */
export type RateLimit = { max: number; windowMs: number };

export type RateLimiter = {
  /**
   * Counts one attempt under `key` before it is made, so that parallel attempts cannot overtake the limit. Returns 0
   * when it may go ahead, otherwise the milliseconds until the next one may.
   */
  consume(key: RateLimitKey, limit: RateLimit): Promise<number>;
  /** Takes one attempt back: it turned out to be none that the limit is meant for. */
  refund(key: RateLimitKey): Promise<void>;
  /** Forgets the attempts of `key`. */
  reset(key: RateLimitKey): Promise<void>;
};

/** What is counted (`sign-in`) and for whom (an e-mail address, a network). */
export type RateLimitKey = { purpose: string; subject: string };

/** Replicas' clocks differ by less. What began later than this was counted by a clock that has been set back since. */
export const MOST_AHEAD_MS = 5 * 60_000;

const latestStart = (now: Date): Date => new Date(now.getTime() + MOST_AHEAD_MS);

/** Counts in the database, so that replicas share the counters and a restart does not clear them. */
export function createRateLimiter(deps: { database: Database; clock: Clock }): RateLimiter {
  const { db } = deps.database;
  return {
    async consume(key, limit) {
      const now = deps.clock.now();
      const oldest = new Date(now.getTime() - limit.windowMs);
      const isOver = sql`(${rateLimits.windowStartedAt} <= ${oldest.toISOString()}::timestamptz
        or ${rateLimits.windowStartedAt} > ${latestStart(now).toISOString()}::timestamptz)`;
      const [row] = await db
        .insert(rateLimits)
        .values({ key: storedKey(key), count: 1, windowStartedAt: now })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            // Capped, so that somebody who never stops cannot overflow the counter.
            count: sql`case when ${isOver} then 1 else least(${rateLimits.count} + 1, ${limit.max + 1}) end`,
            windowStartedAt: sql`case when ${isOver} then excluded.window_started_at else ${rateLimits.windowStartedAt} end`,
          },
        })
        .returning({ count: rateLimits.count, windowStartedAt: rateLimits.windowStartedAt });
      if (!row || row.count <= limit.max) return 0;
      return Math.max(1, row.windowStartedAt.getTime() + limit.windowMs - now.getTime());
    },
    async refund(key) {
      await db
        .update(rateLimits)
        .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
        .where(eq(rateLimits.key, storedKey(key)));
    },
    async reset(key) {
      await db.delete(rateLimits).where(eq(rateLimits.key, storedKey(key)));
    },
  };
}

/** Deletes counters that no limit needs any more: of windows that are over, since they began before this or never did. */
export async function deleteOldRateLimits(
  database: Database,
  { startedBefore, now }: { startedBefore: Date; now: Date },
): Promise<void> {
  await database.db
    .delete(rateLimits)
    .where(
      or(lt(rateLimits.windowStartedAt, startedBefore), gt(rateLimits.windowStartedAt, latestStart(now))),
    );
}

/** Addresses are counted, not collected: the table holds digests of one length. */
function storedKey({ purpose, subject }: RateLimitKey): string {
  return `${purpose}:${createHash('sha256').update(subject).digest('base64url')}`;
}
