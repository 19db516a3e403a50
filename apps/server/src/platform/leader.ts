import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Tx } from './database.ts';
import { isWorthLogging } from './describe-error.ts';
import { leadership } from './platform.schema.ts';
import { type Clock, newId } from './work.ts';

// Any constant will do; it only has to be the same in every replica.
const LEADER_LOCK = 7_201_002;
/** What the session of everybody who stands for election is called, before the name of the process. */
const SESSION_NAME = 'botdepot-leader ';
/** How often a follower asks for the lock and a leader proves that it is alive. */
const POLL_MS = 1_000;
const LONGEST_BACKOFF_MS = 5_000;
/** A leader's answerless question counts as a lost connection after this time. */
const QUERY_TIMEOUT_MS = 4_000;
/** The take-over waits for the last transaction of the old leader, at most as long as `assertEpoch` lets it idle. */
const TAKE_OVER_TIMEOUT_MS = 10_000;

/**
 * What the server does with the session of a leader that fell silent: a dead host is noticed by TCP within seconds, a
 * frozen process by its missing questions. Either way the session ends and with it the lock.
 */
const SESSION_SETTINGS = `
  SET idle_session_timeout = '6s';
  SET tcp_keepalives_idle = 3;
  SET tcp_keepalives_interval = 1;
  SET tcp_keepalives_count = 3;
  SET tcp_user_timeout = '6s'`;

/** One period of leadership. `epoch` is larger than that of every earlier leader. */
export type LeaderTerm = {
  readonly epoch: number;
  /** Aborted as soon as the leadership is lost or given up: stop working then, nothing may be written any more. */
  readonly signal: AbortSignal;
};

export type LeaderElection = {
  /** The running term of this process; null on a follower. */
  term(): LeaderTerm | null;
  /** Gives up the leadership once running work has ended, and takes no further part. */
  stop(): Promise<void>;
};

/** Another leader took over (or this one was never elected): the transaction that finds out must not commit. */
export class LostLeadershipError extends Error {
  constructor(epoch: number) {
    super(`leadership of epoch ${epoch} is over`);
    this.name = 'LostLeadershipError';
  }
}

/**
 * The fence: every write transaction of the leader's work calls this first. The row lock (FOR SHARE) keeps a
 * successor from raising the epoch until this transaction has ended, so no write of an old epoch can follow one of a
 * new epoch. A leader that freezes inside the transaction blocks its successor for 6 s at most.
 * @throws LostLeadershipError when `epoch` is not the current one.
 */
export async function assertEpoch(tx: Tx, epoch: number): Promise<void> {
  const { rows } = await tx.execute(sql`
    SELECT set_config('idle_in_transaction_session_timeout', '6s', true)
    FROM leadership WHERE name = 'market' AND epoch = ${epoch} FOR SHARE`);
  if (rows.length === 0) throw new LostLeadershipError(epoch);
}

/** Since when the present leader has led, or the last one did; null before the first. */
export async function readLedSince(tx: Tx): Promise<Date | null> {
  const [row] = await tx
    .select({ acquiredAt: leadership.acquiredAt })
    .from(leadership)
    .where(and(eq(leadership.name, 'market'), gt(leadership.epoch, 0)));
  return row?.acquiredAt ?? null;
}

/**
 * Takes part in the election of the one leader that runs feed, bots and settlements. The lock is a session advisory
 * lock on a connection of its own (not through a pooler that shares sessions): it ends with the session, whatever ends
 * that. `lead` is called once per term and must return soon after its signal is aborted; a throw ends the term, and
 * this process stands for election again after a pause.
 */
