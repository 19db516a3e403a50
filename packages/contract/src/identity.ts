import { z } from 'zod';
import { BOT_TYPES, SIGN_UP_BOT_TYPES } from './catalogue.ts';
import { ADMIN_FIELDS } from './kinds.ts';
import { operationsOf } from './operation.ts';
import { COLOUR_CHOICES, START_PAGES } from './preferences.ts';
import { amount, id, timestamp } from './shapes.ts';
import { SIGN_IN_EVENTS } from './sign-in-events.ts';

const { command, query, task } = operationsOf('identity');

const preferences = z.object({
  colours: z.enum(COLOUR_CHOICES),
  startPage: z.enum(START_PAGES),
  /** Preselects the start dialog; null for none. */
  preferredBot: z.enum(BOT_TYPES).nullable(),
});
export type Preferences = z.infer<typeof preferences>;

export const profile = z.object({
  userId: id,
  email: z.string(),
  name: z.string(),
  role: z.enum(['admin', 'user']),
  /** What an admin may do; null for everybody else. */
  adminField: z.enum(ADMIN_FIELDS).nullable(),
  createdAt: timestamp,
  emailVerified: z.boolean(),
  ...preferences.shape,
  /** The login asks for a code of the authenticator app beside the password. */
  twoFactorEnabled: z.boolean(),
  /** An admin whom the back office does not let in before they have set up a second factor. */
  awaitsSecondFactor: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

export const installation = z.object({
  brandName: z.string(),
  demo: z.boolean(),
  /**
   * `mailbox` keeps messages on the demo's own machine; with `none` addresses cannot be changed. Only with `smtp` an address
   * is confirmed before the first login; otherwise sign-up logs in at once, and the pages say so.
   */
  mail: z.enum(['smtp', 'mailbox', 'none']),
  /**
   * Whether a link in a mail reaches somebody who is not signed in, or an address that is not theirs yet. Else nobody gets
   * a new password or another address by one: no mail goes out, or a public demo keeps it behind the login.
   */
  linksByMail: z.boolean(),
  /** Where people may log in instead of with a password; null when none is set up. */
  identityProvider: z.string().nullable(),
  /** Sign-up and password reset ask the browser for a proof of work. */
  captcha: z.boolean(),
  /** What everybody is credited once, at their first login; null where an admin approves the first deposit too. */
  welcomeDepositUsd: amount.nullable(),
  version: z.string(),
});
export type Installation = z.infer<typeof installation>;

/** One line of what happened at the doors of one's own account. */
export const signInEvent = z.object({
  id,
  kind: z.enum(SIGN_IN_EVENTS),
  /** The latest one, where failures of one hour are counted together. */
  at: timestamp,
  times: z.int().positive(),
  /** Browser and system, as `deviceName` calls them. */
  device: z.string(),
  /** The beginning of the address, shared by many; null where there was none. */
  network: z.string().nullable(),
});
export type SignInEvent = z.infer<typeof signInEvent>;

/** What deleting the account would do at this moment. */
export const accountClosing = z.object({
  /** Active investments, each with what it would pay out. */
  investments: z.array(
    z.object({ id, reference: z.string(), botType: z.enum(BOT_TYPES), usdCurrentAmount: amount }),
  ),
  pendingDeposits: z.array(z.object({ reference: z.string(), amountUsd: amount })),
  pendingWithdrawals: z.array(z.object({ reference: z.string(), amountUsd: amount })),
  /** Available plus reserved. */
  walletBalance: amount,
  /** In own bots, and put aside for those that are about to start. */
  ownBots: amount,
  /** The wallet and what the bots pay out. */
  toHouse: amount,
  /** Somebody has to keep the platform running. */
  isLastAdmin: z.boolean(),
});
export type AccountClosing = z.infer<typeof accountClosing>;

export const identity = {
  getInstallation: query('GET /installation', {
    summary: 'Was diese Installation kann',
    access: 'anybody',
    output: installation,
  }),
  getProfile: query('GET /profile', {
    summary: 'Das eigene Profil',
    access: 'signed-in',
    output: profile,
  }),
  chooseBot: command('POST /profile/preferred-bot', {
    summary: 'Die Wahl der Registrierung behalten',
    access: 'signed-in',
    input: z.strictObject({ botType: z.enum(SIGN_UP_BOT_TYPES) }),
    output: profile,
  }),
  getPreferences: query('GET /profile/preferences', {
    summary: 'Die eigenen Präferenzen',
    access: 'signed-in',
    output: preferences,
  }),
  updatePreferences: command('POST /profile/preferences', {
    summary: 'Einige der eigenen Präferenzen ändern',
    access: 'signed-in',
    errors: ['BAD_REQUEST'],
    input: z.strictObject(preferences.partial().shape),
    output: preferences,
  }),
  listSignInEvents: query('GET /profile/sign-in-events', {
    summary: 'Die letzten 50 Anmeldungen, Fehlversuche und Änderungen an der Sicherheit des eigenen Kontos',
    access: 'signed-in',
    output: z.array(signInEvent),
  }),
  getAccountClosing: query('GET /profile/closing', {
    summary: 'Was das Löschen des Kontos jetzt bewirken würde',
    access: 'signed-in',
    output: accountClosing,
  }),
  deleteAccount: task('POST /profile/delete', {
    summary: 'Alle Bots beenden, alle Anträge stornieren, persönliche Daten entfernen und das Konto löschen',
    access: 'signed-in',
    fresh: 'security',
    errors: ['LAST_ADMIN', 'EMAIL_CHANGED_LATELY', 'PRICES_STALE'],
    input: z.strictObject({}),
    output: z.object({ deleted: z.literal(true) }),
  }),
};
