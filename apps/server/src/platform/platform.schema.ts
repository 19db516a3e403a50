import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, bytes, id } from './columns.ts';

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
    /** Of an admin's command: the ids and addresses that its outcome names, to find it when an account ends. */
    names: text('names').array(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
    // Partial, so that commands of customers, which name nobody else, cost nothing more.
    index('idempotency_keys_names').using('gin', table.names).where(sql`names is not null`),
  ],
);

/**
 * Who did what to which subject. Append-only but for the free text: `reason` and its salt are erased with the account that
 * they are about, `reason_hash` stays and is what is sealed. Written in the transaction of the change itself, sealed later.
 */
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
    /** SHA-256 of the salt followed by the UTF-8 bytes of the reason. */
    reasonHash: bytes('reason_hash'),
    reasonSalt: bytes('reason_salt'),
    requestId: text('request_id'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    // Every list of the log is newest first and goes on from a row: each filter has its own index in that order.
    uniqueIndex('audit_log_seq').on(table.seq),
    index('audit_log_time').on(table.createdAt, table.seq),
    index('audit_log_action').on(table.action, table.createdAt, table.seq),
    index('audit_log_kind').on(table.subject, table.createdAt, table.seq),
    index('audit_log_subject').on(table.subjectId, table.createdAt, table.seq),
    index('audit_log_actor').on(table.actorId, table.createdAt, table.seq),
    // What customers did themselves is most of the log and is looked for by action or person.
    index('audit_log_team').on(table.actorRole, table.createdAt, table.seq).where(sql`actor_role <> 'user'`),
    index('audit_log_request').on(table.requestId),
    index('audit_log_words').using('gin', sql`to_tsvector('german', reason)`).where(sql`reason is not null`),
    check(
      'audit_log_reason_is_hashed',
      sql`reason is null or (reason_hash is not null and reason_salt is not null)`,
    ),
    check('audit_log_salt_goes_with_reason', sql`reason_salt is null or reason is not null`),
  ],
);

/** The end of the audit log's chain, one row. Every row of the log up to `auditSeq` is sealed. */
export const auditChain = pgTable(
  'audit_chain',
  {
    id: integer('id').primaryKey(),
    position: bigint('position', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
    auditSeq: bigint('audit_seq', { mode: 'number' }).notNull(),
    sealedAt: at('sealed_at').notNull(),
  },
  () => [check('audit_chain_once', sql`id = 1`)],
);

/** The links of the chain: which row stands at which position, and the hash of everything up to it. Append-only. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    position: bigint('position', { mode: 'number' }).primaryKey(),
    auditSeq: bigint('audit_seq', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
    sealedAt: at('sealed_at').notNull(),
  },
  (table) => [uniqueIndex('audit_seals_row').on(table.auditSeq)],
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

/** At most one row: of when the newest copy is that `npm run backup` has made of this database, or that it came from. */
export const lastBackup = pgTable(
  'last_backup',
  {
    id: integer('id').primaryKey(),
    takenAt: at('taken_at').notNull(),
  },
  () => [check('last_backup_once', sql`id = 1`)],
);

/** Requests that failed in a way nobody foresaw, by the reference that was shown. No messages: they may quote data. */
export const faults = pgTable(
  'faults',
  {
    reference: text('reference').primaryKey(),
    at: at('at').notNull(),
    request: text('request').notNull(),
    kind: text('kind').notNull(),
    place: text('place'),
    replica: text('replica').notNull(),
  },
  (table) => [
    index('faults_at').on(table.at),
    // For the beginning of a reference, whatever the collation.
    index('faults_reference').on(sql`${table.reference} text_pattern_ops`),
  ],
);
