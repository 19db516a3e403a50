import {
  RECONCILIATION_STATUSES,
  RECONCILIATION_TRIGGERS,
  type ReconciliationResult,
} from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, bytes, id } from '../../../platform/columns.ts';

/** Every run of the reconciliation with what it found. At most one is running, whatever the number of replicas. */
export const reconciliationRuns = pgTable(
  'reconciliation_runs',
  {
    id: id(),
    trigger: text('trigger', { enum: RECONCILIATION_TRIGGERS }).notNull(),
    /** The day in Berlin whose nightly run this is; null when somebody asked for it. */
    night: date('night', { mode: 'string' }),
    /** How often a nightly run was begun, those that a stop cut short apart: one that did not come to its end is begun again. */
    attempt: integer('attempt').notNull().default(1),
    requestedBy: uuid('requested_by'),
    status: text('status', { enum: RECONCILIATION_STATUSES }).notNull(),
    startedAt: at('started_at').notNull(),
    /** The process that runs it says now and then that it still does. */
    heartbeatAt: at('heartbeat_at').notNull(),
    finishedAt: at('finished_at'),
    checksTotal: integer('checks_total').notNull(),
    results: jsonb('results').$type<ReconciliationResult[]>().notNull().default([]),
    failedChecks: integer('failed_checks').notNull().default(0),
    /** The end of the audit log's chain as this run saw it: later runs look whether it is still contained. */
    auditPosition: bigint('audit_position', { mode: 'number' }),
    auditHash: bytes('audit_hash'),
  },
  (table) => [
    uniqueIndex('reconciliation_runs_night').on(table.night),
    uniqueIndex('reconciliation_runs_one').on(table.status).where(sql`status = 'running'`),
    index('reconciliation_runs_time').on(table.startedAt, table.id),
    check('reconciliation_runs_nightly', sql`(trigger = 'nightly') = (night is not null)`),
    check('reconciliation_runs_finished', sql`(status = 'running') = (finished_at is null)`),
  ],
);
