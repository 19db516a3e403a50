import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNetwork } from '../../../../test/drills/proxy.ts';
import { type Database, isConnectionFailure, openDatabase, sqlState } from '../../src/platform/database.ts';
import { newId } from '../../src/platform/work.ts';
import { createApi } from '../api-fixture.ts';
import { createTestDatabase } from '../database.ts';
import {
  createIdentityFixture,
  GOOD_PASSWORD,
  type IdentityFixture,
  Visitor,
} from '../identity/identity-fixture.ts';
import { createServerFixture } from '../server-fixture.ts';

describe('while the database is away', () => {
  let fixture: IdentityFixture;
  let away: Database;
  const logged: { level: number; msg: string }[] = [];
  beforeAll(async () => {
    fixture = await createIdentityFixture({ DEMO: '1' });
    away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', log: pino({ level: 'silent' }) });
  });
  afterAll(async () => {
    await away.close();
    await fixture.close();
  });

  it('whoever is signed in hears that the service is unavailable, and nothing is reported as a fault', async () => {
    const anna = new Visitor(fixture);
    await anna.post('/sign-up/email', { name: 'Anna', email: 'anna@probe.example', password: GOOD_PASSWORD });
    const log = pino({ level: 'error' }, { write: (line) => void logged.push(JSON.parse(line)) });
    const api = createApi(fixture, { auth: fixture.authOn(away, log) });
    const cookie = anna.headers.get('cookie') ?? '';
    expect(cookie).not.toBe('');

    for (const [method, path] of [
      ['GET', '/api/wallet'],
      ['GET', '/api/profile/export'],
      ['POST', '/api/deposits'],
    ] as const) {
      const answer = await api.call(method, path, {
        headers: { cookie },
        ...(method === 'POST' && { body: { amountUsd: '10.00', cryptoCurrency: 'USDT' } }),
      });
      expect(answer, path).toMatchObject({
        status: 503,
        body: { code: 'UNAVAILABLE', message: 'Temporarily unavailable' },
      });
    }
    const { rows } = await fixture.database.pool.query('SELECT request FROM faults');
    expect(rows).toEqual([]);
    expect(logged).toEqual([]);
  });
});

it('a command whose outcome cannot be kept is unavailable, books nothing, and works with its key afterwards', async () => {
  const fixture = await createServerFixture();
  const { pool } = fixture.database;
  try {
    const api = createApi(fixture);
    const customer = await fixture.createCustomer('100');
    const asked = {
      as: api.person('user', customer.userId),
      body: { amountUsd: '10.00', cryptoCurrency: 'USDT' },
      key: newId(),
    };
    // The last statement of a command travels with COMMIT; here the disk is full by then.
    await pool.query(`
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER full_disk BEFORE UPDATE ON idempotency_keys EXECUTE FUNCTION full_disk()`);
    expect(await api.call('POST', '/api/deposits', asked)).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
    });
    const waits = await pool.query(`SELECT FROM crypto_deposits WHERE status = 'pending'`);
    const keys = await pool.query('SELECT FROM idempotency_keys');
    expect([waits.rowCount, keys.rowCount]).toEqual([0, 0]);
    await pool.query('DROP TRIGGER full_disk ON idempotency_keys');
    expect(await api.call('POST', '/api/deposits', asked)).toMatchObject({ status: 201 });
  } finally {
    await fixture.close();
  }
});

it('a broken pipe is a lost connection, although its code looks like one of PostgreSQL', () => {
  const broken = new Error('Failed query', {
    cause: Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
  });
  expect(sqlState(broken)).toBeUndefined();
  expect(isConnectionFailure(broken)).toBe(true);
});

it('connections that fell silent are given up, and the pool works again on new ones', async () => {
  const test = await createTestDatabase();
  const network = await openNetwork(test.url);
  const database = openDatabase({
    url: network.url,
    log: pino({ level: 'silent' }),
    maxConnections: 2,
    statementTimeoutMs: 300,
  });
  try {
    const ask = () => database.transaction((tx) => tx.execute('SELECT 1'));
    await Promise.all([ask(), ask()]);
    network.goSilent();
    const lost = await Promise.allSettled([ask(), database.pool.query('SELECT 1')]);
    for (const outcome of lost) {
      expect(outcome.status).toBe('rejected');
      expect(outcome.status === 'rejected' && isConnectionFailure(outcome.reason)).toBe(true);
    }
    // The old connections stay silent.
    network.heal();
    expect((await ask()).rows).toHaveLength(1);
  } finally {
    await database.close();
    await network.close();
    await test.drop();
  }
});

it('a statement of a long snapshot may take longer than any other', { tags: ['long'] }, async () => {
  const test = await createTestDatabase();
  const database = openDatabase({ url: test.url, log: pino({ level: 'silent' }), statementTimeoutMs: 100 });
  try {
    const slow = 'SELECT pg_sleep(2.5)';
    expect(sqlState(await database.snapshot((tx) => tx.execute(slow)).catch((error) => error))).toBe('57014');
    const { rows } = await database.longSnapshot(60_000, (tx) => tx.execute(slow));
    expect(rows).toHaveLength(1);
  } finally {
    await database.close();
    await test.drop();
  }
});
