import { BOTS } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBot } from '../../src/modules/bots/index.ts';
import { correctWallet } from '../../src/modules/wallet/corrections.ts';
import { approveWithdrawal, ensureFourEyes, HOUSE_ACCOUNTS } from '../../src/modules/wallet/index.ts';
import type { Tx } from '../../src/platform/database.ts';
import { eraseOutcomesNaming } from '../../src/platform/idempotency.ts';
import { newId, type Work } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import type { BotsFixture } from '../bots/bots-fixture.ts';
import { brokenInvariants } from '../invariants.ts';
import { commands, createUser, emailOf, openAccountWorld, type Person, readValue } from './account-world.ts';

let fixture: BotsFixture;
let api: Api;
beforeAll(async () => {
  fixture = await openAccountWorld();
  api = createApi(fixture);
});
afterAll(() => fixture.close());

const run = <T>({ actor, run: command }: { actor: Person; run: (work: Work) => Promise<T> }) =>
  fixture.runWork(actor, command);
const as = (person: Person) => api.person(person.role === 'admin' ? 'admin' : 'user', person.userId);
const houseBalance = async () =>
  fromWire(
    (await readValue(fixture, 'SELECT coalesce(sum(amount), 0) FROM ledger_entries WHERE account_id = $1', [
      HOUSE_ACCOUNTS.house_closed_accounts,
    ])) ?? '0',
  );
/** Two bots, a pending deposit and a pending withdrawal. */
async function createBusyUser(): Promise<Person> {
  const person = await createUser(fixture, '1000');
  await run(commands.start(person, '300'));
  await run(commands.start(person, '200'));
  await run(commands.deposit(person, '50'));
  await run(commands.withdraw(person, '120'));
  return person;
}

