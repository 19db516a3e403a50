import { setTimeout as sleep } from 'node:timers/promises';
import { MARKET_SYMBOLS } from '@botdepot/contract';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readFigures } from '../../src/modules/admin/index.ts';
import { writePrices } from '../../src/modules/markets/market-prices.ts';
import { requestDeposit } from '../../src/modules/wallet/index.ts';
import { createFaultLog, deleteOldFaults } from '../../src/platform/fault-log.ts';
import { noteBackup } from '../../src/platform/last-backup.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';
import { createIdentityFixture } from '../identity/identity-fixture.ts';
import { countRowsRead, recordStatements } from '../rows-read.ts';

let fixture: BotsFixture;
let api: Api;
let admin: ReturnType<Api['person']>;
beforeAll(async () => {
  fixture = await createBotsFixture();
  const { auth } = await createIdentityFixture({ DEMO: '1' }, fixture);
  api = createApi(fixture, {
    auth,
    replica: {
      version: '1.2.3',
      name: 'host/1/this',
      startedAt: fixture.clock.now(),
      bus: 'redis',
      mailTransport: 'smtp',
      sockets: () => ({ connections: 3, accounts: 2 }),
    },
  });
  admin = api.person('admin');
});
afterAll(() => fixture.close());

const state = async () => {
  const { status, body } = await api.call('GET', '/api/admin/system', { as: admin });
  expect(status).toBe(200);
  return body;
};
const faults = async (query = '') => {
  const { status, body } = await api.call('GET', `/api/admin/system/faults${query}`, { as: admin });
  expect(status).toBe(200);
  return body as { items: Record<string, unknown>[]; total: number };
};
/** By the reference that somebody reads out; it is written beside the answer. */
const findFaults = async (reference: string) => {
  for (let n = 0; n < 200 && (await faults(`?reference=${reference}`)).total === 0; n++) await sleep(20);
  return (await faults(`?reference=${reference.slice(0, 8)}`)).items;
};

describe('the state of the system', () => {
  it('says what it cannot know before there are prices', async () => {
    expect(await state()).toMatchObject({
      at: fixture.clock.now().toISOString(),
      version: '1.2.3',
      replica: 'host/1/this',
      bus: 'redis',
      sockets: { connections: 3, accounts: 2 },
      database: { schema: 'ok', migrations: expect.any(Number) },
    });
  });

  it('names who makes the prices, from where they come and how old they are', async () => {
    const { rows } = await fixture.database.pool.query<{ epoch: string }>(
      `UPDATE leadership SET holder = 'host/1/this', epoch = greatest(epoch, 1) WHERE name = 'market' RETURNING epoch`,
    );
    const timeMs = fixture.clock.now().getTime();
    const quotes = MARKET_SYMBOLS.map(({ symbol }, index) => ({
      symbol,
      source: index === 0 ? ('kraken' as const) : ('simulated' as const),
      price: 1,
      text: '1',
      // The first is older than its source allows, the last is of a market that is closed.
      time: index === 0 ? timeMs - 60_000 : timeMs,
      staleAfterMs: 30_000,
      open: index < MARKET_SYMBOLS.length - 1,
    }));
    const tick = { timeMs, quotes, change24h: quotes.map(() => null) };
    await writePrices(fixture.database.db, tick, Number(rows[0]?.epoch));
    const { feed, leader } = await state();
    expect(leader).toMatchObject({ holder: 'host/1/this', isThisReplica: true });
    expect(feed).toEqual({
      lastTickAt: fixture.clock.now().toISOString(),
      sources: [
        { source: 'simulated', symbols: 19, stale: 0, closed: 1 },
        { source: 'kraken', symbols: 1, stale: 1, closed: 0 },
      ],
    });
  });

  it('counts the mails that wait, fail and were given up', async () => {
    const now = fixture.clock.now();
    const mail = (fields: { next: Date | null; sent?: Date; error?: string }) =>
      fixture.database.pool.query(
        `INSERT INTO notification_mails (id, user_id, title, message, created_at, attempts, next_attempt_at, sent_at, last_error)
         VALUES (gen_random_uuid(), gen_random_uuid(), 't', 'm', $1, 1, $2, $3, $4)`,
        [now, fields.next, fields.sent ?? null, fields.error ?? null],
      );
    await mail({ next: now });
    await mail({ next: now, error: 'ECONNREFUSED' });
    await mail({ next: null, error: 'EENVELOPE' });
    await mail({ next: null, sent: now });
    const { mails } = await state();
    expect(mails).toMatchObject({ transport: 'smtp', waiting: 2, retrying: 1, givenUp: 1, sentToday: 1 });
    expect(mails).toMatchObject({ oldestWaitingSince: now.toISOString(), lastError: expect.any(String) });
  });
});

