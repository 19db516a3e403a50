import { z } from 'zod';
import { BOT_TYPES } from './catalogue.ts';
import { operationsOf } from './operation.ts';
import { freeText, page, paged, timestamp } from './shapes.ts';

const { query } = operationsOf('admin');

/** `behind`: the database lacks a migration of this program; `ahead`: a newer program has migrated it. */
const SCHEMA_STATES = ['ok', 'behind', 'ahead'] as const;
export type SchemaState = (typeof SCHEMA_STATES)[number];

/** How many wait, and since when the one that has waited longest. */
const waiting = z.object({ count: z.number().int(), oldestSince: timestamp.nullable() });

export const systemState = z.object({
  /** When this was so, by the clock that all its times are of. */
  at: timestamp,
  version: z.string(),
  /** The replica that answers, as the leader's name is written; with several every answer may come from another one. */
  replica: z.string(),
  startedAt: timestamp,
  /** Every replica that could lead or does, by host and process id. */
  replicas: z.array(z.object({ name: z.string(), isLeader: z.boolean() })),
  /** For the team. What waits for a second admin is an approval, or a manual return; who is overdue was told a shorter time. */
  waiting: z.object({
    deposits: waiting,
    withdrawals: waiting,
    approvals: waiting,
    manualReturns: waiting,
    chats: z.object({
      escalated: z.number().int(),
      overdue: z.number().int(),
      oldestSince: timestamp.nullable(),
    }),
  }),
  /** The end of the last minute that each bot has traded; null where none runs. */
  bots: z.array(z.object({ botType: z.enum(BOT_TYPES), lastStepAt: timestamp.nullable() })),
  /** The end of the last minute up to which every own bot that trades was looked at; null where none trades. */
  ownBotsUntil: timestamp.nullable(),
  /** Of when the newest copy is that the command has made, or the one that this database came from. */
  lastBackupAt: timestamp.nullable(),
  /** The newest one that came to its end. */
  reconciliation: z
    .object({ finishedAt: timestamp, failedChecks: z.number().int(), checksTotal: z.number().int() })
    .nullable(),
  /** Whether this replica hears the others. */
  bus: z.enum(['local', 'redis']),
  sockets: z.object({ connections: z.number().int(), accounts: z.number().int() }),
  database: z.object({
    version: z.string(),
    sizeBytes: z.number().int(),
    connections: z.number().int(),
    schema: z.enum(SCHEMA_STATES),
    migrations: z.number().int(),
  }),
  feed: z.object({
    /** Of the newest tick; null before the first. */
    lastTickAt: timestamp.nullable(),
    sources: z.array(
      z.object({
        source: z.string(),
        symbols: z.number().int(),
        stale: z.number().int(),
        closed: z.number().int(),
      }),
    ),
  }),
  /** Who makes prices and trades; null before the first election. */
  leader: z
    .object({ holder: z.string(), isThisReplica: z.boolean(), epoch: z.number().int(), since: timestamp })
    .nullable(),
  mails: z.object({
    transport: z.enum(['smtp', 'mailbox', 'none']),
    waiting: z.number().int(),
    /** Of those: at least one attempt has failed. */
    retrying: z.number().int(),
    givenUp: z.number().int(),
    sentToday: z.number().int(),
    oldestWaitingSince: timestamp.nullable(),
    /** What the newest failure was called by the mail server or the network. */
    lastError: z.string().nullable(),
  }),
});
export type SystemState = z.infer<typeof systemState>;

/** A failure that nobody foresaw. What was asked and answered stands in the log of the replica, under the same reference. */
export const fault = z.object({
  /** What the customer was shown. */
  reference: z.string(),
  at: timestamp,
  /** „POST /api/withdrawals“ */
  request: z.string(),
  /** The kind of the error and where in the program it arose; never its message, which may quote data. */
  kind: z.string(),
  place: z.string().nullable(),
  replica: z.string(),
});
export type Fault = z.infer<typeof fault>;

export const adminSystem = {
  getSystemState: query('GET /admin/system', {
    summary:
      'Zustand der Installation: was wartet, Kurse und Bots, Sicherung und Abgleich, Datenbank, Mails, Instanzen',
    access: 'admin',
    output: systemState,
  }),
  listFaults: query('GET /admin/system/faults', {
    summary: 'Unerwartete Fehler der letzten 30 Tage, neueste zuerst, auch nach dem Anfang der Kennung',
    access: 'admin',
    input: page.extend({ reference: freeText(60).optional() }),
    output: paged(fault),
  }),
};
