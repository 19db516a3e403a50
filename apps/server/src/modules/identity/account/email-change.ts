import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createAuthEndpoint } from '@better-auth/core/api';
import { APIError } from '@better-auth/core/error';
import type { BetterAuthPlugin } from 'better-auth';
import { sensitiveSessionMiddleware } from 'better-auth/api';
import { and, eq, gt, gte, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { writeAudit } from '../../../platform/audit.ts';
import { type Database, isUniqueViolation, type Tx } from '../../../platform/database.ts';
import type { LiveBus } from '../../../platform/live-bus.ts';
import { linksWork, type Mail } from '../../../platform/mail/mail.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import { type Clock, createWorkRunner, newId, systemActor, type Work } from '../../../platform/work.ts';
import { emailChangeMail, emailTakenMail, emailUndoMail } from '../auth/auth-mails.ts';
import { emailReversals, users, verifications } from '../identity.schema.ts';
import { findUserById } from '../identity.store.ts';
import { deleteSecondFactor, isSecondFactorNewer } from '../sign-in/second-factor.ts';
import { deleteWaysIn, emailChangeIdentifier, endAllUnderWay, holdSession, lockUser } from './account.ts';

const EMAIL_CHANGE_LINK_MS = 60 * 60_000;
/** Long enough for a weekend away. */
const EMAIL_UNDO_MS = 72 * 60 * 60_000;

/** A second factor that is younger when the address changes may be a thief's, who prepares what comes next. */
const SECOND_FACTOR_TRUSTED_AFTER_MS = 72 * 60 * 60_000;

const TOKEN_BYTES = 32;

/** One change at a time per user: a new request replaces the one before. */
const identifierOf = emailChangeIdentifier;
const pendingChange = z.object({ email: z.string(), hash: z.string() });

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Keeps the wish for another address and returns the token that confirms it. Whether somebody else has the address already
 * (`isTaken`) changes nothing of the work, so that neither the answer nor its time tells. Null when the session has just
 * ended: a new password ends it first and then all wishes, so that none slips in between.
 */
async function beginEmailChange(
  tx: Tx,
  input: { userId: string; sessionId: string; email: string; now: Date },
): Promise<{ token: string; isTaken: boolean } | null> {
  const { userId, sessionId, email, now } = input;
  if (!(await holdSession(tx, sessionId))) return null;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx.delete(verifications).where(eq(verifications.identifier, identifierOf(userId)));
  await tx.insert(verifications).values({
    identifier: identifierOf(userId),
    value: JSON.stringify({ email, hash: hashOf(token) }),
    expiresAt: new Date(now.getTime() + EMAIL_CHANGE_LINK_MS),
    createdAt: now,
    updatedAt: now,
  });
  return { token, isTaken: await isEmailTaken(tx, email, userId) };
}

/** The address that this token would give the account; null when it would give none. Changes nothing. */
async function describeEmailChange(
  tx: Tx,
  input: { userId: string; token: string; now: Date },
): Promise<string | null> {
  return (await findPending(tx, input))?.email ?? null;
}

/**
 * Gives the actor the address that the token was sent to, and ends all other sessions and every other link under way. The
 * token works once, only for who asked for it, and only until it expires; null when it does not. For 72 hours the token of
 * `undo` puts the old address back.
 */
async function confirmEmailChange(
  work: Work,
  input: { userId: string; sessionId: string; token: string },
): Promise<{ oldEmail: string; endedSessions: string[]; undo: string } | null> {
  const { tx, now } = work;
  const { userId, sessionId, token } = input;
  const user = await lockUser(tx, userId);
  const pending = user && (await findPending(tx, { userId, token, now }));
  if (!user || !pending) return null;
  await tx
    .update(users)
    .set({ email: pending.email, emailVerified: true, updatedAt: now })
    .where(eq(users.id, userId));
  const undo = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx.insert(emailReversals).values({
    userId,
    email: user.email,
    tokenHash: hashOf(undo),
    changedAt: now,
    expiresAt: new Date(now.getTime() + EMAIL_UNDO_MS),
  });
  const endedSessions = await endAllUnderWay(tx, user, { exceptFor: sessionId });
  await writeAudit(work, { action: 'user.email_changed', subject: 'user', subjectId: userId });
  return { oldEmail: user.email, endedSessions, undo };
}

async function findPending(
  tx: Tx,
  { userId, token, now }: { userId: string; token: string; now: Date },
): Promise<{ email: string } | null> {
  const [row] = await tx
    .select()
    .from(verifications)
    .where(eq(verifications.identifier, identifierOf(userId)));
  if (!row || row.expiresAt <= now) return null;
  const pending = pendingChange.parse(JSON.parse(row.value));
  return timingSafeEqual(Buffer.from(pending.hash), Buffer.from(hashOf(token))) ? pending : null;
}

/** The old address that this token would put back; null when it would none. Changes nothing. */
async function describeEmailUndo(
  tx: Tx,
  { token, now }: { token: string; now: Date },
): Promise<string | null> {
  return (await findReversal(tx, token, now))?.email ?? null;
}

/**
 * Puts the old address back for whoever reads it, and leaves nothing to somebody who may have taken the account: no session,
 * password, passkey or connected login, nothing under way, and no second factor that was set up or replaced later than 72 hours
 * before the change. An older one stays: somebody who has stolen a mailbox alone does not come in. Changes that came after this one can no
 * longer be undone by anybody. Null for a token that does not work, or no longer.
 */
async function undoEmailChange(
  work: Work,
  { token }: { token: string },
): Promise<{ userId: string; email: string; leftEmail: string } | null> {
  const { tx, now } = work;
  const found = await findReversal(tx, token, now);
  const user = found && (await lockUser(tx, found.userId));
  // Another undo may have come first while this one waited for the user.
  const reversal = user && (await findReversal(tx, token, now));
  if (!user || !reversal) return null;
  const { id: userId } = user;
  await tx
    .update(users)
    .set({ email: reversal.email, emailVerified: true, updatedAt: now })
    .where(eq(users.id, userId));
  await tx
    .delete(emailReversals)
    .where(and(eq(emailReversals.userId, userId), gte(emailReversals.changedAt, reversal.changedAt)));
  await deleteWaysIn(tx, userId);
  const trustedUntil = new Date(reversal.changedAt.getTime() - SECOND_FACTOR_TRUSTED_AFTER_MS);
  if (await isSecondFactorNewer(tx, userId, trustedUntil)) await deleteSecondFactor(tx, userId, now);
  await endAllUnderWay(tx, user);
  await writeAudit(work, { action: 'user.email_change_undone', subject: 'user', subjectId: userId });
  return { userId, email: reversal.email, leftEmail: user.email };
}

async function findReversal(tx: Tx, token: string, now: Date) {
  const [row] = await tx
    .select()
    .from(emailReversals)
    .where(and(eq(emailReversals.tokenHash, hashOf(token)), gt(emailReversals.expiresAt, now)));
  return row ?? null;
}

/** Whether the account's address was changed so lately that somebody can still undo it. */
export async function canUndoEmailChange(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const [row] = await tx
    .select({ id: emailReversals.id })
    .from(emailReversals)
    .where(and(eq(emailReversals.userId, userId), gt(emailReversals.expiresAt, now)))
    .limit(1);
  return row !== undefined;
}

/** Forgets old addresses that nobody can put back any more; others may have them again. */
export async function deleteExpiredReversals(tx: Tx, now: Date): Promise<void> {
  await tx.delete(emailReversals).where(lte(emailReversals.expiresAt, now));
}

/** Whether somebody has this address, or can put it back; not counting what `exceptFor` themselves can. */
export async function isEmailTaken(tx: Tx, email: string, exceptFor: string | null = null): Promise<boolean> {
  const [row] = await tx
    .select({
      isTaken: sql<boolean>`EXISTS (SELECT FROM ${users} WHERE ${users.email} = ${email})
        OR EXISTS (SELECT FROM ${emailReversals}
          WHERE ${emailReversals.email} = ${email} AND ${emailReversals.userId} IS DISTINCT FROM ${exceptFor}::uuid)`,
    })
    .from(sql`(SELECT 1) once`);
  return row?.isTaken === true;
}

/** Somebody else got the address while its confirmation was under way. */
const isTakenMeanwhile = isUniqueViolation;

/**
 * The page that takes the token from the message and names the address; a button there confirms it. It asks for a login first
 * where there is no session.
 */
const CONFIRM_PAGE = '/profile';
const TOKEN_PARAMETER = 'neue-adresse';
/** For whoever reads the old address, signed in or not. */
const UNDO_PAGE = '/adresse-zurueck';

type EmailChangeDeps = {
  database: Database;
  bus: LiveBus;
  clock: Clock;
  mail: Mail;
  outbox: Outbox;
  baseUrl: string;
  brandName: string;
  /** With the address that the account had until now. */
  onChanged: (user: { id: string; email: string }) => void;
  /** With the address that it had until the change was undone. */
  onUndone: (user: { id: string; email: string }) => void;
  /** Lets whoever reads this address choose a new password. */
  sendResetLink: (email: string) => void;
};

/**
 * Another e-mail address, in two steps. The library's own way has tokens that work again and again until they expire, starts
 * a session for whoever opens the link, and tells nobody; here the token works once, for the session's own account, and
 * the old address hears of it and can undo it. Freshness and limits are the gate's.
 */
export function emailChange(deps: EmailChangeDeps) {
  const { brandName, outbox } = deps;
  const runWork = createWorkRunner(deps);
  return {
    id: 'email-change',
    endpoints: {
      requestEmailChange: createAuthEndpoint(
        '/request-email-change',
        { method: 'POST', body: z.object({ email: z.string() }), use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          if (!linksWork(deps.mail)) throw refusal('EMAIL_CHANGE_UNAVAILABLE');
          const to = ctx.body.email;
          if (to === user.email) throw refusal('EMAIL_UNCHANGED');
          const begun = await deps.database.transaction((tx) =>
            beginEmailChange(tx, {
              userId: user.id,
              sessionId: session.id,
              email: to,
              now: deps.clock.now(),
            }),
          );
          if (begun === null) throw APIError.from('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'ended' });
          const { token, isTaken } = begun;
          const url = new URL(isTaken ? '/login' : CONFIRM_PAGE, deps.baseUrl);
          if (!isTaken) url.searchParams.set(TOKEN_PARAMETER, token);
          const letter = { brandName, to, url: url.href };
          outbox.send(isTaken ? emailTakenMail(letter) : emailChangeMail(letter));
          return ctx.json({ status: true });
        },
      ),
      describeEmailChange: createAuthEndpoint(
        '/describe-email-change',
        { method: 'POST', body: z.object({ token: z.string() }), use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const email = await describeEmailChange(deps.database.db, {
            userId: ctx.context.session.user.id,
            token: ctx.body.token,
            now: deps.clock.now(),
          });
          if (email === null) throw refusal('EMAIL_CHANGE_LINK_INVALID');
          return ctx.json({ email });
        },
      ),
      confirmEmailChange: createAuthEndpoint(
        '/confirm-email-change',
        { method: 'POST', body: z.object({ token: z.string() }), use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const known = await findUserById(deps.database.db, user.id);
          if (!known) throw refusal('EMAIL_CHANGE_LINK_INVALID');
          const actor = {
            role: known.role,
            adminField: known.adminField,
            userId: user.id,
            sessionId: session.id,
            authenticatedAt: session.createdAt,
            hasSecondFactor: known.twoFactorEnabled,
            requestId: newId(),
          };
          const changed = await runWork(actor, (work) =>
            confirmEmailChange(work, { userId: user.id, sessionId: session.id, token: ctx.body.token }),
          ).catch((error: unknown) => {
            throw isTakenMeanwhile(error) ? refusal('EMAIL_CHANGE_TAKEN') : error;
          });
          if (changed === null) throw refusal('EMAIL_CHANGE_LINK_INVALID');
          for (const sessionId of changed.endedSessions)
            deps.bus.publishHint({ to: 'sessions', userId: user.id, sessionId });
          deps.onChanged({ id: user.id, email: changed.oldEmail });
          const url = new URL(UNDO_PAGE, deps.baseUrl);
          url.searchParams.set('token', changed.undo);
          // Not by the queue of mails: it lies in every backup, and in the download of whoever has the account.
          outbox.send(emailUndoMail({ brandName, to: changed.oldEmail, url: url.href }));
          return ctx.json({ status: true });
        },
      ),
      describeEmailUndo: createAuthEndpoint(
        '/describe-email-undo',
        { method: 'POST', body: z.object({ token: z.string() }) },
        async (ctx) => {
          const email = await describeEmailUndo(deps.database.db, {
            token: ctx.body.token,
            now: deps.clock.now(),
          });
          if (email === null) throw refusal('EMAIL_UNDO_LINK_INVALID');
          return ctx.json({ email });
        },
      ),
      undoEmailChange: createAuthEndpoint(
        '/undo-email-change',
        { method: 'POST', body: z.object({ token: z.string() }) },
        async (ctx) => {
          const undone = await runWork(systemActor(newId()), (work) => undoEmailChange(work, ctx.body));
          if (undone === null) throw refusal('EMAIL_UNDO_LINK_INVALID');
          deps.bus.publishHint({ to: 'sessions', userId: undone.userId });
          deps.onUndone({ id: undone.userId, email: undone.leftEmail });
          deps.sendResetLink(undone.email);
          return ctx.json({ status: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function refusal(code: string): APIError {
  return APIError.from('BAD_REQUEST', { code, message: code });
}
