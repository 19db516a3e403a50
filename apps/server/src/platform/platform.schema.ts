import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, id } from './columns.ts';

/**
 * Outcomes of money commands by key and user. Business rejections are stored too: a second replica must answer as the
 * first did.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull(),
    key: uuid('key').notNull(),
    operation: text('operation').notNull(),
    requestHash: text('request_hash').notNull(),
    outcome: jsonb('outcome'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
);

/** Who did what to which subject. Append-only; written in the transaction of the change itself. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    actorId: uuid('actor_id'),
    actorRole: text('actor_role', { enum: ['user', 'admin', 'system'] }).notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    subjectId: uuid('subject_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    reason: text('reason'),
    requestId: text('request_id'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('audit_log_subject').on(table.subjectId),
    index('audit_log_actor').on(table.actorId, table.seq.desc()),
  ],
);

/** One row per kind of leadership. A take-over raises the epoch; every write of a leader checks its own. */
export const leadership = pgTable('leadership', {
  name: text('name').primaryKey(),
  epoch: bigint('epoch', { mode: 'number' }).notNull(),
  holder: text('holder').notNull(),
  acquiredAt: at('acquired_at').notNull(),
});

/** Attempts per account or network in a window, counted in the database so that replicas share them. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowStartedAt: at('window_started_at').notNull(),
});

/** At most one row: whether the demo was seeded, and whether to the end. */
export const demoSeeds = pgTable('demo_seeds', {
  id: integer('id').primaryKey(),
  startedAt: at('started_at').notNull(),
  finishedAt: at('finished_at'),
});
