import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { requestClaims } from './request-claim.schema.ts';

export type ClaimRow = typeof requestClaims.$inferSelect;

export async function findClaim(tx: Tx, requestId: string): Promise<ClaimRow | undefined> {
  const [row] = await tx.select().from(requestClaims).where(eq(requestClaims.requestId, requestId));
  return row;
}

export async function listClaims(tx: Tx, requestIds: readonly string[]): Promise<ClaimRow[]> {
  if (requestIds.length === 0) return [];
  return tx
    .select()
    .from(requestClaims)
    .where(inArray(requestClaims.requestId, [...requestIds]));
}

/** Puts the claim in the place of whichever there was. */
export async function putClaim(tx: Tx, claim: ClaimRow): Promise<void> {
  const { requestId, ...values } = claim;
  await tx
    .insert(requestClaims)
    .values({ requestId, ...values })
    .onConflictDoUpdate({ target: requestClaims.requestId, set: values });
}

/** Ends the claim and returns it. With `claimedBy` only if it is theirs. */
export async function deleteClaim(
  tx: Tx,
  requestId: string,
  claimedBy?: string,
): Promise<ClaimRow | undefined> {
  const [row] = await tx
    .delete(requestClaims)
    .where(
      and(
        eq(requestClaims.requestId, requestId),
        claimedBy === undefined ? undefined : eq(requestClaims.claimedBy, claimedBy),
      ),
    )
    .returning();
  return row;
}

/** Forgets claims whose time was over before `before`. */
export async function deleteExpiredClaims(tx: Tx, before: Date): Promise<void> {
  await tx.delete(requestClaims).where(lt(requestClaims.expiresAt, before));
}