describe('what waits and what stands still', () => {
  const HOUR_MS = 3_600_000;
  const ago = (ms: number) => new Date(fixture.clock.now().getTime() - ms);
  const figures = async () => {
    const read = await readFigures(fixture);
    return Object.fromEntries(
      read.flatMap((figure) =>
        'value' in figure
          ? [[figure.name, figure.value]]
          : figure.values.map(([of, value]) => [`${figure.name} ${of}`, value]),
      ),
    );
  };
  const sql = (text: string, ...values: unknown[]) => fixture.database.pool.query(text, values);

  it('is told by kind with the age of the oldest; an approval whose time is over waits no more', async () => {
    const customer = await fixture.createCustomer('500.00');
    for (const hours of [2, 1]) {
      fixture.clock.advance(-hours * HOUR_MS);
      await fixture.runWork(customer, (work) =>
        requestDeposit(work, { userId: customer.userId, amountUsd: '20', cryptoCurrency: 'USDT' }),
      );
      fixture.clock.advance(hours * HOUR_MS);
    }
    for (const [kind, hours, hoursLeft] of [
      ['correction', 4, 1],
      ['manual_returns', 5, 1],
      ['manual_return', 6, 1],
      ['manual_return', 80, -1],
    ] as const)
      await sql(
        `INSERT INTO approval_requests (id, kind, input, subject_id, customer_ids, foreseen, requested_by, requested_at, expires_at)
         VALUES (gen_random_uuid(), $1, '{}', gen_random_uuid(), '{}', '{}', gen_random_uuid(), $2, $3)`,
        kind,
        ago(hours * HOUR_MS),
        ago(-hoursLeft * HOUR_MS),
      );
    const { waiting } = await state();
    expect(waiting).toMatchObject({
      deposits: { count: 2, oldestSince: ago(2 * HOUR_MS).toISOString() },
      withdrawals: { count: 0, oldestSince: null },
      approvals: { count: 1, oldestSince: ago(4 * HOUR_MS).toISOString() },
      manualReturns: { count: 2, oldestSince: ago(6 * HOUR_MS).toISOString() },
    });
    expect(await figures()).toMatchObject({
      'botdepot_open_requests deposit': 2,
      'botdepot_oldest_request_age_seconds deposit': 7_200,
      'botdepot_oldest_request_age_seconds withdrawal': 0,
      'botdepot_oldest_request_age_seconds approval': 4 * 3_600,
      'botdepot_open_requests manual_return': 2,
      'botdepot_oldest_request_age_seconds manual_return': 6 * 3_600,
    });
  });

  it('are chats of the team, overdue after the time that customers are told; never those of the assistant', async () => {
    const chat = async (minutes: number, fields: { status: string; taken?: boolean; answered?: boolean }) => {
      const { rows } = await sql(
        `WITH person AS (
           INSERT INTO auth_users (id, name, email) VALUES (gen_random_uuid(), 'x', gen_random_uuid() || '@x.example') RETURNING id)
         INSERT INTO support_chats (id, user_id, status, created_at, last_message_at, escalated_at, human_in_charge, resolved_at)
         SELECT gen_random_uuid(), id, $1, $2, $2, $2, $3, CASE WHEN $1 = 'resolved' THEN $2::timestamptz END FROM person
         RETURNING id`,
        fields.status,
        ago(minutes * 60_000),
        fields.taken ?? false,
      );
      if (fields.answered)
        await sql(
          `INSERT INTO support_messages (id, chat_id, seq, message, sender_type, sender_id, created_at)
           VALUES (gen_random_uuid(), $1, 1, 'm', 'admin', gen_random_uuid(), $2)`,
          rows[0].id,
          ago((minutes - 1) * 60_000),
        );
    };
    await chat(10, { status: 'escalated' });
    await chat(31, { status: 'escalated' });
    await chat(200, { status: 'escalated', taken: true, answered: true });
    await chat(300, { status: 'active' });
    await chat(400, { status: 'resolved', taken: true });
    const { waiting } = await state();
    expect((waiting as { chats: unknown }).chats).toEqual({
      escalated: 3,
      overdue: 1,
      oldestSince: ago(31 * 60_000).toISOString(),
    });
    expect(await figures()).toMatchObject({
      botdepot_escalated_chats: 3,
      botdepot_overdue_chats: 1,
      botdepot_oldest_chat_wait_seconds: 31 * 60,
    });
  });

  it('are bots by their last step, copies and the reconciliation by their age', async () => {
    expect(await state()).toMatchObject({ lastBackupAt: null, reconciliation: null });
    expect(await figures()).toMatchObject({
      botdepot_backup_age_seconds: Number.POSITIVE_INFINITY,
      botdepot_reconciliation_age_seconds: Number.POSITIVE_INFINITY,
      'botdepot_bot_step_age_seconds newsbot': Number.POSITIVE_INFINITY,
    });
    await fixture.run(2);
    const steps = await state();
    const stepped = (steps.bots as { botType: string; lastStepAt: string | null }[]).find(
      ({ botType }) => botType === 'smartbot',
    );
    const { rows } = await sql(
      `SELECT max(n.at) AS at FROM bot_nav n JOIN bot_portfolios p ON p.id = n.portfolio_id WHERE p.bot_type = 'smartbot'`,
    );
    expect(stepped?.lastStepAt).toBe(rows[0].at.toISOString());

    await noteBackup(fixture.database.db, ago(30 * HOUR_MS));
    await noteBackup(fixture.database.db, ago(26 * HOUR_MS));
    const run = (hours: number, status: string, failed: number) =>
      sql(
        `INSERT INTO reconciliation_runs (id, trigger, status, started_at, heartbeat_at, finished_at, checks_total, failed_checks)
         VALUES (gen_random_uuid(), 'manual', $1, $2, $2, CASE WHEN $1 <> 'running' THEN $2::timestamptz END, 30, $3)`,
        status,
        ago(hours * HOUR_MS),
        failed,
      );
    await run(9, 'passed', 0);
    await run(5, 'failed', 2);
    await run(3, 'aborted', 0);
    await run(1, 'running', 0);
    expect(await state()).toMatchObject({
      lastBackupAt: ago(26 * HOUR_MS).toISOString(),
      reconciliation: { finishedAt: ago(5 * HOUR_MS).toISOString(), failedChecks: 2, checksTotal: 30 },
    });
    expect(await figures()).toMatchObject({
      botdepot_backup_age_seconds: 26 * 3_600,
      botdepot_reconciliation_age_seconds: 5 * 3_600,
      botdepot_reconciliation_broken_rules: 2,
    });
  });

  it('is read at a cost that does not grow with what is done', async () => {
    const cost = async () => {
      const pool = new pg.Pool({ connectionString: fixture.url, max: 4 });
      const recorded = recordStatements(pool);
      const statements = await recorded.during(() =>
        readFigures({ ...fixture, database: { ...fixture.database, pool, db: drizzle(pool) } }),
      );
      const client = new pg.Client({ connectionString: fixture.url });
      await client.connect();
      const read = await countRowsRead(client, statements).finally(() => client.end());
      await pool.end();
      return { statements: statements.length, ...read };
    };
    const before = await cost();
    expect(before.statements).toBeGreaterThan(8);
    await sql(
      `INSERT INTO notification_mails (id, user_id, title, message, created_at, attempts, sent_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 't', 'm', now(), 1, now() FROM generate_series(1, 2000)`,
    );
    await sql(
      `WITH people AS (
         INSERT INTO auth_users (id, name, email)
         SELECT gen_random_uuid(), 'x', gen_random_uuid() || '@x.example' FROM generate_series(1, 2000) RETURNING id)
       INSERT INTO support_chats (id, user_id, status, created_at, last_message_at)
       SELECT gen_random_uuid(), id, 'active', now(), now() FROM people`,
    );
    await sql(
      `INSERT INTO crypto_deposits (id, user_id, amount_usd, crypto_currency, deposit_address, status, created_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 5, 'USDT', 'x', 'cancelled', now() FROM generate_series(1, 2000)`,
    );
    await sql('ANALYZE');
    const { rows, entries } = await cost();
    expect(rows + entries).toBeLessThan(before.rows + before.entries + 100);
  });
});

