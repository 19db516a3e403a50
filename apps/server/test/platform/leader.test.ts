// Elections between processes are elections between connections, so several candidates in one process are as good;
// only freezing and killing take a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database.ts';
import {
  assertEpoch,
  electLeader,
  holderOf,
  type LeaderElection,
  type LeaderTerm,
  LostLeadershipError,
  listReplicas,
} from '../../src/platform/leader.ts';
import { systemClock } from '../../src/platform/work.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

const log = pino({ level: 'silent' });
const POLL_MS = 100;
let testDatabase: TestDatabase;
let database: Database;
let candidates: Candidate[] = [];
let children: ChildProcess[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, log });
});
afterEach(async () => {
  await Promise.all(candidates.map(({ election }) => election.stop()));
  candidates = [];
  for (const child of children) child.kill('SIGKILL');
  children = [];
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

type Candidate = { election: LeaderElection; terms: LeaderTerm[] };

/** Stands for election and keeps every term it was given, until the term ends. */
function stand(
  holder: string,
  lead: (term: LeaderTerm) => Promise<void> = (term) => once(term.signal),
  databaseUrl = testDatabase.url,
): Candidate {
  const terms: LeaderTerm[] = [];
  const election = electLeader({
    databaseUrl,
    holder,
    clock: systemClock,
    log,
    pollMs: POLL_MS,
    lead: (term) => {
      terms.push(term);
      return lead(term);
    },
  });
  const candidate = { election, terms };
  candidates.push(candidate);
  return candidate;
}

const once = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await sleep(20);
  }
}

/** A write as the leader's work makes it. */
const writeAs = (term: LeaderTerm) => database.transaction((tx) => assertEpoch(tx, term.epoch));