describe('an account that is deleted', () => {
  it('says beforehand in figures what will happen, and then exactly that happens', async () => {
    const person = await createBusyUser();
    const before = await houseBalance();
    const { body: review } = await api.call('GET', '/api/profile/closing', { as: as(person) });
    expect(review).toMatchObject({
      investments: [{ botType: 'smartbot' }, { botType: 'smartbot' }],
      pendingDeposits: [{ amountUsd: '50.00' }],
      pendingWithdrawals: [{ amountUsd: '120.00' }],
      walletBalance: '500.00',
      isLastAdmin: false,
    });
    const answer = await api.call('POST', '/api/profile/delete', { as: as(person), body: {} });
    expect(answer).toMatchObject({ status: 200, body: { deleted: true } });
    expect(answer.headers.get('clear-site-data')).toBe('"cookies", "storage"');
    expect((await houseBalance()) - before).toBe(fromWire(String(review.toHouse)));
    expect(await brokenInvariants(fixture)).toEqual([]);
  });

  it('leaves the books by id and nothing that names or describes the person', async () => {
    const person = await createBusyUser();
    const started = await run(commands.start(person, '150'));
    const rejected = await run(commands.deposit(person, '70'));
    const reason = 'Anna Probe rief an';
    const admin = as(await createUser(fixture, undefined, 'admin'));
    const second = as(await createUser(fixture, undefined, 'admin'));
    const correction = { email: emailOf(person), direction: 'credit', amountUsd: '5', reason };
    const commandsOfAdmins: [path: string, body: object][] = [
      [`/deposits/${rejected.id}/reject`, { reason }],
      ['/wallet-corrections', correction],
      [`/bot-investments/${started.id}/return`, { percent: '1.5', reason }],
    ];
    const send = ([path, body]: [string, object], key: string) =>
      api.call('POST', `/api/admin${path}`, { as: admin, body, key });
    const keys = commandsOfAdmins.map(() => newId());
    for (const [index, command] of commandsOfAdmins.entries())
      expect((await send(command, String(keys[index]))).status).toBeLessThan(300);
    await ensureFourEyes(fixture.database.db, {
      thresholdUsd: fromWire('1000'),
      needsSecondFactor: false,
      now: fixture.clock.now(),
    });
    const ask = { kind: 'correction', input: { ...correction, amountUsd: '2000' }, note: reason };
    expect((await send(['/approvals', ask], newId())).status).toBe(201);
    const refused = await send(['/approvals', ask], newId());
    const reject = { as: second, body: { note: reason } };
    const path = `/api/admin/approvals/${refused.body.id}/reject`;
    expect((await api.call('POST', path, reject)).status).toBe(200);
    await fixture.database.pool.query(
      `INSERT INTO auth_sessions (id, token, user_id, expires_at) VALUES (gen_random_uuid(), $2, $1, now());`,
      [person.userId, `token-of-${person.userId}`],
    );
    await fixture.database.pool.query(
      `INSERT INTO auth_verifications (id, identifier, value, expires_at)
       VALUES (gen_random_uuid(), 'reset-password:abc', $1, now()), (gen_random_uuid(), 'other', $2, now())`,
      [person.userId, JSON.stringify({ email: emailOf(person) })],
    );
    await api.call('POST', '/api/withdrawals', {
      as: as(person),
      body: { amountUsd: '1', cryptoCurrency: 'BTC', withdrawalAddress: 'falsch' },
    });
    await run(commands.delete(person));

    const count = (table: string, column = 'user_id') =>
      readValue(fixture, `SELECT count(*) FROM ${table} WHERE ${column} = $1`, [person.userId]);
    expect({
      users: await count('auth_users', 'id'),
      sessions: await count('auth_sessions'),
      notifications: await count('user_notifications'),
      mails: await count('notification_mails'),
      keys: await count('idempotency_keys'),
    }).toEqual({ users: '0', sessions: '0', notifications: '0', mails: '0', keys: '0' });
    expect({
      investments: await count('bot_investments'),
      deposits: await count('crypto_deposits'),
      audited: await readValue(
        fixture,
        'SELECT count(*) FROM audit_log WHERE action = $1 AND subject_id = $2',
        ['user.delete', person.userId],
      ),
    }).toEqual({ investments: '3', deposits: '3', audited: '1' });
    expect(await leftovers(person)).toEqual([]);
    // A client that sends those commands once more books nothing and hears why.
    for (const [index, command] of commandsOfAdmins.entries())
      expect(await send(command, String(keys[index]))).toMatchObject({
        status: 409,
        body: { code: 'ACCOUNT_CLOSED', defined: true },
      });
    expect(await brokenInvariants(fixture)).toEqual([]);
  });

  it('takes nothing from whose address only ends like theirs', async () => {
    const admin = as(await createUser(fixture, undefined, 'admin'));
    const [short, long] = await Promise.all(['er', 'peter'].map(() => createUser(fixture, '10')));
    if (!short || !long) throw new Error('nobody');
    const { pool } = fixture.database;
    const addresses: [Person, string][] = [
      [short, 'er@gmx.example'],
      [long, 'peter@gmx.example'],
    ];
    for (const [person, email] of addresses) {
      await pool.query('UPDATE auth_users SET email = $2 WHERE id = $1', [person.userId, email]);
      await pool.query(
        `INSERT INTO auth_verifications (id, identifier, value, expires_at)
         VALUES (gen_random_uuid(), $1, $2, now() + interval '1 hour')`,
        [`probe-${email}`, JSON.stringify({ email, hash: 'x' })],
      );
    }
    const key = newId();
    const correct = () =>
      api.call('POST', '/api/admin/wallet-corrections', {
        as: admin,
        body: { email: 'peter@gmx.example', direction: 'credit', amountUsd: '5', reason: 'Ausgleich' },
        key,
      });
    expect((await correct()).status).toBe(201);
    await run(commands.delete(short));
    expect((await correct()).status).toBe(201);
    const { rows } = await pool.query(
      `SELECT identifier FROM auth_verifications WHERE identifier LIKE 'probe-%'`,
    );
    expect(rows).toEqual([{ identifier: 'probe-peter@gmx.example' }]);
    await run(commands.delete(long));
    expect(await correct()).toMatchObject({ status: 409, body: { code: 'ACCOUNT_CLOSED' } });
  });

  it('finds what admins were answered without reading what everybody was', async () => {
    const { pool } = fixture.database;
    await pool.query(
      `INSERT INTO idempotency_keys (user_id, key, operation, request_hash, outcome, created_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'wallet.requestDeposit', 'x', '{"ok":true}', now()
       FROM generate_series(1, 3000)`,
    );
    await pool.query('ANALYZE idempotency_keys');
    const scans = async (tx: Tx) => {
      const { rows } = await tx.$client.query<{ whole: number; byIndex: number }>(
        `SELECT seq_scan::int AS whole, idx_scan::int AS "byIndex" FROM pg_stat_xact_user_tables
         WHERE relname = 'idempotency_keys'`,
      );
      return rows[0];
    };
    await fixture.database.transaction(async (tx) => {
      const before = await scans(tx);
      await eraseOutcomesNaming(tx, [newId(), 'niemand@probe.example']);
      const after = await scans(tx);
      expect(after?.whole).toBe(before?.whole);
      expect(after?.byIndex).toBeGreaterThan(before?.byIndex ?? 0);
    });
  });

  it('lets nobody else rewrite the books: only its own free texts can be erased', async () => {
    const person = await createUser(fixture, '100');
    await fixture.runWork(fixture.admin, (work) =>
      correctWallet(work, { email: emailOf(person), direction: 'debit', amountUsd: '5', reason: 'Grund' }),
    );
    for (const statement of [
      `UPDATE ledger_transfers SET description = 'anders' WHERE kind = 'wallet_corrected'`,
      `UPDATE ledger_transfers SET description = '', kind = 'deposit_approved' WHERE kind = 'wallet_corrected'`,
      `UPDATE ledger_transfers SET description = '' WHERE kind = 'deposit_approved'`,
      `UPDATE audit_log SET reason = 'anders'`,
      `UPDATE audit_log SET reason = NULL, actor_id = NULL`,
      'DELETE FROM ledger_transfers',
      'DELETE FROM audit_log',
    ])
      await expect(fixture.database.pool.query(statement), statement).rejects.toMatchObject({
        code: '23001',
      });
  });

  it('is as it was when the prices are stale: nothing is booked, cancelled or erased', async () => {
    const person = await createBusyUser();
    const state = () =>
      readValue(
        fixture,
        `SELECT row(w.usd_balance, w.usd_locked_balance, w.closed_at,
          (SELECT count(*) FROM bot_investments WHERE user_id = $1 AND status = 'active'),
          (SELECT count(*) FROM crypto_deposits WHERE user_id = $1 AND status = 'pending'),
          (SELECT count(*) FROM user_notifications WHERE user_id = $1),
          (SELECT count(*) FROM auth_users WHERE id = $1))::text
        FROM user_wallets w WHERE w.user_id = $1`,
        [person.userId],
      );
    const before = await state();
    const signedIn = as(person);
    fixture.clock.advance(10_000);
    const answer = await api.call('POST', '/api/profile/delete', { as: signedIn, body: {} });
    expect(answer).toMatchObject({ status: 503, body: { code: 'PRICES_STALE' } });
    expect(await state()).toBe(before);
    await fixture.tick();
    await run(commands.delete(person));
    expect(await brokenInvariants(fixture)).toEqual([]);
  });

  it('asks for a session that has proved lately who uses it', async () => {
    const person = await createUser(fixture, '10');
    const old = new Date(fixture.clock.now().getTime() - 16 * 60_000);
    const left = api.person('user', person.userId, { authenticatedAt: old });
    expect(await api.call('POST', '/api/profile/delete', { as: left, body: {} })).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED', data: { maxAgeMinutes: '15' } },
    });
  });

  it('closes its sockets', async () => {
    const person = await createUser(fixture);
    fixture.hints.length = 0;
    await api.call('POST', '/api/profile/delete', { as: as(person), body: {} });
    expect(fixture.hints).toContainEqual({ to: 'sessions', userId: person.userId });
  });

  it('may be deleted again without harm, and takes nothing more', async () => {
    const person = await createUser(fixture, '40');
    await run(commands.delete(person));
    await expect(run(commands.delete(person))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    for (const command of [
      commands.deposit(person, '5'),
      commands.withdraw(person, '5'),
      commands.start(person, toWire(BOTS.smartbot.minimum)),
    ])
      await expect(run<unknown>(command)).rejects.toMatchObject({ code: 'ACCOUNT_CLOSED' });
    expect(await brokenInvariants(fixture)).toEqual([]);
  });

  it('keeps no answer for whose command comes while the account goes, and answers it alike again', async () => {
    const person = await createUser(fixture, '40');
    await run(commands.delete(person));
    const key = newId();
    const ask = () =>
      api.call('POST', '/api/deposits', {
        as: as(person),
        body: { amountUsd: '20', cryptoCurrency: 'BTC' },
        key,
      });
    const refused = { status: 409, body: { code: 'ACCOUNT_CLOSED', defined: true } };
    expect(await ask()).toMatchObject(refused);
    expect(await ask()).toMatchObject(refused);
    expect(
      await readValue(fixture, 'SELECT count(*) FROM idempotency_keys WHERE user_id = $1', [person.userId]),
    ).toBe('0');
  });

  it('with nothing in it is deleted without a booking', async () => {
    const person = await createUser(fixture);
    await run(commands.delete(person));
    expect(
      await readValue(fixture, 'SELECT count(*) FROM ledger_transfers WHERE user_id = $1', [person.userId]),
    ).toBe('0');
  });

  it('stays when it is the only admin; of two who leave at once one stays', async () => {
    await fixture.database.pool.query(`UPDATE auth_users SET role = 'user' WHERE role = 'admin'`);
    const first = await createUser(fixture, undefined, 'admin');
    expect((await api.call('GET', '/api/profile/closing', { as: as(first) })).body.isLastAdmin).toBe(true);
    await expect(run(commands.delete(first))).rejects.toMatchObject({ code: 'LAST_ADMIN' });
    const second = await createUser(fixture, undefined, 'admin');
    const outcomes = await Promise.allSettled([first, second].map((admin) => run(commands.delete(admin))));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('keeps an admin from deciding on what was cancelled with it', async () => {
    const person = await createUser(fixture, '100');
    const request = await run(commands.withdraw(person, '60'));
    await run(commands.delete(person));
    await expect(
      fixture.runWork(fixture.admin, (work) => approveWithdrawal(work, { id: request.id })),
    ).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  });

  it('does not touch what others hold in the same bot', async () => {
    const [person, other] = [await createUser(fixture, '500'), await createUser(fixture, '500')];
    await run(commands.start(person, '500'));
    const kept = await fixture.runWork(other, (work) =>
      startBot(work, { userId: other.userId, botType: 'smartbot', amountUsd: '500' }),
    );
    await run(commands.delete(person));
    expect(await readValue(fixture, 'SELECT status FROM bot_investments WHERE id = $1', [kept.id])).toBe(
      'active',
    );
    await fixture.run(1);
    expect(await brokenInvariants(fixture)).toEqual([]);
  });
});

/** Every text in every table that still names the person: their name, address, free text about them, a session's token. */
async function leftovers(person: Person): Promise<string[]> {
  const { rows: tables } = await fixture.database.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'market_%'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await fixture.database.pool.query<{ text: string }>(
      `SELECT t::text AS text FROM "${name}" t WHERE t::text LIKE ANY($1)`,
      [[`%${emailOf(person)}%`, '%Anna Probe rief an%', `%token-of-${person.userId}%`]],
    );
    found.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  const { rows } = await fixture.database.pool.query<{ withdrawal_address: string }>(
    'SELECT withdrawal_address FROM crypto_withdrawals WHERE user_id = $1',
    [person.userId],
  );
  return [...found, ...rows.map((row) => row.withdrawal_address).filter((address) => address !== '')];
}