describe('an unexpected failure', () => {
  afterEach(async () => {
    await fixture.database.pool.query('ALTER TABLE IF EXISTS user_wallets_gone RENAME TO user_wallets');
    await fixture.database.pool.query('ALTER TABLE IF EXISTS rate_limits_gone RENAME TO rate_limits');
  });

  it('is found by the reference that the customer was shown, without anything of theirs', async () => {
    const customer = api.person('user');
    await fixture.database.pool.query('ALTER TABLE user_wallets RENAME TO user_wallets_gone');
    const { status, body } = await api.call('GET', '/api/wallet', { as: customer });
    expect(status).toBe(500);
    const { reference } = body.data as { reference: string };
    await fixture.database.pool.query('ALTER TABLE user_wallets_gone RENAME TO user_wallets');

    const items = await findFaults(reference);
    expect(items).toEqual([
      {
        reference,
        at: fixture.clock.now().toISOString(),
        request: 'GET /api/wallet',
        kind: expect.stringContaining('42P01'),
        place: expect.stringMatching(/\.ts:\d+$/),
        replica: 'test',
      },
    ]);
    expect(JSON.stringify(items)).not.toContain(customer.userId);
  });

  it('is found by its reference when somebody logs in, too', async () => {
    await fixture.database.pool.query('ALTER TABLE rate_limits RENAME TO rate_limits_gone');
    const { status, body, headers } = await api.call('POST', '/api/auth/sign-in/email', {
      body: { email: 'anna@example.com', password: 'wolkenbruch gartenzaun 77' },
    });
    const reference = headers.get('x-request-id') ?? '';
    expect({ status, body }).toMatchObject({ status: 500, body: { code: 'INTERNAL', data: { reference } } });
    expect(await findFaults(reference)).toMatchObject([
      { reference, request: 'POST /api/auth/sign-in/email', kind: expect.stringContaining('42P01') },
    ]);
  });

  it('is looked for as text: signs of a pattern find nothing', async () => {
    for (const query of ['%', '_', '\\', "'"])
      expect((await faults(`?reference=${encodeURIComponent(query)}`)).total).toBe(0);
  });

  it('is forgotten after its time', async () => {
    const report = createFaultLog({ ...fixture, log: pino({ level: 'silent' }), replica: 'old' });
    report({ reference: 'ffff-old', request: 'GET /', error: new TypeError('secret of a customer') });
    for (let n = 0; n < 200 && (await faults('?reference=ffff')).total === 0; n++) await sleep(20);
    const [kept] = (await faults('?reference=ffff')).items;
    expect(kept).toMatchObject({ kind: 'TypeError', replica: 'old' });
    expect(JSON.stringify(kept)).not.toContain('secret');
    await deleteOldFaults(fixture.database.db, new Date(fixture.clock.now().getTime() + 1));
    expect((await faults('?reference=ffff')).total).toBe(0);
  });
});
