import { randomBytes, randomInt } from 'node:crypto';
import { createAuthEndpoint, createAuthMiddleware } from '@better-auth/core/api';
import { APIError } from '@better-auth/core/error';
import { createOTP } from '@better-auth/utils/otp';
import { DomainError } from '@botdepot/contract';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { expireCookie } from 'better-auth/cookies';
import { symmetricDecrypt } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../../platform/database.ts';
import { twoFactors, users } from '../identity.schema.ts';

/** A user's authenticator app and backup codes, encrypted as Better Auth stores them; undefined when none was ever set up. */
async function findSecondFactor(
  tx: Tx,
  userId: string,
): Promise<{ secret: string; backupCodes: string } | undefined> {
  const [row] = await tx
    .select({ secret: twoFactors.secret, backupCodes: twoFactors.backupCodes })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  return row;
}

/**
 * Marks the code of a time step as used. False when this code or a later one was used before: of two requests with the
 * same code one wins (RFC 6238, section 5.2).
 */
async function claimTotpStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const claimed = await tx
    .update(twoFactors)
    .set({ lastUsedStep: step })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastUsedStep, step)))
    .returning({ id: twoFactors.id });
  return claimed.length > 0;
}

/** Whether the authenticator app was set up, or its secret replaced, after `than`. */
export async function isSecondFactorNewer(tx: Tx, userId: string, than: Date): Promise<boolean> {
  const newer = await tx
    .select({ id: twoFactors.id })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), gt(twoFactors.setUpAt, than)));
  return newer.length > 0;
}

/** As if it had never been set up. False where it was not switched on. */
export async function deleteSecondFactor(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const switchedOff = await tx
    .update(users)
    .set({ twoFactorEnabled: false, updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.twoFactorEnabled, true)))
    .returning({ id: users.id });
  // One that was begun and not confirmed is none yet.
  if (switchedOff.length > 0) await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
  return switchedOff.length > 0;
}

/** RFC 6238 as authenticator apps expect it. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** The library takes the code of the step before and after, for clocks that are a little off. */
const STEPS_OFF = 1;
/** Between the right password and the code. */
const CHALLENGE_SECONDS = 10 * 60;
export const BACKUP_CODES = 10;
const BACKUP_CODE_HALF = 5;
/** Without letters and digits that look alike: the codes are copied from paper. Ten of them are 49 bits. */
const BACKUP_CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CHALLENGE_COOKIE = 'two_factor';

/**
 * Better Auth's second factor, where a device is never trusted (the gate refuses the field) and attempts are counted by
 * the gate, before they are made. The library's own lock counts afterwards, which parallel attempts overtake.
 */
export function secondFactor(issuer: string) {
  return twoFactor({
    issuer,
    totpOptions: { digits: DIGITS, period: PERIOD_SECONDS },
    backupCodeOptions: { customBackupCodesGenerate: newBackupCodes },
    twoFactorCookieMaxAge: CHALLENGE_SECONDS,
    accountLockout: { enabled: false },
  });
}

function newBackupCodes(): string[] {
  const half = () =>
    Array.from({ length: BACKUP_CODE_HALF }, () =>
      BACKUP_CODE_LETTERS.charAt(randomInt(BACKUP_CODE_LETTERS.length)),
    ).join('');
  return Array.from({ length: BACKUP_CODES }, () => `${half()}-${half()}`);
}

/**
 * What the library's second factor leaves out: a code counts once, one that was encrypted with another secret than the
 * installation's is no fault of whoever gives the code, and a backup code that was used is told.
 */
