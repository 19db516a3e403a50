import { BOT_TYPES } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
    preferredBot: text('preferred_bot', { enum: BOT_TYPES }),
    demo: boolean('demo').notNull().default(false),
    /** Only once a first code was right; until then a set-up under way changes nothing at the login. */
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check('auth_users_role', sql`${table.role} in ('user', 'admin')`),
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
  (table) => [index('auth_accounts_user').on(table.userId)],
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
  /** The time step of the last code that was accepted; codes up to it are used. */
  lastUsedStep: integer('last_used_step').notNull().default(0),
});
