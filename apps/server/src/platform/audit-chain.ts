import { createHash } from 'node:crypto';
import { nextHash } from '@botdepot/trading';
import type { Logger } from 'pino';
import type { Database, Tx } from './database.ts';
import { createJob } from './jobs.ts';
import { assertEpoch, type LeaderTerm, LostLeadershipError } from './leader.ts';
import type { Clock } from './work.ts';

/**
 * The chain over the audit log, exact to the byte so that any program can recompute it:
 *
 * - genesis: SHA-256 of the UTF-8 bytes of `botdepot-audit/1`;
 * - each row is one line of JSON in a fixed order (`auditLine`), UTF-8, without a line feed;
 * - hash of a row: SHA-256 of the 32 bytes of the hash before it, followed by the bytes of its line; the same step as in the
 *   bots' track record.
 */
const AUDIT_CHAIN_FORMAT = 'botdepot-audit/1';

export const auditGenesis = (): Buffer => createHash('sha256').update(AUDIT_CHAIN_FORMAT, 'utf8').digest();

/** A row of the log as it is sealed: all of it but the free text, which stands there by its salted hash. */
type SealedRow = {
  readonly seq: number;
  readonly id: string;
  readonly createdAt: Date;
  readonly actorId: string | null;
  readonly actorRole: string;
  readonly action: string;
  readonly subject: string;
  readonly subjectId: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly reasonHash: Buffer | null;
  readonly requestId: string | null;
};

/** The line of a row at its place in the chain. */
export function auditLine(position: number, row: SealedRow): string {
  return JSON.stringify({
    n: position,
    seq: row.seq,
    id: row.id,
    at: row.createdAt.toISOString(),
    actor: row.actorId,
    role: row.actorRole,
    action: row.action,
    subject: row.subject,
    subjectId: row.subjectId,
    before: inOrder(row.before),
    after: inOrder(row.after),
    reason: row.reasonHash?.toString('hex') ?? null,
    request: row.requestId,
  });
}

/** The same value with the keys of its objects by code unit: the database keeps them in an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, content]) => [key, inOrder(content)]),
  );
}

/**
 * How far the log can be sealed: the highest number that was committed, and who was writing to the log then. Once all of
 * these have ended, every row up to that number is there or never will be.
 *
 * Numbers are given out before they are committed, and in another order. But whoever inserts holds the table's lock
 * (ROW EXCLUSIVE) before getting a number and until the end of the transaction. So every number up to `seq` belongs to a
 * transaction that has ended or is among `writers`. Nobody waits for this: it reads the list of locks.
 */
type Horizon = { readonly seq: number; readonly writers: readonly string[] };

