import { BOT_TYPES, COLOUR_CHOICES, LIMITED_FIELDS, SIGN_IN_EVENTS, START_PAGES } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, id } from '../../platform/columns.ts';

/**
 * Better Auth's tables. `preferred_bot` keeps the choice of sign-up; `demo` marks the personas that start-up creates.
 * The view `user_profiles` shows user_id, email, role and created_at under the specification's names.
 */
export const users = pgTable(
  'auth_users',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    role: text('role', { enum: ['user', 'admin'] })
      .notNull()
      .default('user'),
    /** The one field of an admin who may not do everything; null for everybody else. */
    limitedTo: text('limited_to', { enum: LIMITED_FIELDS }),
    preferredBot: text('preferred_bot', { enum: BOT_TYPES }),
    demo: boolean('demo').notNull().default(false),
    /** Only once a first code was right; until then a set-up under way changes nothing at the login. */
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    /** Since when an admin keeps them out, and why; the database lets no session of theirs begin meanwhile. */
    lockedAt: at('locked_at'),
    lockedReason: text('locked_reason'),
    /** Counts what ended everything that was under way (`endAllUnderWay`): a login that began before does not end after it. */
    accessVersion: integer('access_version').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check('auth_users_role', sql`${table.role} in ('user', 'admin')`),
    check('auth_users_limited_to', sql`${table.limitedTo} in ('support', 'review', 'audit')`),
    check(
      'auth_users_locked_with_reason',
      sql`(${table.lockedAt} is null) = (${table.lockedReason} is null)`,
    ),
    index('auth_users_created').on(table.createdAt),
  ],
);

export const sessions = pgTable(
  'auth_sessions',
  {
    id: id(),
    expiresAt: at('expires_at').notNull(),
    token: text('token').notNull().unique(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** When this session last proved who uses it: at its start, and whenever it gave the password again since. */
    authenticatedAt: at('authenticated_at').notNull().defaultNow(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('auth_sessions_user').on(table.userId)],
);

export const accounts = pgTable(
  'auth_accounts',
  {
    id: id(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: at('access_token_expires_at'),
    refreshTokenExpiresAt: at('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('auth_accounts_user').on(table.userId),
    // Two accounts that link the same identity at once would both be opened by it.
    uniqueIndex('auth_accounts_identity').on(table.providerId, table.accountId),
  ],
);

export const verifications = pgTable(
  'auth_verifications',
  {
    id: id(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [index('auth_verifications_identifier').on(table.identifier)],
);

/** The authenticator app of a user. `secret` and `backup_codes` are encrypted with the installation's secret. */
export const twoFactors = pgTable('auth_two_factors', {
  id: id(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  verified: boolean('verified').notNull().default(false),
  /** Better Auth writes these two; the gate's own limits stand in their place. */
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: at('locked_until'),
  /** When this secret came or its first code was right, kept by a trigger; null where that was before it was written down. */
  setUpAt: at('set_up_at'),
  /** The time step of the last code that was accepted; codes up to it are used. */
  lastUsedStep: integer('last_used_step').notNull().default(0),
});

/** The public half of a key that a device keeps for one person. `credential_id` is what the device calls it. */
export const passkeys = pgTable(
  'auth_passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique(),
    /** How often the device has signed, where it counts; a lower figure comes from a copy and is refused. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    /** The model of the device or password manager, for a name to show. */
    aaguid: text('aaguid'),
    createdAt: at('created_at').notNull().defaultNow(),
    lastUsedAt: at('last_used_at'),
  },
  (table) => [index('auth_passkeys_user').on(table.userId)],
);

/** The keys that sign access tokens. `private_key` is encrypted with the installation's secret. */
export const jwks = pgTable('auth_jwks', {
  id: id(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: at('created_at').notNull().defaultNow(),
  /** From then on it signs nothing more. */
  expiresAt: at('expires_at'),
});

/** What a person has chosen for themselves. Without a row everything is as the contract's defaults say. */
export const userPreferences = pgTable(
  'user_preferences',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    colours: text('colours', { enum: COLOUR_CHOICES }).notNull(),
    startPage: text('start_page', { enum: START_PAGES }).notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    check('user_preferences_colours', sql`${table.colours} in ('blue-orange', 'green-red')`),
    check(
      'user_preferences_start_page',
      sql`${table.startPage} in ('dashboard', 'bots', 'wallet', 'admin', 'desk')`,
    ),
  ],
);

/**
 * Devices and networks that an account was used from, so that a login from anywhere else can be told of. `mark` is a keyed
 * hash of both: it recognises them and does not say what they are.
 */
export const knownDevices = pgTable(
  'auth_known_devices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mark: text('mark').notNull(),
    /** Null for those that were known before this was written down. */
    firstSeenAt: at('first_seen_at'),
    lastSeenAt: at('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.mark] })],
);

/**
 * Addresses that an account had until it was given another one, as long as whoever reads them can undo that. Until the row
 * is gone no other account can have the address (the trigger `auth_users_email_not_reserved`).
 */
export const emailReversals = pgTable(
  'auth_email_reversals',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    /** SHA-256 of the token in the message to the old address. */
    tokenHash: text('token_hash').notNull().unique(),
    changedAt: at('changed_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    index('auth_email_reversals_user').on(table.userId, table.changedAt),
    index('auth_email_reversals_email').on(table.email),
  ],
);

/**
 * What happened at the doors of an account, for its owner. Failures of one hour share a row, and no kind has more than a few
 * rows a day (`recordSignInEvent`), so that nobody who guesses can fill the table. `network` is cut to what a provider hands
 * out to many.
 */
export const signInEvents = pgTable(
  'auth_sign_in_events',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: SIGN_IN_EVENTS }).notNull(),
    /** The hour of a failure; of anything else the row's own id. */
    slot: text('slot').notNull(),
    at: at('at').notNull(),
    times: integer('times').notNull().default(1),
    device: text('device').notNull(),
    network: text('network'),
  },
  (table) => [
    uniqueIndex('auth_sign_in_events_slot').on(table.userId, table.kind, table.slot),
    index('auth_sign_in_events_user').on(table.userId, table.at),
    index('auth_sign_in_events_age').on(table.at),
    check('auth_sign_in_events_times', sql`${table.times} > 0`),
  ],
);
