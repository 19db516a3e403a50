import { z } from 'zod';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction, type AuditSubject } from './audit-words.ts';
import { AUDIT_LIMITS } from './limits.ts';
import { operationsOf } from './operation.ts';
import { day, freeText, id, timestamp } from './shapes.ts';

const { query } = operationsOf('admin');

export const AUDIT_ACTORS = ['admins', 'customers', 'system'] as const;

const keysOf = <K extends string>(words: Record<K, string>) => Object.keys(words) as [K, ...K[]];

/** A place in the log, newest first: the time of a row in ms and its number. */
const cursor = z.string().regex(/^\d{1,15}_\d{1,15}$/, 'a cursor of an earlier answer');

export const auditFilter = z.strictObject({
  action: z.enum(keysOf<AuditAction>(AUDIT_ACTIONS)).optional(),
  subject: z.enum(keysOf<AuditSubject>(AUDIT_SUBJECTS)).optional(),
  /** Everybody of a kind, or one person by id. */
  actor: z.union([z.enum(AUDIT_ACTORS), id]).optional(),
  /** An e-mail address or a part of it, the beginning of any id, a reference (`E-1688`), a request id, or words of a reason. */
  query: freeText(200).optional(),
  /** Days in Berlin, both included. */
  firstDay: day.optional(),
  lastDay: day.optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

const facts = z.record(z.string(), z.unknown()).nullable();

export const auditEntry = z.object({
  seq: z.number().int(),
  cursor: z.string(),
  at: timestamp,
  /** Null for the platform itself. `email` is null for an account that is gone. */
  actor: z.object({ userId: id, email: z.string().nullable() }).nullable(),
  actorRole: z.enum(['user', 'admin', 'system']),
  action: z.string(),
  subject: z.string(),
  subjectId: id,
  /** The short number of what has one: `E-1688`. */
  reference: z.string().nullable(),
  /** Whose it is; null when that is nobody, or nobody any more. */
  owner: z.object({ userId: id, email: z.string() }).nullable(),
  before: facts,
  after: facts,
  /** The addresses of the people whose ids stand before or after; whoever is missing is gone. */
  people: z.record(id, z.string()),
  reason: z.string().nullable(),
  /** There was a reason, and it was erased with the account that it was about. */
  reasonErased: z.boolean(),
  requestId: z.string().nullable(),
  /** Position of its seal; null until the next round. */
  sealed: z.number().int().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditEntryDetail = auditEntry.extend({
  seal: z.object({ position: z.number().int(), hash: z.string(), sealedAt: timestamp }).nullable(),
});
export type AuditEntryDetail = z.infer<typeof auditEntryDetail>;

export const auditChainState = z.object({
  position: z.number().int(),
  hash: z.string(),
  sealedAt: timestamp,
  /** Rows that wait for the next round. */
  unsealed: z.number().int(),
  /** The last finished reconciliation: up to which seal the chain was recomputed, and whether it was in order. */
  checked: z.object({ at: timestamp, position: z.number().int(), ok: z.boolean(), runId: id }).nullable(),
});
export type AuditChainState = z.infer<typeof auditChainState>;

export const adminAudit = {
  listAuditEntries: query('GET /admin/audit', {
    summary: 'Die Prüfspur, neueste zuerst; weiter geht es ab einem Eintrag',
    access: 'admin',
    input: auditFilter.extend({
      /** Rows older than this one … */
      before: cursor.optional(),
      /** … or the ones right above it. */
      after: cursor.optional(),
      pageSize: z.coerce.number().int().min(1).max(AUDIT_LIMITS.pageSizeMax).default(AUDIT_LIMITS.pageSize),
    }),
    output: z.object({
      items: z.array(auditEntry),
      hasNewer: z.boolean(),
      hasOlder: z.boolean(),
      /** The search means more people or things than can be looked through; nothing is listed. */
      tooMany: z.boolean(),
    }),
  }),
  getAuditEntry: query('GET /admin/audit/{seq}', {
    summary: 'Ein Eintrag der Prüfspur mit seinem Siegel',
    access: 'admin',
    errors: ['NOT_FOUND'],
    input: z.strictObject({ seq: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    output: auditEntryDetail,
  }),
  getAuditChain: query('GET /admin/audit-chain', {
    summary: 'Das Ende der Kette und bis wohin sie geprüft ist',
    access: 'admin',
    output: auditChainState,
  }),
};
