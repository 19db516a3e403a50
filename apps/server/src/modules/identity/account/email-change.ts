import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { writeAudit } from '../../../platform/audit.ts';
import { isUniqueViolation, type Tx } from '../../../platform/database.ts';
import type { Work } from '../../../platform/work.ts';
import { users, verifications } from '../identity.schema.ts';
import { findUserByEmail } from '../identity.store.ts';
import { deleteOtherSessions, deleteVerificationsOf } from './account.store.ts';

const EMAIL_CHANGE_LINK_MS = 60 * 60_000;

const TOKEN_BYTES = 32;

/** One change at a time per user: a new request replaces the one before. */
const identifierOf = (userId: string): string => `email-change:${userId}`;
const pendingChange = z.object({ email: z.string(), hash: z.string() });

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Keeps the wish for another address and returns the token that confirms it. Whether somebody else has the address already
 * (`isTaken`) changes nothing of the work, so that neither the answer nor its time tells.
 */
export async function beginEmailChange(
  tx: Tx,
  input: { userId: string; email: string; now: Date },
): Promise<{ token: string; isTaken: boolean }> {
  const { userId, email, now } = input;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx.delete(verifications).where(eq(verifications.identifier, identifierOf(userId)));
  await tx.insert(verifications).values({
    identifier: identifierOf(userId),
    value: JSON.stringify({ email, hash: hashOf(token) }),
    expiresAt: new Date(now.getTime() + EMAIL_CHANGE_LINK_MS),
    createdAt: now,
    updatedAt: now,
  });
  return { token, isTaken: (await findUserByEmail(tx, email)) !== null };
}

/**
 * Gives the actor the address that the token was sent to, and ends all other sessions and every other link under way. The
 * token works once, only for who asked for it, and only until it expires; null when it does not.
 */
export async function confirmEmailChange(
  work: Work,
  input: { userId: string; sessionId: string; oldEmail: string; token: string },
): Promise<{ endedSessions: string[] } | null> {
  const { tx, now } = work;
  const { userId, sessionId, oldEmail, token } = input;
  const [row] = await tx
    .select()
    .from(verifications)
    .where(eq(verifications.identifier, identifierOf(userId)))
    .for('update');
  if (!row || row.expiresAt <= now) return null;
  const pending = pendingChange.parse(JSON.parse(row.value));
  if (!timingSafeEqual(Buffer.from(pending.hash), Buffer.from(hashOf(token)))) return null;
  await tx
    .update(users)
    .set({ email: pending.email, emailVerified: true, updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.email, oldEmail)));
  await deleteVerificationsOf(tx, { id: userId, email: oldEmail });
  const endedSessions = await deleteOtherSessions(tx, userId, sessionId);
  await writeAudit(work, { action: 'user.email_changed', subject: 'user', subjectId: userId });
  return { endedSessions };
}

/** Somebody else got the address while its confirmation was under way. */
export const isTakenMeanwhile = isUniqueViolation;
