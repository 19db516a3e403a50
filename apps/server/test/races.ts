import { DomainError } from '@botdepot/contract';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect } from 'vitest';
import type { Tx } from '../src/platform/database.ts';
import type { Actor, Work } from '../src/platform/work.ts';
import { withoutLocks } from './without-locks.ts';

export type RaceOutcome<T> = { ok: true; result: T } | { ok: false; code: string };

/**
 * Runs each contender in a transaction on its own connection. All begin, take a snapshot, meet at a barrier, and only
 * then go on, so every one of them is in flight at once.
 */
export async function race<T>(
  pool: pg.Pool,
  contenders: { actor: Actor; run: (work: Work) => Promise<T> }[],
  now = new Date(),
): Promise<RaceOutcome<T>[]> {
  let waiting = contenders.length;
  let open: () => void = () => undefined;
  const barrier = new Promise<void>((resolve) => {
    open = resolve;
  });
  return Promise.all(
    contenders.map(async ({ actor, run }): Promise<RaceOutcome<T>> => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await client.query('SELECT 1 FROM leadership');
        waiting -= 1;
        if (waiting === 0) open();
        await barrier;
        const result = await run({
          tx: drizzle(client) as Tx,
          now,
          actor,
          clock: { now: () => now },
          hintUser: () => undefined,
          hintCustomers: () => undefined,
          hintAdmins: () => undefined,
        });
        await client.query('COMMIT');
        return { ok: true, result };
      } catch (error) {
        await client.query('ROLLBACK');
        return {
          ok: false,
          code: error instanceof DomainError ? error.code : `unexpected: ${String(error)}`,
        };
      } finally {
        client.release();
      }
    }),
  );
}

/** The outcomes' codes, sorted, as one line. */
const codes = (outcomes: RaceOutcome<unknown>[]): string =>
  outcomes
    .map((outcome) => (outcome.ok ? 'ok' : outcome.code))
    .sort()
    .join(', ');

/** What is wrong with the outcomes of a contest: nothing when their codes are among the allowed lines. */
export const expectCodes = (outcomes: RaceOutcome<unknown>[], ...allowed: string[]): string[] =>
  allowed.includes(codes(outcomes)) ? [] : [`outcomes: ${codes(outcomes)}`];

/**
 * A pool whose statements lose their locking clauses on the way to PostgreSQL. The product's code is untouched; what
 * its locks do is gone. A race suite that stays green on this pool proves nothing.
 */
export function openPoolWithoutLocks(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, pipeline: true });
  pool.on('connect', (client) => {
    // Dropping the database afterwards may cut connections that are still saying goodbye.
    client.on('error', () => undefined);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const stripped = (first: unknown, ...rest: unknown[]): unknown => {
      if (typeof first === 'string') return query(withoutLocks(first), ...rest);
      if (typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string')
        return query({ ...first, text: withoutLocks(first.text) }, ...rest);
      return query(first, ...rest);
    };
    Object.assign(client, { query: stripped });
  });
  return pool;
}

/**
 * Takes away what the database itself guards: balances may go negative, a transfer reads before it writes, keys may
 * repeat. For the sabotaged copy of a test database only.
 */
export async function removeDatabaseGuards(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('ALTER TABLE user_wallets DROP CONSTRAINT user_wallets_available_not_negative');
    await client.query('ALTER TABLE user_wallets DROP CONSTRAINT user_wallets_reserved_not_negative');
    await client.query('ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_user_id_key_pk');
  } finally {
    await client.end();
  }
}

/** A busy machine may let contenders run one after the other for a while; mostly the first or second round finds the fault. */
const PATIENCE = 20;

/**
 * Runs a contest on a pool without locks until it finds a fault, and fails when it finds none in many times `rounds`: then the race
 * proves nothing, however green it is. Ends the pool.
 *
 * @param contest says what is wrong with one round; nothing when all is well.
 */
export async function expectFault(
  pool: pg.Pool,
  rounds: number,
  contest: (pool: pg.Pool) => Promise<readonly unknown[]>,
): Promise<void> {
  try {
    for (let round = 0; round < rounds * PATIENCE; round++) if ((await contest(pool)).length > 0) return;
    expect.fail(`no fault in ${rounds * PATIENCE} rounds: this race proves nothing`);
  } finally {
    await pool.end();
  }
}

/** The same on an installation that has lost, beside its locks, what the database itself guards. Ends the installation. */
export async function expectFaultUnguarded<Fixture extends { url: string; close(): Promise<void> }>(
  fixture: Fixture,
  rounds: number,
  contest: (fixture: Fixture, pool: pg.Pool) => Promise<readonly unknown[]>,
): Promise<void> {
  try {
    await removeDatabaseGuards(fixture.url);
    await expectFault(openPoolWithoutLocks(fixture.url, 8), rounds, (pool) => contest(fixture, pool));
  } finally {
    await fixture.close();
  }
}

/** Until some statement of this database waits for a lock. */
export async function untilBlocked(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rowCount) return;
  }
}
