import {
  DomainError,
  REQUEST_CLAIM,
  type RequestClaim,
  type RequestDecision,
  type RequestKind,
} from '@botdepot/contract';
import { and, eq, inArray, lt } from 'drizzle-orm';
import { writeAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import { personOf, type Work } from '../../platform/work.ts';
import { listAdmins } from '../identity/index.ts';
import { lockDeposit } from './deposits.ts';
import { readDecision } from './requests.ts';
import { requestClaims } from './wallet.schema.ts';
import { lockWithdrawal } from './withdrawals.ts';

type ClaimRow = typeof requestClaims.$inferSelect;

async function findClaim(tx: Tx, requestId: string): Promise<ClaimRow | undefined> {
  const [row] = await tx.select().from(requestClaims).where(eq(requestClaims.requestId, requestId));
  return row;
}

async function listClaims(tx: Tx, requestIds: readonly string[]): Promise<ClaimRow[]> {
  if (requestIds.length === 0) return [];
  return tx
    .select()
    .from(requestClaims)
    .where(inArray(requestClaims.requestId, [...requestIds]));
}

/** Puts the claim in the place of whichever there was. */
async function putClaim(tx: Tx, claim: ClaimRow): Promise<void> {
  const { requestId, ...values } = claim;
  await tx
    .insert(requestClaims)
    .values({ requestId, ...values })
    .onConflictDoUpdate({ target: requestClaims.requestId, set: values });
}

/** Ends the claim and returns it. With `claimedBy` only if it is theirs. */
async function deleteClaim(tx: Tx, requestId: string, claimedBy?: string): Promise<ClaimRow | undefined> {
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

const MINUTE_MS = 60_000;

type Wanted = { kind: RequestKind; id: string };

/**
 * Takes a pending request into work for some minutes, or longer if it is in work with the same admin already. When
 * somebody else works on it, it stays with them, and the answer says who they are, unless it is taken over. Locks the
 * request, so that a decision comes before or after; of what is decided by then, the answer says how.
 *
 * Throws DEPOSIT_NOT_FOUND, WITHDRAWAL_NOT_FOUND, OWN_REQUEST.
 */
export async function claimRequest(
  work: Work,
  input: Wanted & { takeOver: boolean },
): Promise<{ claim: RequestClaim | null; decision: RequestDecision | null }> {
  const { tx, now } = work;
  const actorId = personOf(work);
  const row = await lockRequest(tx, input);
  if (!row) throw DomainError.of(input.kind === 'deposit' ? 'DEPOSIT_NOT_FOUND' : 'WITHDRAWAL_NOT_FOUND');
  if (row.userId === actorId) throw DomainError.of('OWN_REQUEST');
  const decision = await readDecision(work, row);
  if (decision) return { claim: null, decision };

  const held = await findClaim(tx, input.id);
  const names = await readNames(tx);
  const present = held && presentClaim(held, names, now);
  if (present && present.userId !== actorId && !input.takeOver) return { claim: present, decision: null };
  const isRenewal = present?.userId === actorId;
  const claim: ClaimRow = {
    requestId: input.id,
    claimedBy: actorId,
    claimedAt: isRenewal && held ? held.claimedAt : now,
    expiresAt: new Date(now.getTime() + REQUEST_CLAIM.minutes * MINUTE_MS),
  };
  await putClaim(tx, claim);
  if (!isRenewal)
    await writeAudit(work, {
      action: present ? 'request.take_over' : 'request.claim',
      subject: input.kind,
      subjectId: input.id,
      ...(present && { before: { claimedBy: present.userId } }),
      after: { claimedBy: actorId },
    });
  work.hintAdmins('claims');
  return { claim: { ...timesOf(claim), userId: actorId, name: names.get(actorId) ?? '' }, decision: null };
}

/** Ends the actor's own claim; somebody else's stays. */
export async function releaseRequest(work: Work, input: { id: string }): Promise<{ released: boolean }> {
  const released = (await deleteClaim(work.tx, input.id, personOf(work))) !== undefined;
  if (released) work.hintAdmins('claims');
  return { released };
}

/**
 * Comes before every decision, in its transaction: ends the claim on a request that can be decided on. What else stands
 * in the way of the decision, the decision says itself. Locks the request.
 *
 * Throws REQUEST_CLAIMED while somebody else works on it.
 */
export async function endClaim(work: Work, input: Wanted): Promise<void> {
  const actorId = personOf(work);
  const row = await lockRequest(work.tx, input);
  if (row?.status !== 'pending' || row.userId === actorId) return;
  const held = await deleteClaim(work.tx, input.id);
  if (!held || held.claimedBy === actorId) return;
  const present = presentClaim(held, await readNames(work.tx), work.now);
  if (present) throw DomainError.of('REQUEST_CLAIMED', { by: present.name });
}

/** Who works on these requests, by their id. */
export async function readClaims(
  tx: Tx,
  requestIds: readonly string[],
  now: Date,
): Promise<Map<string, RequestClaim>> {
  const rows = await listClaims(tx, requestIds);
  const names = rows.length === 0 ? new Map<string, string>() : await readNames(tx);
  const claims = new Map<string, RequestClaim>();
  for (const row of rows) {
    const claim = presentClaim(row, names, now);
    if (claim) claims.set(row.requestId, claim);
  }
  return claims;
}

function lockRequest(tx: Tx, { kind, id }: Wanted) {
  return kind === 'deposit' ? lockDeposit(tx, id) : lockWithdrawal(tx, id);
}

/** Null when it is over, or when whoever had it is no admin any more. */
function presentClaim(row: ClaimRow, names: ReadonlyMap<string, string>, now: Date): RequestClaim | null {
  const name = names.get(row.claimedBy);
  if (name === undefined || row.expiresAt <= now) return null;
  return { ...timesOf(row), userId: row.claimedBy, name };
}

const timesOf = (row: ClaimRow) => ({
  since: row.claimedAt.toISOString(),
  until: row.expiresAt.toISOString(),
});

/** What colleagues call the admins, by id. */
async function readNames(tx: Tx): Promise<Map<string, string>> {
  const admins = await listAdmins(tx);
  return new Map(admins.map(({ id, name, email }) => [id, name || email]));
}
