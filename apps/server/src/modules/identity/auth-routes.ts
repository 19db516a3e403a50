import { z } from 'zod';
import type { RateLimit } from '../../platform/rate-limit.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How often a thing may be tried. Per account it stops guessing one password from many networks, per network it stops
 * trying many accounts from one place.
 */
export type AuthLimits = Record<
  | 'signInPerAccount'
  | 'signInPerNetwork'
  | 'signUpPerNetwork'
  | 'mailPerAccount'
  | 'mailPerNetwork'
  | 'linkPerNetwork'
  | 'passwordPerAccount'
  | 'secondFactorPerAccount',
  RateLimit
>;

export const AUTH_LIMITS: AuthLimits = {
  signInPerAccount: { max: 10, windowMs: 15 * MINUTE_MS },
  signInPerNetwork: { max: 100, windowMs: 15 * MINUTE_MS },
  signUpPerNetwork: { max: 20, windowMs: HOUR_MS },
  mailPerAccount: { max: 5, windowMs: HOUR_MS },
  mailPerNetwork: { max: 50, windowMs: HOUR_MS },
  linkPerNetwork: { max: 60, windowMs: 15 * MINUTE_MS },
  passwordPerAccount: { max: 10, windowMs: 15 * MINUTE_MS },
  // Three of a million codes are right at any moment: who knows the password needs years for an even chance.
  secondFactorPerAccount: { max: 10, windowMs: HOUR_MS },
};

/** The demo runs on one's own machine, where every visitor and every test is the same network. */
export const DEMO_AUTH_LIMITS: AuthLimits = {
  ...AUTH_LIMITS,
  signInPerNetwork: { max: 2_000, windowMs: 15 * MINUTE_MS },
  signUpPerNetwork: { max: 2_000, windowMs: HOUR_MS },
};

/** One counter that a request is counted under. */
export type Counted = {
  limit: keyof AuthLimits;
  /** Whose attempts are counted together: `email` is the one in the body, `account` the one of the session. */
  per: 'network' | 'email' | 'account';
  /** Success forgives: all attempts of the account, or only this one of the network. Otherwise every attempt counts. */
  onSuccess?: 'reset' | 'refund';
};

export type AuthRoute = {
  method: 'GET' | 'POST';
  /** What a POST may carry; anything else is refused. */
  body?: z.ZodType<Record<string, unknown>>;
  counted?: Counted[];
  /** The field that holds a new password; it must not be guessable. */
  newPassword?: 'password' | 'newPassword';
  /** It depends on who asks, by a session or by a login that still waits for its code. */
  asksWho?: boolean;
};

const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
// Better Auth judges the length; this only bounds the work.
const password = z.string().max(1_000);
const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'no control characters');
/** Where a link in a message leads to afterwards: a place on this website. */
const localPath = z.string().max(200).startsWith('/').default('/dashboard');
const nothing = z.strictObject({});

/** As people type them: with spaces, and backup codes in capitals and without the hyphen. */
const totpCode = z
  .string()
  .max(100)
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/));
const backupCode = z
  .string()
  .max(100)
  .transform((code) =>
    code
      .replace(/\s/g, '')
      .toLowerCase()
      .replace(/^([a-z\d]{5})([a-z\d]{5})$/, '$1-$2'),
  )
  .pipe(z.string().min(1));
const onlyPassword = z.strictObject({ password });

/** Who is signed in says the password once more; a session that was left open must not be enough. */
const passwordLimits: Counted[] = [
  { limit: 'signInPerNetwork', per: 'network', onSuccess: 'refund' },
  { limit: 'passwordPerAccount', per: 'account', onSuccess: 'reset' },
];
const secondFactorLimits: Counted[] = [
  { limit: 'signInPerNetwork', per: 'network', onSuccess: 'refund' },
  { limit: 'secondFactorPerAccount', per: 'account', onSuccess: 'reset' },
];

const mailLimits: Counted[] = [
  { limit: 'mailPerNetwork', per: 'network' },
  { limit: 'mailPerAccount', per: 'email' },
];

/**
 * The endpoints of Better Auth that exist here; all others answer 404. Bodies are strict: a sign-up that brings a role
 * is refused, not trimmed.
 */
export const AUTH_ROUTES: Record<string, AuthRoute> = {
  '/sign-up/email': {
    method: 'POST',
    body: z
      .strictObject({
        email,
        password,
        name: name.optional(),
        callbackURL: localPath,
        rememberMe: z.boolean().optional(),
      })
      // The form asks for no name.
      .transform((body) => ({ ...body, name: body.name ?? body.email.slice(0, body.email.indexOf('@')) })),
    newPassword: 'password',
    counted: [
      { limit: 'signUpPerNetwork', per: 'network' },
      { limit: 'mailPerAccount', per: 'email' },
    ],
  },
  '/sign-in/email': {
    method: 'POST',
    body: z.strictObject({ email, password, rememberMe: z.boolean().optional() }),
    counted: [
      { limit: 'signInPerNetwork', per: 'network', onSuccess: 'refund' },
      { limit: 'signInPerAccount', per: 'email', onSuccess: 'reset' },
    ],
  },
  '/sign-out': { method: 'POST', body: nothing },
  '/get-session': { method: 'GET' },
  '/list-sessions': { method: 'GET', asksWho: true },
  '/revoke-session': { method: 'POST', body: z.strictObject({ id: z.uuid() }), asksWho: true },
  '/revoke-sessions': { method: 'POST', body: nothing },
  '/revoke-other-sessions': { method: 'POST', body: nothing },
  '/update-user': { method: 'POST', body: z.strictObject({ name }) },
  '/change-password': {
    method: 'POST',
    body: z.strictObject({
      currentPassword: password,
      newPassword: password,
      revokeOtherSessions: z.boolean().default(true),
    }),
    newPassword: 'newPassword',
    counted: passwordLimits,
    asksWho: true,
  },
  '/two-factor/enable': { method: 'POST', body: onlyPassword, counted: passwordLimits, asksWho: true },
  '/two-factor/disable': { method: 'POST', body: onlyPassword, counted: passwordLimits, asksWho: true },
  '/two-factor/generate-backup-codes': {
    method: 'POST',
    body: onlyPassword,
    counted: passwordLimits,
    asksWho: true,
  },
  '/two-factor/verify-totp': {
    method: 'POST',
    body: z.strictObject({ code: totpCode }),
    counted: secondFactorLimits,
    asksWho: true,
  },
  '/two-factor/verify-backup-code': {
    method: 'POST',
    body: z.strictObject({ code: backupCode }),
    counted: secondFactorLimits,
    asksWho: true,
  },
  '/send-verification-email': {
    method: 'POST',
    body: z.strictObject({ email, callbackURL: localPath }),
    counted: mailLimits,
  },
  '/verify-email': { method: 'GET', counted: [{ limit: 'linkPerNetwork', per: 'network' }] },
  '/request-password-reset': { method: 'POST', body: z.strictObject({ email }), counted: mailLimits },
  '/reset-password': {
    method: 'POST',
    body: z.strictObject({ token: z.string().min(1).max(100), newPassword: password }),
    newPassword: 'newPassword',
    counted: [{ limit: 'linkPerNetwork', per: 'network' }],
  },
};