export function secondFactorRules(deps: {
  database: Database;
  log: Logger;
  onBackupCodeUsed: (person: { id: string; email: string }, left: number) => void;
}) {
  const { database, log } = deps;
  async function decrypt(ctx: GenericEndpointContext, userId: string, data: string): Promise<string> {
    return symmetricDecrypt({ key: ctx.context.secretConfig, data }).catch(() => {
      log.error({ userId }, 'a second factor was set up under another AUTH_SECRET');
      throw DomainError.of('SECOND_FACTOR_UNREADABLE');
    });
  }
  return {
    id: 'second-factor-rules',
    endpoints: {
      /** Whose password was right while the code is still to come; null for anybody else. Not reachable over HTTP. */
      findChallengedUser: createAuthEndpoint.serverOnly(
        { method: 'GET', requireHeaders: true },
        async (ctx): Promise<{ userId: string; email: string } | null> => {
          const user = await challengedUser(ctx);
          return user && { userId: user.id, email: user.email };
        },
      ),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) =>
            path === '/two-factor/verify-totp' || path === '/two-factor/verify-backup-code',
          handler: createAuthMiddleware(async (ctx) => {
            const userId = (await sessionUserId(ctx)) ?? (await challengedUser(ctx))?.id;
            const code: unknown = ctx.body?.code;
            if (userId === undefined || typeof code !== 'string') return;
            const encrypted = await findSecondFactor(database.db, userId);
            if (!encrypted) return;
            if (ctx.path === '/two-factor/verify-backup-code') {
              await decrypt(ctx, userId, encrypted.backupCodes);
              return;
            }
            const step = await stepOf(await decrypt(ctx, userId, encrypted.secret), code);
            // A wrong code is refused by the library itself.
            if (step === null || (await claimTotpStep(database.db, userId, step))) return;
            throw APIError.from('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' });
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/two-factor/verify-backup-code',
          handler: createAuthMiddleware(async (ctx) => {
            const { newSession, session, returned } = ctx.context;
            const person = (newSession ?? session)?.user;
            if (!person || isAPIError(returned)) return;
            const stored = await findSecondFactor(database.db, person.id);
            if (!stored) return;
            const codes: unknown[] = JSON.parse(await decrypt(ctx, person.id, stored.backupCodes));
            deps.onBackupCodeUsed(person, codes.length);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

export async function sessionUserId(ctx: GenericEndpointContext): Promise<string | undefined> {
  const { name } = ctx.context.authCookies.sessionToken;
  const token = await ctx.getSignedCookie(name, ctx.context.secret);
  const found = token ? await ctx.context.internalAdapter.findSession(token) : null;
  return found && found.session.expiresAt > new Date() ? found.user.id : undefined;
}

export async function challengedUser(
  ctx: GenericEndpointContext,
): Promise<{ id: string; email: string } | null> {
  const { name } = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
  const identifier = await ctx.getSignedCookie(name, ctx.context.secret);
  const challenge = identifier ? await ctx.context.internalAdapter.findVerificationValue(identifier) : null;
  return challenge ? await ctx.context.internalAdapter.findUserById(challenge.value) : null;
}

/** Asks for the code as after a right password: for logins that the library asks no code for. */
export async function startChallenge(ctx: GenericEndpointContext, userId: string): Promise<void> {
  const { internalAdapter, createAuthCookie, secret } = ctx.context;
  const cookie = createAuthCookie(CHALLENGE_COOKIE, { maxAge: CHALLENGE_SECONDS });
  const identifier = `2fa-${randomBytes(20).toString('hex')}`;
  const expiresAt = new Date(Date.now() + CHALLENGE_SECONDS * 1000);
  await internalAdapter.createVerificationValue({ value: userId, identifier, expiresAt });
  // The library counts the attempts of this login here.
  await internalAdapter.createVerificationValue({
    value: '0',
    identifier: `2fa-attempts-${identifier}`,
    expiresAt,
  });
  await ctx.setSignedCookie(cookie.name, identifier, secret, cookie.attributes);
}

/** The code is no longer waited for: another way has proved who it is. */
export async function endChallenge(ctx: GenericEndpointContext): Promise<void> {
  const cookie = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
  const identifier = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
  if (!identifier) return;
  expireCookie(ctx, cookie);
  await ctx.context.internalAdapter.deleteVerificationByIdentifier(identifier);
  await ctx.context.internalAdapter.deleteVerificationByIdentifier(`2fa-attempts-${identifier}`);
}

/** The step of 30 seconds that a code belongs to, or null for a wrong code. By the clock that the library judges with. */
async function stepOf(secret: string, code: string): Promise<number | null> {
  const now = Math.floor(Date.now() / (PERIOD_SECONDS * 1000));
  const otp = createOTP(secret, { digits: DIGITS, period: PERIOD_SECONDS });
  for (let step = now + STEPS_OFF; step >= now - STEPS_OFF; step -= 1)
    if ((await otp.hotp(step)) === code) return step;
  return null;
}
