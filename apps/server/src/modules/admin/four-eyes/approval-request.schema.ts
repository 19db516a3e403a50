import { APPROVAL_KINDS, APPROVAL_STATUSES } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, id, micros } from '../../../platform/columns.ts';
import type { Effect, StoredFailure } from './approval-effect.ts';

/**
 * What one admin has asked another one for. `input` is that of the operation, read again with its own rules before it is
 * carried out; it and every free text go when the account of a customer whom they are about is deleted.
 */
export const approvalRequests = pgTable(
  'approval_requests',
  {
    id: id(),
    /** Short number for people, shown as `F-104`. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: 101 }),
    kind: text('kind', { enum: APPROVAL_KINDS }).notNull(),
    input: jsonb('input').notNull(),
    /** The deposit or withdrawal, the customer, or the (first) investment; the rule itself where it is about neither. */
    subjectId: uuid('subject_id').notNull(),
    /** Whose money it is about. */
    customerIds: uuid('customer_ids').array().notNull(),
    amountUsd: micros('amount_usd'),
    /** What it would have done when it was asked for. */
    foreseen: jsonb('foreseen').$type<Effect>().notNull(),
    reason: text('reason'),
    /** What who asked wrote to the second admin. Null for what was asked before it was required, and where the reason says it. */
    requestNote: text('request_note'),
    requestedBy: uuid('requested_by').notNull(),
    requestedAt: at('requested_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    status: text('status', { enum: APPROVAL_STATUSES }).notNull().default('pending'),
    decidedBy: uuid('decided_by'),
    decidedAt: at('decided_at'),
    decisionNote: text('decision_note'),
    /** What it has done. */
    result: jsonb('result').$type<Effect>(),
    failure: jsonb('failure').$type<StoredFailure>(),
  },
  (table) => [
    index('approval_requests_pending').on(table.requestedAt).where(sql`status = 'pending'`),
    index('approval_requests_decided').on(table.decidedAt).where(sql`status <> 'pending'`),
    // Of what can happen only once, one request waits at a time; of pauses one for each bot.
    uniqueIndex('approval_requests_once')
      .on(table.kind, table.subjectId, sql`coalesce(input ->> 'botType', '')`)
      .where(sql`status = 'pending' and kind in ('deposit', 'withdrawal', 'bot_pause', 'threshold')`),
    check(
      'approval_requests_two_people',
      sql`${table.status} <> 'approved' or ${table.decidedBy} <> ${table.requestedBy}`,
    ),
    check('approval_requests_done', sql`(${table.status} = 'approved') = (${table.result} is not null)`),
    check('approval_requests_failed', sql`(${table.status} = 'failed') = (${table.failure} is not null)`),
    check('approval_requests_open', sql`(${table.status} = 'pending') = (${table.decidedAt} is null)`),
  ],
);

export type ApprovalRow = typeof approvalRequests.$inferSelect;
