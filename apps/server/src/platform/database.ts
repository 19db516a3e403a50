import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from 'pino';

/** Drizzle over the pool or over the one client of a transaction; queries do not care which. */
export type Tx = NodePgDatabase & { $client: pg.Pool | pg.PoolClient };

export type Database = {
  pool: pg.Pool;
  /** For reads outside a transaction. */
  db: Tx;
  /**
   * Runs `work` in one READ COMMITTED transaction and commits. Any throw rolls back. A client whose connection broke
   * is destroyed, not returned to the pool.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs reads on one snapshot (REPEATABLE READ, read only): what is read later is as old as what was read first. */
  snapshot<T>(read: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * A snapshot on a connection of its own, one of whose statements may take so long. Once `signal` is aborted, its statements
   * fail.
   */
  longSnapshot<T>(statementTimeoutMs: number, read: (tx: Tx) => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
};

const STATEMENT_TIMEOUT_MS = 30_000;
/** PostgreSQL gives up first and says why. Who hears nothing even then has lost it: no TCP would notice for many minutes. */
const SILENCE_MS = 2_000;

/** A cancellation that arrives between two statements is lost, so it is repeated. */
const CANCEL_AGAIN_MS = 250;

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

type PoolOptions = {
  url: string;
  log: Logger;
  maxConnections?: number;
  applicationName?: string;
  /** How long PostgreSQL works on one statement, 30 s by default. */
  statementTimeoutMs?: number;
};

export function openDatabase(options: PoolOptions): Database {
  const pool = openPool(options);
  return {
    pool,
    db: drizzle(pool) as Tx,
    transaction: (work) => inTransaction(pool, 'BEGIN', work),
    snapshot: (read) => inTransaction(pool, SNAPSHOT, read),
    longSnapshot: async (statementTimeoutMs, read, signal) => {
      // The second connection cancels what the first one does, however busy everybody else is.
      const own = openPool({ ...options, maxConnections: 2, statementTimeoutMs });
      const work = signal ? (tx: Tx) => cancelOnAbort(own, tx, signal, read) : read;
      return inTransaction(own, SNAPSHOT, work).finally(() => own.end());
    },
    close: () => pool.end(),
  };
}

function openPool(options: PoolOptions): pg.Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 16,
    application_name: options.applicationName ?? 'botdepot',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    // A client that crashes between two statements must not hold its locks for ever.
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    // Statements that do not wait for one another travel together: fewer round trips per money command.
    pipeline: true,
  });
  // Without these two handlers a killed PostgreSQL ends the process: idle clients report to the pool, checked-out ones
  // only to themselves.
  pool.on('error', (error) => options.log.warn({ err: error }, 'idle database connection lost'));
  pool.on('connect', (client) => {
    client.on('error', (error) => options.log.warn({ err: error }, 'database connection lost'));
  });
  return pool;
}

// Making Drizzle for a client costs as much as a statement, and clients are reused.
const transactions = new WeakMap<pg.PoolClient, Tx>();

function txOf(client: pg.PoolClient): Tx {
  let tx = transactions.get(client);
  if (!tx) {
    tx = drizzle(client) as Tx;
    transactions.set(client, tx);
  }
  return tx;
}

// What was sent with COMMIT in the running transaction of a client.
const lastWords = new WeakMap<Tx, Promise<unknown>[]>();

/**
 * Sends the last statement of a transaction's work without waiting for it: it travels with COMMIT. If it fails, so does
 * the transaction, with its error.
 */
export function sendWithCommit(tx: Tx, statement: pg.QueryConfig): void {
  const sent = tx.$client.query(statement);
  // The one who commits asks for it; a work that throws after all does not.
  sent.catch(() => undefined);
  lastWords.set(tx, [...(lastWords.get(tx) ?? []), sent]);
}

async function inTransaction<T>(pool: pg.Pool, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const tx = txOf(client);
  let broken: Error | undefined;
  try {
    // Not awaited: it travels with the first statement of the work. If it fails, so does everything after it.
    const begun = client.query(begin);
    begun.catch(() => undefined);
    const result = await work(tx);
    await begun;
    const committing = client.query('COMMIT');
    committing.catch(() => undefined);
    await Promise.all(lastWords.get(tx) ?? []);
    // A transaction that was aborted answers COMMIT with ROLLBACK, without an error.
    const { command } = await committing;
    if (command !== 'COMMIT') throw new Error(`The transaction was not committed but answered ${command}`);
    return result;
  } catch (error) {
    try {
      await client.query('ROLLBACK');
    } catch (rollbackError) {
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    }
    throw error;
  } finally {
    lastWords.delete(tx);
    client.release(broken);
  }
}

/** From the abort until the end of `work`, whatever it asks the database is cancelled. */
async function cancelOnAbort<T>(
  pool: pg.Pool,
  tx: Tx,
  signal: AbortSignal,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { rows } = await tx.$client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  let again: NodeJS.Timeout | undefined;
  const cancel = () => {
    pool.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined);
  };
  const begin = () => {
    cancel();
    again = setInterval(cancel, CANCEL_AGAIN_MS);
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', begin, { once: true });
  try {
    return await work(tx);
  } finally {
    signal.removeEventListener('abort', begin);
    clearInterval(again);
  }
}

/** The PostgreSQL error code (SQLSTATE) of a failure, through Drizzle's wrapping. */
export function sqlState(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    // Every class has a digit; EPIPE and EPERM of the operating system have none.
    if ('code' in current && typeof current.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(current.code))
      return current.code;
  }
  return undefined;
}

/** Whether a failure says that a rule of the database forbids it: a constraint, or a trigger that names itself as one. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if ('constraint' in current && current.constraint === constraint) return true;
  return false;
}

/** Whether a failure says that a row like this exists already (SQLSTATE 23505). */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/** Whether a failure says that the database cannot be reached right now (503), not that the request was wrong. */
export function isConnectionFailure(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return state.startsWith('08') || state.startsWith('57P') || state.startsWith('53');
  for (let current = error; current instanceof Error; current = current.cause) {
    if (
      /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|terminated|timeout exceeded|read timeout|not queryable/i.test(
        current.message,
      )
    )
      return true;
  }
  return false;
}

/** What the same transaction may survive another time: a lost connection, a deadlock, a database that is busy or being restarted. */
export function isPassing(error: unknown): boolean {
  if (isConnectionFailure(error)) return true;
  return ['08', '40', '53', '55', '57', '58'].includes(sqlState(error)?.slice(0, 2) ?? '');
}

/**
 * A long list row by row, read in pieces: each begins after the last row of the one before, so what is added or removed
 * meanwhile neither repeats a row nor hides one, and memory does not grow with the list.
 *
 * @param read the rows after one, or the first ones; fewer than `size` end the list.
 */
export async function* inPieces<Row>(
  size: number,
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let rows: Row[] = [];
  do {
    rows = await read(rows.at(-1), size);
    yield* rows;
  } while (rows.length === size);
}
