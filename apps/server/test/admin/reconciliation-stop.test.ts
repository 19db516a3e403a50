// A run of the reconciliation has its time, and ends at once when the server stops.
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  type Check,
  RECONCILIATION_CHECKS,
  RuleNotCheckedError,
  runChecks,
} from '../../src/modules/admin/reconciliation/checks.ts';
import { createReconciliationRunner } from '../../src/modules/admin/reconciliation/reconciliation-runner.ts';
import { createAuditSealer } from '../../src/platform/audit-chain/index.ts';
import type { Tx } from '../../src/platform/database.ts';
import type { LeaderTerm } from '../../src/platform/leader.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { gate } from './reconciliation-gate.ts';

const log = pino({ level: 'silent' });
const leading: LeaderTerm = { epoch: 0, signal: new AbortController().signal };
const onProgress = () => undefined;

let fixture: ServerFixture;
beforeAll(async () => {
  fixture = await createServerFixture();
});
afterAll(() => fixture.close());

const SLOW = 'SELECT pg_sleep(8)';

/** Waits, then asks the database for something that takes long. */
function slowAfter(waiting: Check): { check: Check; begun: Promise<void> } {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const check: Check = {
    ...waiting,
    run: async (tx, signal) => {
      resolve();
      const found = await waiting.run(tx, signal);
      await tx.$client.query(SLOW);
      return found;
    },
  };
  return { check, begun };
}

const runnerOf = (check: Check) =>
  createReconciliationRunner({ ...fixture, log, term: () => leading, checks: [check] });

async function countSlow(client: Pick<ServerFixture['database']['pool'], 'query'>): Promise<number> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = $1 AND state = 'active'`,
    [SLOW],
  );
  return rowCount ?? 0;
}

it('a rule may take five minutes, and is named when that is not enough', async () => {
  const { check } = gate();
  const seen: unknown[] = [];
  const asking: Check = {
    ...check,
    run: async (tx) => {
      seen.push(...(await tx.$client.query('SHOW statement_timeout')).rows);
      await tx.$client.query('SELECT pg_sleep(0.5)');
      return {
        compared: 0,
        total: null,
        difference: null,
        violations: 0,
        violationsAtLeast: false,
        sample: [],
      };
    },
  };
  await runChecks(fixture.database, [asking], { onProgress });
  expect(seen).toEqual([{ statement_timeout: '5min' }]);
  const cut = runChecks(fixture.database, [asking], { onProgress, statementLimitMs: 100 });
  await expect(cut).rejects.toThrow(RuleNotCheckedError);
});

it('a stop between two statements ends the second one as well', async () => {
  const { check: waiting, open } = gate();
  const { check, begun } = slowAfter(waiting);
  const runner = runnerOf(check);
  await runner.begin(fixture.admin);
  await begun;
  const stopping = runner.stop();
  // By now a single cancellation has come and gone.
  await new Promise((resolve) => setTimeout(resolve, 500));
  open();
  const startedAt = performance.now();
  await stopping;
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

it('a stop cancels the statement under way, however busy the connections are', async () => {
  const { check, open } = gate();
  const runner = runnerOf(slowAfter(check).check);
  const { pool } = fixture.database;
  open();
  await runner.begin(fixture.admin);
  await vi.waitUntil(async () => (await countSlow(pool)) === 1, { timeout: 5_000 });
  const watching = await pool.connect();
  const size = pool.options.max ?? 0;
  const taken = await Promise.all(Array.from({ length: size - 1 }, () => pool.connect()));
  const stopping = runner.stop();
  try {
    await vi.waitUntil(async () => (await countSlow(watching)) === 0, { timeout: 4_000 });
  } finally {
    for (const client of [watching, ...taken]) client.release();
    await stopping;
  }
});

it('a long chain is left between two pieces of it', async () => {
  await fixture.database.pool.query(
    `INSERT INTO audit_log (id, actor_role, action, subject, subject_id, created_at)
     SELECT gen_random_uuid(), 'system', 'bot.start', 'investment', gen_random_uuid(), now() FROM generate_series(1, 1200)`,
  );
  const sealer = createAuditSealer({ ...fixture, log, term: () => leading });
  await vi.waitUntil(async () => (await sealer.seal()) > 0, { timeout: 10_000 });
  const chain = RECONCILIATION_CHECKS.find(({ name }) => name === 'audit-chain');
  const stop = new AbortController();
  let pieces = 0;
  const reading = fixture.database.snapshot(async (tx) => {
    const query = tx.$client.query.bind(tx.$client) as (...asked: unknown[]) => unknown;
    const counted = (...asked: unknown[]) => {
      if ((asked[0] as { name?: string }).name === 'read-audit-links') {
        pieces += 1;
        stop.abort(new Error('the server stops'));
      }
      return query(...asked);
    };
    const client = new Proxy(tx.$client, {
      get: (target, key) => (key === 'query' ? counted : Reflect.get(target, key)),
    });
    const watched = new Proxy(tx, {
      get: (target, key) => (key === '$client' ? client : Reflect.get(target, key)),
    });
    return chain?.run(watched as Tx, stop.signal);
  });
  await expect(reading).rejects.toThrow('the server stops');
  expect(pieces).toBe(1);
});