/** Two statements, in this order: the second one must look later than the first. */
async function readHorizon(tx: Tx): Promise<Horizon> {
  const newest = await tx.$client.query<{ seq: string }>({
    name: 'newest-audit',
    text: 'SELECT coalesce(max(seq), 0) AS seq FROM audit_log',
  });
  const writers = await tx.$client.query<{ writer: string }>({
    name: 'audit-writers',
    text: `SELECT DISTINCT virtualtransaction AS writer FROM pg_locks
           WHERE locktype = 'relation' AND relation = 'audit_log'::regclass AND mode = 'RowExclusiveLock'
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  });
  return { seq: Number(newest.rows[0]?.seq ?? 0), writers: writers.rows.map(({ writer }) => writer) };
}

/** Whether a later look shows that all who wrote at the earlier one have ended. */
const isDecided = (horizon: Horizon, later: Horizon): boolean =>
  !horizon.writers.some((writer) => later.writers.includes(writer));

/**
 * Adds the next rows to the chain in the order of their numbers, at most `limit`. The chain's row is locked, so two sealers
 * can only follow one another; nothing that writes to the log waits for that lock.
 *
 * @param input.upTo a number up to which everything is decided, see `Horizon`.
 * @returns how many were sealed; fewer than `limit` means that nothing more is due.
 */
async function sealAudit(tx: Tx, input: { upTo: number; now: Date; limit: number }): Promise<number> {
  const { upTo, now, limit } = input;
  // A statement of its own: what waited for the lock must see what the holder of it has written.
  await tx.$client.query('SELECT FROM audit_chain WHERE id = 1 FOR UPDATE');
  const { rows: ends } = await tx.$client.query<{ position: string; hash: Buffer; audit_seq: string }>(
    'SELECT position, hash, audit_seq FROM audit_chain WHERE id = 1',
  );
  const [end] = ends;
  if (!end) throw new Error('the chain of the audit log has no beginning');
  if (Number(end.audit_seq) >= upTo) return 0;
  const due = await readRows(tx, { after: Number(end.audit_seq), upTo, limit });
  let position = Number(end.position);
  let { hash } = end;
  const links = due.map((row) => {
    position += 1;
    hash = nextHash(hash, auditLine(position, row));
    return { position, seq: row.seq, hash };
  });
  // Numbers that were rolled back are passed over, so that nobody can use them later.
  const reached = links.length < limit ? upTo : (links.at(-1)?.seq ?? upTo);
  await tx.$client.query({
    name: 'insert-audit-seals',
    text: `INSERT INTO audit_seals (position, audit_seq, hash, sealed_at)
           SELECT s.position, s.seq, s.hash, $4 FROM unnest($1::int8[], $2::int8[], $3::bytea[]) AS s(position, seq, hash)`,
    values: [
      links.map((link) => link.position),
      links.map((link) => link.seq),
      links.map((link) => link.hash),
      now,
    ],
  });
  await tx.$client.query({
    name: 'move-audit-chain',
    text: 'UPDATE audit_chain SET position = $1, hash = $2, audit_seq = $3, sealed_at = $4 WHERE id = 1',
    values: [position, hash, reached, now],
  });
  return links.length;
}

/** The columns of a row that are sealed, of `audit_log a`. */
export const SEALED_COLUMNS = `a.seq, a.id, a.created_at, a.actor_id, a.actor_role, a.action, a.subject, a.subject_id,
  a.before, a.after, a.reason_hash, a.request_id`;

export type SealedColumns = {
  seq: string;
  id: string;
  created_at: Date;
  actor_id: string | null;
  actor_role: string;
  action: string;
  subject: string;
  subject_id: string;
  before: unknown;
  after: unknown;
  reason_hash: Buffer | null;
  request_id: string | null;
};

export const sealedRowOf = (row: SealedColumns): SealedRow => ({
  seq: Number(row.seq),
  id: row.id,
  createdAt: row.created_at,
  actorId: row.actor_id,
  actorRole: row.actor_role,
  action: row.action,
  subject: row.subject,
  subjectId: row.subject_id,
  before: row.before,
  after: row.after,
  reasonHash: row.reason_hash,
  requestId: row.request_id,
});

async function readRows(
  tx: Tx,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<SealedRow[]> {
  const { rows } = await tx.$client.query<SealedColumns>({
    name: 'read-audit-due',
    text: `SELECT ${SEALED_COLUMNS} FROM audit_log a WHERE a.seq > $1 AND a.seq <= $2 ORDER BY a.seq LIMIT $3`,
    values: [after, upTo, limit],
  });
  return rows.map(sealedRowOf);
}

const PAUSE_MS = 5_000;
/** Rows per transaction: some tens of milliseconds, whatever there is to catch up with. */
const ROWS_AT_ONCE = 500;

type AuditSealer = {
  /** One round, if this process leads; returns how many rows were sealed. Calls do not overlap. */
  seal(): Promise<number>;
  /** From now on a round every few seconds. */
  start(): void;
  /** Waits for what is under way. */
  stop(): Promise<void>;
};

/**
 * Seals the audit log on the leader, in transactions of its own: no command waits for it. What fails is tried again in the
 * next round; rows wait unsealed until then. A transaction that is long under way holds up the sealing of what came after
 * it, nothing else.
 */
export function createAuditSealer(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  /** The running term of this process; null when it does not lead. */
  term: () => LeaderTerm | null;
  rowsAtOnce?: number;
}): AuditSealer {
  const { database, clock, log, term, rowsAtOnce: limit = ROWS_AT_ONCE } = deps;
  let waiting: Horizon | null = null;
  let underWay: Promise<number> | null = null;

  async function round(current: LeaderTerm): Promise<number> {
    const latest = await readHorizon(database.db);
    const horizon = waiting ?? latest;
    // Nobody writes just now: then even the newest row is decided.
    const decided = latest.writers.length === 0 ? latest : isDecided(horizon, latest) ? horizon : null;
    if (!decided) {
      waiting = horizon;
      return 0;
    }
    waiting = decided === latest ? null : latest;
    let total = 0;
    let sealed = limit;
    while (sealed === limit && !current.signal.aborted) {
      sealed = await database.transaction(async (tx) => {
        await assertEpoch(tx, current.epoch);
        return sealAudit(tx, { upTo: decided.seq, now: clock.now(), limit });
      });
      total += sealed;
    }
    return total;
  }

  async function seal(): Promise<number> {
    const current = term();
    if (!current) return 0;
    // A second call waits for the first one, then looks itself.
    while (underWay) await underWay.catch(() => undefined);
    underWay = round(current).finally(() => {
      underWay = null;
    });
    return underWay;
  }

  const job = createJob({
    everyMs: PAUSE_MS,
    log,
    failed: 'audit log not sealed',
    isExpected: (error) => error instanceof LostLeadershipError,
    run: seal,
  });
  return {
    seal,
    start: job.start,
    async stop() {
      await job.stop();
      await underWay?.catch(() => undefined);
    },
  };
}