async function killLeaderSession(): Promise<void> {
  const { rows } = await database.db.execute<{ killed: boolean }>(sql`
    SELECT pg_terminate_backend(pid) AS killed FROM pg_locks
    WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
  expect(rows).toEqual([{ killed: true }]);
}

async function databaseTime(): Promise<string> {
  const { rows } = await database.db.execute<{ now: string }>(sql`SELECT clock_timestamp()::text AS now`);
  return rows[0]!.now;
}

/** Whether a follower has asked for the lock after `since` without getting it. */
async function wasRefusedAfter(since: string): Promise<boolean> {
  const { rows } = await database.db.execute(sql`
    SELECT FROM pg_stat_activity AS session
    WHERE datname = current_database() AND application_name LIKE 'botdepot-leader %'
      AND query LIKE '%pg_try_advisory_lock%' AND state = 'idle' AND query_start > ${since}::timestamptz
      AND NOT EXISTS (
        SELECT FROM pg_locks WHERE pid = session.pid AND locktype = 'advisory' AND granted)`);
  return rows.length > 0;
}

/** Stands for election behind somebody who leads already, and has asked in vain. */
async function follow(holder: string): Promise<Candidate> {
  const since = await databaseTime();
  const candidate = stand(holder);
  await until(() => wasRefusedAfter(since));
  return candidate;
}

/** A way to the test's database that ends the first `refusals` connections at once. */
async function openRefusingProxy(refusals: number) {
  const url = new URL(testDatabase.url);
  const target = { port: Number(url.port), host: url.hostname };
  let refused = 0;
  const server = createServer((inner) => {
    if (refused < refusals) {
      refused += 1;
      inner.destroy();
      return;
    }
    const outer = connect(target);
    inner.on('error', () => outer.destroy());
    outer.on('error', () => inner.destroy());
    inner.pipe(outer).pipe(inner);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, refused: () => refused, close: () => server.close() };
}

test('of several candidates one leads, with an epoch of its own', async () => {
  const all = [stand('a'), stand('b'), stand('c')];
  await until(() => all.some(({ election }) => election.term() !== null));
  await sleep(500);
  const leading = all.filter(({ election }) => election.term() !== null);
  expect(leading).toHaveLength(1);
  const [row] = (await database.db.execute(sql`SELECT epoch, holder FROM leadership WHERE name = 'market'`))
    .rows;
  expect(Number(row?.epoch)).toBe(leading[0]?.election.term()?.epoch);
});

test('a leader that stops hands over at once, after its work has ended', async () => {
  let working = false;
  let overlapped = false;
  const first = stand('first', async (term) => {
    working = true;
    await once(term.signal);
    const stoppedAt = await databaseTime();
    await until(async () => second.terms.length > 0 || (await wasRefusedAfter(stoppedAt)));
    working = false;
  });
  await until(() => first.election.term() !== null);
  const second = stand('second', async (term) => {
    overlapped ||= working;
    await once(term.signal);
  });
  await first.election.stop();
  // A lock that nobody gives back comes free after 6 s, with the idle session.
  await until(() => second.election.term() !== null, 55 * POLL_MS);
  expect(overlapped).toBe(false);
  expect(second.terms[0]!.epoch).toBe(first.terms[0]!.epoch + 1);
});

test('when the session of the leader is killed another takes over, and the old epoch can write nothing', async () => {
  const first = stand('first');
  await until(() => first.election.term() !== null);
  const [term] = first.terms;
  await writeAs(term!);
  const second = await follow('second');

  await killLeaderSession();
  await until(() => term!.signal.aborted);
  // The two may win in any order; what counts is that somebody leads with a new epoch.
  await until(() => first.terms.length + second.terms.length === 2);
  const successor = second.terms[0] ?? first.terms[1];
  expect(successor!.epoch).toBeGreaterThan(term!.epoch);
  await writeAs(successor!);
  await expect(writeAs(term!)).rejects.toThrow(LostLeadershipError);
});

test('a take-over waits for the transaction in which the old leader is still writing', async () => {
  const first = stand('first');
  await until(() => first.election.term() !== null);
  const [term] = first.terms;
  const second = await follow('second');
  await database.transaction(async (tx) => {
    await assertEpoch(tx, term!.epoch);
    await killLeaderSession();
    await sleep(1_500);
    expect(first.terms.length + second.terms.length).toBe(1);
  });
  await until(() => first.terms.length + second.terms.length === 2);
});

test('work that fails ends its term, and the leadership is won again', async () => {
  const only = stand('only', async (term) => {
    if (only.terms.length < 3) throw new Error('broken');
    await once(term.signal);
  });
  await until(() => only.terms.length === 3);
  expect(only.terms.map((term) => term.epoch)).toEqual([0, 1, 2].map((n) => only.terms[0]!.epoch + n));
  expect(only.terms.map((term) => term.signal.aborted)).toEqual([true, true, false]);
});

test('a candidate that is stopped while it wins does not begin to lead', async () => {
  let begun = 0;
  let stopped: Promise<void> | null = null;
  // It reads the time between the lock and the term: the latest moment to change one's mind.
  const hesitant = {
    now: () => {
      stopped = election.stop();
      return systemClock.now();
    },
  };
  const election = electLeader({
    databaseUrl: testDatabase.url,
    holder: 'hesitant',
    clock: hesitant,
    log,
    pollMs: POLL_MS,
    lead: (term) => {
      begun += 1;
      return once(term.signal);
    },
  });
  await until(() => stopped !== null);
  await stopped;
  expect(begun).toBe(0);
}, 30_000);

test('a candidate survives a database that cannot be reached, and leads once it can be', async () => {
  const proxy = await openRefusingProxy(2);
  const { election } = stand('patient', undefined, proxy.url);
  try {
    await until(() => election.term() !== null);
    expect(proxy.refused()).toBe(2);
  } finally {
    await election.stop();
    proxy.close();
  }
});

describe('a leader in another process', () => {
  const HOLDER = fileURLToPath(new URL('./hold-leadership.ts', import.meta.url));

  function startProcess(): { child: ChildProcess; lines: string[] } {
    const child = spawn(process.execPath, [HOLDER, testDatabase.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const lines: string[] = [];
    createInterface({ input: child.stdout! }).on('line', (line) => lines.push(line));
    return { child, lines };
  }

  test('that is killed is followed without anybody’s help', async () => {
    const { child, lines } = startProcess();
    await until(() => lines.length > 0);
    const successor = await follow('successor');
    child.kill('SIGKILL');
    // Its connection ends with it; the lock of a silent one comes free after 6 s.
    await until(() => successor.terms.length > 0, 55 * POLL_MS);
  });

  test('that freezes is followed all the same, and refused when it wakes up', {
    tags: ['long'],
  }, async () => {
    const { child, lines } = startProcess();
    await until(() => lines.length > 0);
    const epoch = Number(lines[0]?.split(' ')[1]);
    const successor = stand('successor');
    child.kill('SIGSTOP');
    await until(() => successor.terms.length > 0, 20_000);
    expect(successor.terms[0]!.epoch).toBe(epoch + 1);
    child.kill('SIGCONT');
    await until(() => lines.includes(`refused ${epoch}`));
  });
});

test('everybody who stands is known by host and process, and who leads; nobody any more who is gone', async () => {
  const longHost = `${'h'.repeat(60)}-x2k4q`;
  const first = stand(holderOf(longHost, 17));
  await until(() => first.election.term() !== null);
  const second = await follow(holderOf('b', 1));
  const replicas = await listReplicas(database.db);
  expect(replicas).toEqual([
    { name: 'b/1', isLeader: false },
    { name: expect.stringMatching(/^h+-x2k4q\/17$/), isLeader: true },
  ]);
  await first.election.stop();
  await until(() => second.election.term() !== null);
  expect(await listReplicas(database.db)).toEqual([{ name: 'b/1', isLeader: true }]);
});
