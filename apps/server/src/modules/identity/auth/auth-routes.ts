import { id, VISIBLE_NAME } from '@botdepot/contract';
import { z } from 'zod';
import type { RateLimit } from '../../../platform/rate-limit.ts';
import { JWKS_PATH } from '../access/access-tokens.ts';
import { MOST_PAYLOAD_CHARACTERS } from '../sign-in/captcha.ts';
import { CALLBACK_PATH, PROVIDER_ID } from '../sign-in/linked-identities.ts';
import { passkeyName, passkeyRegistered, passkeyUsed } from '../sign-in/passkeys.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How often a thing may be tried. Per account it stops guessing one password from many networks, per network it stops
 * trying many accounts from one place.
 */
export type AuthLimits = Record<
  | 'signInPerAccount'
  | 'signInPerDevice'
  | 'signInPerNetwork'
  | 'signUpPerNetwork'
  | 'mailPerAccount'
  | 'mailPerNetwork'
  | 'resetMailPerAccount'
  | 'linkPerNetwork'
  | 'passkeyPerNetwork'
  | 'passkeyPerAccount'
  | 'passwordPerAccount'
  | 'secondFactorPerAccount'
  | 'emailChangePerAccount',
  RateLimit
>;

export const AUTH_LIMITS: AuthLimits = {
  signInPerAccount: { max: 10, windowMs: 15 * MINUTE_MS },
  // Of its own for each browser that the account knows: whoever guesses elsewhere does not keep the owner out there.
  signInPerDevice: { max: 10, windowMs: 15 * MINUTE_MS },
  signInPerNetwork: { max: 100, windowMs: 15 * MINUTE_MS },
  signUpPerNetwork: { max: 20, windowMs: HOUR_MS },
  mailPerAccount: { max: 5, windowMs: HOUR_MS },
  mailPerNetwork: { max: 50, windowMs: HOUR_MS },
  resetMailPerAccount: { max: 3, windowMs: HOUR_MS },
  linkPerNetwork: { max: 60, windowMs: 15 * MINUTE_MS },
  // Each question to a device is stored until it is answered or expires.
  passkeyPerNetwork: { max: 200, windowMs: 15 * MINUTE_MS },
  passkeyPerAccount: { max: 60, windowMs: 15 * MINUTE_MS },
  passwordPerAccount: { max: 10, windowMs: 15 * MINUTE_MS },
  // Three of a million codes are right at any moment: who knows the password needs years for an even chance.
  secondFactorPerAccount: { max: 10, windowMs: HOUR_MS },
  emailChangePerAccount: { max: 5, windowMs: HOUR_MS },
};

/** The demo runs on one's own machine, where every visitor and every test is the same network. */
export const DEMO_AUTH_LIMITS: AuthLimits = {
  ...AUTH_LIMITS,
  signInPerNetwork: { max: 2_000, windowMs: 15 * MINUTE_MS },
  signUpPerNetwork: { max: 2_000, windowMs: HOUR_MS },
  passkeyPerNetwork: { max: 2_000, windowMs: 15 * MINUTE_MS },
};

/** One counter that a request is counted under. */
export type Counted = {
  limit: keyof AuthLimits;
  /** Whose attempts are counted together: `email` is the one in the body, `account` the one of the session. */
  per: 'network' | 'email' | 'account';
  /** Counted only when the body brings this field. */
  with?: string;
  /** Where this one is used up, a browser that the account knows has another one. Needs `per: 'email'`. */
  knownDevice?: keyof AuthLimits;
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
  /**
   * A session that was left open is not enough: it must have proved lately who uses it. With `second-factor` only where the
   * account has one: without, the password in the body is all that could be asked for. Needs `asksWho`.
   */
  fresh?: true | 'second-factor';
  /** Where the installation wants it, the body brings a `captcha`. */
  captcha?: boolean;
};

const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
// Better Auth judges the length; this only bounds the work.
const password = z.string().max(1_000);
const name = z.string().trim().min(1).max(100).regex(VISIBLE_NAME, 'no control characters');
/** Where a link in a message leads to afterwards; the gate looks closer whether it is a place on this website. */
const localPath = z.string().max(200).startsWith('/').default('/dashboard');
const nothing = z.strictObject({});
/** Where linked identities are listed. */
const SECURITY_PAGE = '/dashboard/settings?ansicht=sicherheit';

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
/** What the browser has worked out, see `createCaptcha`. */
const captcha = z.string().max(MOST_PAYLOAD_CHARACTERS).optional();
const anyCode = z.union([totpCode, backupCode]);

/** Who is signed in says the password once more; a session that was left open must not be enough. */
const passwordLimits: Counted[] = [
  { limit: 'signInPerNetwork', per: 'network', onSuccess: 'refund' },
  { limit: 'passwordPerAccount', per: 'account', onSuccess: 'reset' },
];
const secondFactorLimits: Counted[] = [
  { limit: 'signInPerNetwork', per: 'network', onSuccess: 'refund' },
  { limit: 'secondFactorPerAccount', per: 'account', onSuccess: 'reset' },
];

