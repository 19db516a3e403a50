// The reconciliation: every rule with its figures, one run at a time, and an alarm when something is wrong.
import type { ReconciliationRunDetail } from '@botdepot/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Check, RECONCILIATION_CHECKS } from '../../src/modules/admin/reconciliation/checks.ts';
import {
  createReconciliationRunner,
  type ReconciliationRunner,
} from '../../src/modules/admin/reconciliation/reconciliation-runner.ts';
import { createAuditSealer } from '../../src/platform/audit-chain/index.ts';
import type { LeaderTerm } from '../../src/platform/leader.ts';
import { newId } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { gate } from './reconciliation-gate.ts';

const log = pino({ level: 'silent' });
const leading: LeaderTerm = { epoch: 0, signal: new AbortController().signal };

let fixture: ServerFixture;
let api: Api;
let runner: ReconciliationRunner;
const runners: ReconciliationRunner[] = [];
let admin: ReturnType<Api['person']>;

beforeAll(async () => {
  fixture = await createServerFixture();
  runner = runnerOf();
  api = createApi(fixture, { reconciliation: runner });
  admin = api.person('admin');
  await fixture.createCustomer('250');
  // Nobody made them admins: like the demo's, they came with the installation.
  for (const person of [admin, api.person('admin')])
    await fixture.database.pool.query(
      `INSERT INTO auth_users (id, name, email, role, demo) VALUES ($1, 'Probe', $2, 'admin', true)`,
      [person.userId, `${person.userId}@probe.example`],
    );
});
afterAll(async () => {
  await Promise.all(runners.map((one) => one.stop()));
  await fixture.close();
});
beforeEach(async () => {
  await fixture.database.pool.query('DELETE FROM reconciliation_runs');
  await fixture.database.pool.query('DELETE FROM user_notifications');
});
afterEach(() => Promise.all(runners.map((one) => one.idle())));

function runnerOf(checks?: readonly Check[]): ReconciliationRunner {
  const made = createReconciliationRunner({
    ...fixture,
    log,
    term: () => leading,
    ...(checks && { checks }),
  });
  runners.push(made);
  return made;
}

async function rowsOf<T extends object>(text: string): Promise<T[]> {
  return (await fixture.database.pool.query<T>(text)).rows;
}

const statuses = async () =>
  (await rowsOf<{ status: string }>('SELECT status FROM reconciliation_runs ORDER BY started_at, id')).map(
    ({ status }) => status,
  );
const alarms = () =>
  rowsOf<{
    user_id: string;
    title: string;
    message: string;
    subject: string;
    subject_id: string;
    type: string;
  }>(`SELECT * FROM user_notifications WHERE subject = 'reconciliation' ORDER BY user_id`);

const GUARDED = ['user_wallets', 'ledger_transfers', 'audit_log', 'audit_seals', 'audit_chain'];