export function electLeader(options: {
  databaseUrl: string;
  /** Names this process in the `leadership` table, e.g. host and process id. */
  holder: string;
  clock: Clock;
  log: Logger;
  lead: (term: LeaderTerm) => Promise<void>;
  pollMs?: number;
}): LeaderElection {
  const pollMs = options.pollMs ?? POLL_MS;
  const stopping = new AbortController();
  let current: LeaderTerm | null = null;
  const finished = campaignUntilStopped();

  async function campaignUntilStopped(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        const ledFor = await campaign();
        failures = ledFor > LONGEST_BACKOFF_MS ? 0 : failures + 1;
      } catch (error) {
        failures += 1;
        // An unreachable database would repeat this for ever.
        if (isWorthLogging(failures)) options.log.warn({ err: error, failures }, 'leader election failed');
      }
      await pause(Math.min(LONGEST_BACKOFF_MS, 100 * 2 ** Math.min(failures, 10)));
    }
  }

  /** Connects, waits for the lock and leads until the term ends. Returns how long it led, in ms. */
  async function campaign(): Promise<number> {
    const lost = new AbortController();
    const client = new pg.Client({
      connectionString: options.databaseUrl,
      application_name: SESSION_NAME + processOf(options.holder),
      connectionTimeoutMillis: 5_000,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 2_000,
    });
    // Without a listener an error event would end the process.
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('connection ended')));
    try {
      await client.connect();
      await client.query(SESSION_SETTINGS);
      while (!(await tryLock(client))) {
        await pause(pollMs);
        if (stopping.signal.aborted || lost.signal.aborted) return 0;
      }
      const epoch = await raiseEpoch(client);
      return await leadUntil(client, epoch, lost);
    } finally {
      await endWithin(client, 1_000);
    }
  }

  async function raiseEpoch(client: pg.Client): Promise<number> {
    // The driver reads `query_timeout` per query too; its types do not know.
    const takeOver = {
      text: `UPDATE leadership SET epoch = epoch + 1, holder = $1, acquired_at = $2 WHERE name = 'market'
             RETURNING epoch`,
      values: [options.holder, options.clock.now()],
      query_timeout: TAKE_OVER_TIMEOUT_MS,
    };
    const { rows } = await client.query<{ epoch: string }>(takeOver);
    const [row] = rows;
    if (!row) throw new Error('the leadership row is missing');
    return Number(row.epoch);
  }

  async function leadUntil(client: pg.Client, epoch: number, lost: AbortController): Promise<number> {
    const startedAt = performance.now();
    const given = new AbortController();
    const term = { epoch, signal: AbortSignal.any([lost.signal, stopping.signal, given.signal]) };
    // Stopped or cut off while it won: work that begins now would wait for an abort that has already happened.
    if (term.signal.aborted) return 0;
    current = term;
    options.log.info({ epoch }, 'leading');
    const work = options.lead(term);
    try {
      const ended = work.then(
        () => true,
        () => true,
      );
      while (!term.signal.aborted) {
        const done = await Promise.race([ended, pause(pollMs, term.signal).then(() => false)]);
        if (done || term.signal.aborted) break;
        await client.query('SELECT 1');
      }
    } finally {
      current = null;
      given.abort();
      // The lock is given back only when nothing works on its strength any more.
      await work.catch((error: unknown) => {
        if (!term.signal.aborted || error instanceof LostLeadershipError)
          options.log.warn({ err: error, epoch }, 'a leader term failed');
      });
      options.log.info({ epoch }, 'no longer leading');
    }
    return performance.now() - startedAt;
  }

  async function pause(ms: number, signal: AbortSignal = stopping.signal): Promise<void> {
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }

  return {
    term: () => current,
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}

/**
 * Every process that stands for election, by host and process id: the leader and those who wait for its lock. A process that dies or
 * freezes is gone within seconds, as its session is.
 */
export async function listReplicas({ $client }: Tx): Promise<{ name: string; isLeader: boolean }[]> {
  const { rows } = await $client.query<{ name: string; holder: string }>(
    `SELECT DISTINCT substr(s.application_name, length($1) + 1) AS name, l.holder
     FROM pg_stat_activity s, leadership l
     WHERE s.datname = current_database() AND starts_with(s.application_name, $1) AND l.name = 'market'
     ORDER BY name`,
    [SESSION_NAME],
  );
  return rows.map(({ name, holder }) => ({ name, isLeader: name === processOf(holder) }));
}

/** PostgreSQL cuts the name of a session after 63 bytes; those of pods differ at their end. */
const HOST_LENGTH = 38;

/** The name of a process that stands for election: no other one, earlier or elsewhere, has the same. */
export const holderOf = (host: string, pid: number): string =>
  `${host.slice(-HOST_LENGTH)}/${pid}/${newId()}`;

/** Host and process id, without what tells one start from the next. */
const processOf = (holder: string): string => holder.split('/').slice(0, 2).join('/');

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    LEADER_LOCK,
  ]);
  return rows[0]?.locked === true;
}

/** A broken connection cannot say goodbye; waiting for that would take as long as TCP takes to give up. */
async function endWithin(client: pg.Client, timeoutMs: number): Promise<void> {
  const enough = new AbortController();
  await Promise.race([
    client.end().catch(() => undefined),
    sleep(timeoutMs, undefined, { signal: enough.signal }).catch(() => undefined),
  ]);
  enough.abort();
}