/** The second factor, or codes that stand for it: the password alone must not be enough where it is not at the login. */
const replacesFactor: AuthRoute = {
  method: 'POST',
  body: onlyPassword,
  counted: passwordLimits,
  asksWho: true,
  fresh: 'second-factor',
};

const mailLimits: Counted[] = [
  { limit: 'mailPerNetwork', per: 'network' },
  { limit: 'mailPerAccount', per: 'email' },
];

const passkeyLimits: Counted[] = [
  { limit: 'passkeyPerNetwork', per: 'network' },
  { limit: 'passkeyPerAccount', per: 'account' },
];
const linkLimits: Counted[] = [{ limit: 'linkPerNetwork', per: 'network' }];
/** Of a link that came by mail. */
const token = z
  .string()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u, 'no control characters');
const byLink: AuthRoute = {
  method: 'POST',
  body: z.strictObject({ token }),
  counted: linkLimits,
};

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
        captcha,
      })
      // The form asks for no name.
      .transform((body) => ({ ...body, name: body.name ?? body.email.slice(0, body.email.indexOf('@')) })),
    newPassword: 'password',
    captcha: true,
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
      { limit: 'signInPerAccount', per: 'email', onSuccess: 'reset', knownDevice: 'signInPerDevice' },
    ],
  },
  '/sign-out': { method: 'POST', body: nothing, asksWho: true },
  '/get-session': { method: 'GET' },
  '/list-sessions': { method: 'GET', asksWho: true },
  '/revoke-session': { method: 'POST', body: z.strictObject({ id }), asksWho: true },
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
    fresh: 'second-factor',
  },
  '/reauthenticate': {
    method: 'POST',
    body: z.strictObject({ password, code: anyCode.optional() }),
    counted: [
      ...passwordLimits,
      { limit: 'secondFactorPerAccount', per: 'account', with: 'code', onSuccess: 'reset' },
    ],
    asksWho: true,
  },
  '/two-factor/enable': replacesFactor,
  '/two-factor/disable': replacesFactor,
  '/two-factor/generate-backup-codes': replacesFactor,
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
  '/request-password-reset': {
    method: 'POST',
    body: z.strictObject({ email, captcha }),
    captcha: true,
    counted: [...mailLimits, { limit: 'resetMailPerAccount', per: 'email' }],
  },
  '/captcha': { method: 'GET' },
  '/reset-password': {
    method: 'POST',
    body: z.strictObject({ token, newPassword: password }),
    newPassword: 'newPassword',
    counted: [{ limit: 'linkPerNetwork', per: 'network' }],
  },
  '/passkey/generate-register-options': {
    method: 'GET',
    counted: passkeyLimits,
    asksWho: true,
    fresh: true,
  },
  '/passkey/verify-registration': {
    method: 'POST',
    body: z.strictObject({ response: passkeyRegistered, name: passkeyName.optional() }),
    counted: passkeyLimits,
    asksWho: true,
    fresh: true,
  },
  '/passkey/generate-authenticate-options': {
    method: 'GET',
    counted: [{ limit: 'passkeyPerNetwork', per: 'network' }],
  },
  '/passkey/verify-authentication': {
    method: 'POST',
    body: z.strictObject({ response: passkeyUsed }),
    counted: [{ limit: 'signInPerNetwork', per: 'network', onSuccess: 'refund' }],
  },
  '/passkey/list-user-passkeys': { method: 'GET' },
  '/passkey/update-passkey': {
    method: 'POST',
    body: z.strictObject({ id, name: passkeyName }),
  },
  '/passkey/delete-passkey': {
    method: 'POST',
    body: z.strictObject({ id }),
    counted: passkeyLimits,
    asksWho: true,
    fresh: true,
  },
  '/sign-in/social': {
    method: 'POST',
    body: z.strictObject({ callbackURL: localPath }).transform((body) => ({
      ...body,
      provider: PROVIDER_ID,
      errorCallbackURL: '/login',
      disableRedirect: true,
    })),
    counted: linkLimits,
  },
  '/link-social': {
    method: 'POST',
    body: nothing.transform(() => ({
      provider: PROVIDER_ID,
      callbackURL: `${SECURITY_PAGE}&verbunden=1`,
      errorCallbackURL: SECURITY_PAGE,
      disableRedirect: true,
    })),
    counted: linkLimits,
    asksWho: true,
    fresh: true,
  },
  [CALLBACK_PATH]: { method: 'GET', counted: linkLimits },
  '/list-accounts': { method: 'GET' },
  '/unlink-account': {
    method: 'POST',
    body: z.strictObject({ id }).transform(({ id }) => ({ accountId: id })),
    counted: linkLimits,
    asksWho: true,
    fresh: true,
  },
  '/token': { method: 'GET' },
  [JWKS_PATH]: { method: 'GET' },
  '/request-email-change': {
    method: 'POST',
    body: z.strictObject({ email }),
    // Also by the address that the message goes to, whoever asks: nobody's mailbox is flooded.
    counted: [...mailLimits, { limit: 'emailChangePerAccount', per: 'account' }],
    asksWho: true,
    fresh: true,
  },
  '/describe-email-change': byLink,
  '/confirm-email-change': byLink,
  '/describe-email-undo': byLink,
  '/undo-email-change': byLink,
};