/** Lets a statement pass that triggers would refuse, as the owner of the tables could. */
async function force(...statements: string[]): Promise<void> {
  await fixture.database.transaction(async ({ $client }) => {
    for (const table of GUARDED) await $client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (const statement of statements) await $client.query(statement);
    for (const table of GUARDED) await $client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
}

async function runNow(): Promise<ReconciliationRunDetail> {
  const started = await api.call('POST', '/api/admin/reconciliation/runs', { as: admin, body: {} });
  expect(started.status).toBe(200);
  await runner.idle();
  const { body } = await api.call('GET', `/api/admin/reconciliation/runs/${started.body.id}`, { as: admin });
  return body as unknown as ReconciliationRunDetail;
}

const resultOf = (run: ReconciliationRunDetail, name: string) => {
  const result = run.results.find((one) => one.name === name);
  if (!result) throw new Error(`no result of ${name}`);
  return result;
};

describe('a run', () => {
  it('says of every rule what was compared, how many, the sum and the difference', async () => {
    const run = await runNow();
    expect(run).toMatchObject({
      status: 'passed',
      trigger: 'manual',
      requestedBy: `${admin.userId}@probe.example`,
      failedChecks: 0,
      checksDone: RECONCILIATION_CHECKS.length,
      checksTotal: RECONCILIATION_CHECKS.length,
    });
    expect(run.results.map(({ name }) => name)).toEqual(RECONCILIATION_CHECKS.map(({ name }) => name));
    expect(new Set(run.results.map(({ name }) => name)).size).toBe(run.results.length);
    expect(resultOf(run, 'entries-sum-to-zero')).toMatchObject({
      what: 'Buchungszeilen',
      compared: 2,
      total: '250.00',
      difference: '0.00',
      violations: 0,
    });
    expect(resultOf(run, 'deposit-approved-iff-booked-once')).toMatchObject({
      compared: 1,
      total: '250.00',
      difference: '0.00',
    });
    expect(await alarms()).toEqual([]);
  });

  it('is written down with who asked for it, and listed newest first', async () => {
    const first = await runNow();
    fixture.clock.advance(1_000);
    const second = await runNow();
    const rows = await rowsOf<{ subject_id: string; actor_id: string }>(
      `SELECT subject_id, actor_id FROM audit_log WHERE action = 'reconciliation.start' ORDER BY seq DESC LIMIT 2`,
    );
    expect(rows.map(({ subject_id }) => subject_id)).toEqual([second.id, first.id]);
    expect(rows[0]?.actor_id).toBe(admin.userId);
    const { body } = await api.call('GET', '/api/admin/reconciliation/runs', { as: admin });
    expect((body.items as { id: string }[]).map(({ id }) => id)).toEqual([second.id, first.id]);
  });

  it('is one at a time, however many admins and replicas ask: all get the same', async () => {
    const { check, open } = gate();
    const replicas = [runnerOf([check]), runnerOf([check]), runnerOf([check])];
    const begun = await Promise.all(
      Array.from({ length: 9 }, (_, index) => (replicas[index % 3] ?? runner).begin(fixture.admin)),
    );
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
    expect(await statuses()).toEqual(['running']);
    open();
    await Promise.all(replicas.map((one) => one.idle()));
    expect(await statuses()).toEqual(['passed']);
  });

  it('shows how far it is while it runs', async () => {
    const { check, open } = gate();
    const done: Check = {
      ...check,
      name: 'done',
      run: async () => ({
        compared: 3,
        total: null,
        difference: null,
        violations: 0,
        violationsAtLeast: false,
        sample: [],
      }),
    };
    const slow = runnerOf([done, check]);
    const { id } = await slow.begin(fixture.admin);
    await expect
      .poll(async () => (await api.call('GET', `/api/admin/reconciliation/runs/${id}`, { as: admin })).body)
      .toMatchObject({ status: 'running', checksDone: 1, checksTotal: 2, finishedAt: null });
    open();
    await slow.idle();
    expect((await statuses())[0]).toBe('passed');
  });

  it('whose process is gone is ended by the next one that looks', async () => {
    const { check, open } = gate();
    const frozen = runnerOf([check]);
    await frozen.begin(fixture.admin);
    fixture.clock.advance(121_000);
    const run = await runNow();
    expect(run.status).toBe('passed');
    expect(await statuses()).toEqual(['aborted', 'passed']);
    // It was only frozen, and finds that its run is not its own any more.
    open();
    await frozen.idle();
    expect(await statuses()).toEqual(['aborted', 'passed']);
  });
});

describe('a broken state', () => {
  it('turns the run red, names the rule and what differs, and alarms every admin once', async () => {
    const admins = await rowsOf<{ id: string }>(`SELECT id FROM auth_users WHERE role = 'admin' ORDER BY id`);
    const [wallet] = await rowsOf<{ user_id: string }>(
      `SELECT user_id FROM user_wallets WHERE usd_balance = 250`,
    );
    await force(`UPDATE user_wallets SET usd_balance = 253.5 WHERE user_id = '${wallet?.user_id}'`);
    try {
      const run = await runNow();
      expect(run).toMatchObject({ status: 'failed', failedChecks: 1 });
      expect(resultOf(run, 'balance-is-sum-of-entries')).toMatchObject({
        total: '253.50',
        difference: '3.50',
        violations: 1,
        sample: [{ user_id: wallet?.user_id, usd_balance: '253.500000' }],
      });
      const told = await alarms();
      expect(told.map(({ user_id }) => user_id)).toEqual(admins.map(({ id }) => id));
      expect(admins).toHaveLength(2);
      expect(told[0]).toMatchObject({
        title: 'Abgleich: Abweichung gefunden',
        message: 'Eine Regel ist verletzt: „Jeder gespeicherte Stand ist die Summe seiner Zeilen“.',
        type: 'error',
        subject_id: run.id,
      });
    } finally {
      await force(`UPDATE user_wallets SET usd_balance = 250 WHERE user_id = '${wallet?.user_id}'`);
    }
    expect((await runNow()).status).toBe('passed');
    expect(new Set((await alarms()).map(({ subject_id }) => subject_id)).size).toBe(1);
  });

  it('of the audit log is named by the number of the row', async () => {
    const sealer = createAuditSealer({ ...fixture, log, term: () => leading });
    await expect
      .poll(async () => {
        await sealer.seal();
        const { body } = await api.call('GET', '/api/admin/audit-chain', { as: admin });
        return body.unsealed;
      })
      .toBe(0);
    const [row] = await rowsOf<{ seq: string; actor_id: string }>(
      `SELECT seq, actor_id FROM audit_log WHERE action = 'deposit.request' ORDER BY seq LIMIT 1`,
    );
    await force(`UPDATE audit_log SET actor_id = '${newId()}' WHERE seq = ${row?.seq}`);
    try {
      const run = await runNow();
      expect(run.status).toBe('failed');
      expect(resultOf(run, 'audit-chain')).toMatchObject({
        violations: 1,
        sample: [{ seq: Number(row?.seq), kind: 'content' }],
      });
      const { body } = await api.call('GET', '/api/admin/audit-chain', { as: admin });
      expect(body.checked).toMatchObject({ ok: false, runId: run.id });
    } finally {
      await force(`UPDATE audit_log SET actor_id = '${row?.actor_id}' WHERE seq = ${row?.seq}`);
    }
    expect((await runNow()).status).toBe('passed');
    const { body } = await api.call('GET', '/api/admin/audit-chain', { as: admin });
    expect(body.checked).toMatchObject({ ok: true, position: body.position });
  });

  it('in which an admin acted without a row in the audit log is found', async () => {
    const [booking] = await rowsOf<{ id: string; actor_id: string }>(
      `SELECT id, actor_id FROM ledger_transfers WHERE kind = 'deposit_approved' LIMIT 1`,
    );
    await force(`UPDATE ledger_transfers SET actor_id = '${newId()}' WHERE id = '${booking?.id}'`);
    try {
      const run = await runNow();
      expect(run.results.filter(({ violations }) => violations > 0)).toMatchObject([
        { name: 'bookings-name-their-admin', violations: 1, sample: [{ id: booking?.id }] },
      ]);
    } finally {
      await force(
        `UPDATE ledger_transfers SET actor_id = '${booking?.actor_id}' WHERE id = '${booking?.id}'`,
      );
    }
  });

  it('in which somebody became an admin unseen is found', async () => {
    const id = newId();
    await fixture.database.pool.query(
      `INSERT INTO auth_users (id, name, email, role) VALUES ($1, 'Neu', 'neu@probe.example', 'admin')`,
      [id],
    );
    try {
      const run = await runNow();
      expect(resultOf(run, 'admins-were-made').sample).toContainEqual({ id });
    } finally {
      await fixture.database.pool.query('DELETE FROM auth_users WHERE id = $1', [id]);
    }
  });
});

// The last one: what it cuts off does not come back.
it('a chain that was cut short as a whole does not contain the end that an earlier run noted', async () => {
  expect((await runNow()).status).toBe('passed');
  const [end] = await rowsOf<{ position: string }>('SELECT position FROM audit_chain');
  await force(
    'DELETE FROM audit_log WHERE seq > (SELECT audit_seq FROM audit_seals WHERE position = 1)',
    'DELETE FROM audit_seals WHERE position > 1',
    'UPDATE audit_chain SET (position, hash, audit_seq) = (SELECT position, hash, audit_seq FROM audit_seals)',
  );
  const run = await runNow();
  expect(resultOf(run, 'audit-chain')).toMatchObject({
    violations: 1,
    sample: [{ kind: 'kept', seq: null, position: Number(end?.position) }],
  });
});
