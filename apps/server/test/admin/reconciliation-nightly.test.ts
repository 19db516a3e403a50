// One reconciliation a night, whatever happens to processes and leaders in between.
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Check } from '../../src/modules/admin/reconciliation/checks.ts';
import {
  createReconciliationRunner,
  type ReconciliationRunner,
} from '../../src/modules/admin/reconciliation/reconciliation-runner.ts';
import type { LeaderTerm } from '../../src/platform/leader.ts';
import { newId } from '../../src/platform/work.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { gate } from './reconciliation-gate.ts';

const HOUR_MS = 3_600_000;
const leading: LeaderTerm = { epoch: 0, signal: new AbortController().signal };
const admins = [newId(), newId()].sort();

let fixture: ServerFixture;
const runners: ReconciliationRunner[] = [];

beforeAll(async () => {
  fixture = await createServerFixture();
  for (const id of admins)
    await fixture.database.pool.query(
      `INSERT INTO auth_users (id, name, email, role) VALUES ($1, 'Probe', $2, 'admin')`,
      [id, `${id}@probe.example`],
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

function runnerOf(checks: readonly Check[], term: LeaderTerm | null = leading): ReconciliationRunner {
  const made = createReconciliationRunner({
    ...fixture,
    log: pino({ level: 'silent' }),
    term: () => term,
    checks,
  });
  runners.push(made);
  return made;
}

async function runRows() {
  const { rows } = await fixture.database.pool.query<{
    status: string;
    night: string | null;
    attempt: number;
    trigger: string;
  }>('SELECT status, night::text, attempt, trigger FROM reconciliation_runs ORDER BY started_at, id');
  return rows;
}

async function alarms() {
  const { rows } = await fixture.database.pool.query<{ user_id: string; title: string }>(
    `SELECT user_id, title FROM user_notifications WHERE subject = 'reconciliation' ORDER BY created_at, user_id`,
  );
  return rows;
}

describe('every night', () => {
  const morning = new Date('2026-03-03T02:00:00.000Z');
  const fast = () => runnerOf([]);

  it('there is one run, across looks, restarts and replicas', async () => {
    fixture.clock.set(morning);
    const replicas = [fast(), fast(), fast()];
    for (let look = 0; look < 4; look++) {
      await Promise.all(replicas.map((one) => one.lookForNight()));
      await Promise.all(replicas.map((one) => one.idle()));
      fixture.clock.advance(HOUR_MS);
    }
    const restarted = fast();
    expect(await restarted.lookForNight()).toBe(false);
    expect(await runRows()).toMatchObject([
      { night: '2026-03-03', status: 'passed', attempt: 1, trigger: 'nightly' },
    ]);
    fixture.clock.set(new Date(morning.getTime() + 24 * HOUR_MS - 1));
    expect(await restarted.lookForNight()).toBe(false);
    fixture.clock.advance(1);
    expect(await restarted.lookForNight()).toBe(true);
    await restarted.idle();
    expect((await runRows()).map(({ night }) => night)).toEqual(['2026-03-03', '2026-03-04']);
  });

  it('it is the leader’s alone, and a former leader’s not', async () => {
    fixture.clock.set(morning);
    expect(await runnerOf([], null).lookForNight()).toBe(false);
    const former: LeaderTerm = { epoch: 41, signal: new AbortController().signal };
    expect(await runnerOf([], former).lookForNight()).toBe(false);
    expect(await runRows()).toEqual([]);
  });

  it('a night that was missed is made up for, and waits while somebody else’s run goes on', async () => {
    fixture.clock.set(new Date(morning.getTime() + 9 * HOUR_MS));
    const { check, open } = gate();
    const manual = runnerOf([check]);
    await manual.begin(fixture.admin);
    const nightly = fast();
    expect(await nightly.lookForNight()).toBe(false);
    open();
    await manual.idle();
    expect(await nightly.lookForNight()).toBe(true);
    await nightly.idle();
    expect((await runRows()).map(({ trigger, status }) => [trigger, status])).toEqual([
      ['manual', 'passed'],
      ['nightly', 'passed'],
    ]);
  });

  it('a run that a stop cut short is begun again by the next leader, as the same run, however often that happens', async () => {
    fixture.clock.set(morning);
    for (let restart = 0; restart < 4; restart++) {
      const { check, open } = gate();
      const stopped = runnerOf([check, { ...check, name: 'never' }]);
      expect(await stopped.lookForNight()).toBe(true);
      const stopping = stopped.stop();
      open();
      await stopping;
      expect(await runRows()).toMatchObject([{ status: 'aborted', attempt: 0 }]);
    }
    expect(await alarms()).toEqual([]);
    const next = fast();
    expect(await next.lookForNight()).toBe(true);
    await next.idle();
    expect(await runRows()).toMatchObject([{ status: 'passed', attempt: 1, night: '2026-03-03' }]);
  });

  it('a run that cannot be carried out is not tried for ever, and in the end every admin is told once', async () => {
    fixture.clock.set(morning);
    const { check } = gate();
    const broken: Check = { ...check, run: () => Promise.reject(new Error('no such table')) };
    const failing = runnerOf([broken]);
    for (const expected of [true, true, true, false]) {
      expect(await failing.lookForNight()).toBe(expected);
      await failing.idle();
    }
    expect(await runRows()).toMatchObject([{ status: 'aborted', attempt: 3 }]);
    expect(await alarms()).toEqual(
      admins.map((user_id) => ({ user_id, title: 'Abgleich nicht abgeschlossen' })),
    );
  });

  it('a run whose processes die one after the other is told of as well', async () => {
    fixture.clock.set(morning);
    const { check, open } = gate();
    const frozen = [runnerOf([check]), runnerOf([check]), runnerOf([check])];
    for (const one of frozen) {
      expect(await one.lookForNight()).toBe(true);
      fixture.clock.advance(121_000);
    }
    expect(await alarms()).toEqual([]);
    expect(await fast().lookForNight()).toBe(false);
    expect(await runRows()).toMatchObject([{ status: 'aborted', attempt: 3 }]);
    expect(await alarms()).toHaveLength(admins.length);
    open();
    await Promise.all(frozen.map((one) => one.idle()));
    expect(await runRows()).toMatchObject([{ status: 'aborted', attempt: 3 }]);
    expect(await alarms()).toHaveLength(admins.length);
  });
});
