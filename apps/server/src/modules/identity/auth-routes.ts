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
  | 'linkPerNetwork',
  RateLimit
>;

export const AUTH_LIMITS: AuthLimits = {
  signInPerAccount: { max: 10, windowMs: 15 * MINUTE_MS },
  signInPerNetwork: { max: 100, windowMs: 15 * MINUTE_MS },
  signUpPerNetwork: { max: 20, windowMs: HOUR_MS },
  mailPerAccount: { max: 5, windowMs: HOUR_MS },
  mailPerNetwork: { max: 50, windowMs: HOUR_MS },
  linkPerNetwork: { max: 60, windowMs: 15 * MINUTE_MS },
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
  /** Whose attempts are counted together. */
  per: 'network' | 'email';
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
  '/list-sessions': { method: 'GET' },
  '/revoke-session': { method: 'POST', body: z.strictObject({ token: z.string().max(100) }) },
  '/revoke-sessions': { method: 'POST', body: nothing },
  '/revoke-other-sessions': { method: 'POST', body: nothing },
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
