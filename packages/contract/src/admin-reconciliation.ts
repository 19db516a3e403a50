import { z } from 'zod';
import { RECONCILIATION_AREAS } from './kinds.ts';
import { operationsOf } from './operation.ts';
import { amount, byId, id, page, paged, timestamp } from './shapes.ts';

const { query, task } = operationsOf('admin');

export const RECONCILIATION_TRIGGERS = ['manual', 'nightly'] as const;
/** `aborted`: it could not be carried out to its end, so it says nothing. */
export const RECONCILIATION_STATUSES = ['running', 'passed', 'failed', 'aborted'] as const;

export const reconciliationResult = z.object({
  /** Never changes: `balance-is-sum-of-entries`. */
  name: z.string(),
  area: z.enum(RECONCILIATION_AREAS),
  /** What must hold, as a German sentence. */
  description: z.string(),
  /** What was compared, in German, and how many of it. */
  what: z.string(),
  compared: z.number().int(),
  /** In USDT, where the rule is about money; difference between both sides of it, 0 when it holds. */
  total: amount.nullable(),
  difference: amount.nullable(),
  violations: z.number().int(),
  /** There are more than are counted. */
  violationsAtLeast: z.boolean(),
  /** Some of the rows that break the rule. Ids, numbers and states only. */
  sample: z.array(z.record(z.string(), z.unknown())),
  durationMs: z.number().int(),
});
export type ReconciliationResult = z.infer<typeof reconciliationResult>;

export const reconciliationRun = z.object({
  id,
  trigger: z.enum(RECONCILIATION_TRIGGERS),
  /** Who asked for it; null for the nightly one, and for an account that is gone. */
  requestedBy: z.string().nullable(),
  status: z.enum(RECONCILIATION_STATUSES),
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
  checksDone: z.number().int(),
  checksTotal: z.number().int(),
  failedChecks: z.number().int(),
});
export type ReconciliationRun = z.infer<typeof reconciliationRun>;

export const reconciliationRunDetail = reconciliationRun.extend({ results: z.array(reconciliationResult) });
export type ReconciliationRunDetail = z.infer<typeof reconciliationRunDetail>;

export const adminReconciliation = {
  listReconciliationRuns: query('GET /admin/reconciliation/runs', {
    summary: 'Die Läufe des Abgleichs, neueste zuerst',
    access: 'admin',
    input: page,
    output: paged(reconciliationRun),
  }),
  getReconciliationRun: query('GET /admin/reconciliation/runs/{id}', {
    summary: 'Ein Lauf mit jeder Regel und ihren Zahlen',
    access: 'admin',
    errors: ['NOT_FOUND'],
    input: byId,
    output: reconciliationRunDetail,
  }),
  startReconciliation: task('POST /admin/reconciliation/runs', {
    summary: 'Jetzt prüfen; läuft schon eine Prüfung, so ist sie die Antwort',
    access: 'admin',
    input: z.strictObject({}),
    output: reconciliationRun,
  }),
};
