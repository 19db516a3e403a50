import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_PARTS } from '../../src/account-parts.ts';
import { stopBot } from '../../src/modules/bots/index.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { betweenStatements } from '../between-statements.ts';
import type { BotsFixture } from '../bots/bots-fixture.ts';
import { sections } from './account-sections.ts';
import { commands, createUser, emailOf, openAccountWorld, type Person } from './account-world.ts';

/** No statement of a download may bring more rows at once, however long the history is. */
const MOST_ROWS_AT_ONCE = 1_000;

let fixture: BotsFixture;
let api: Api;
let after: ReturnType<typeof betweenStatements>;
/** Of the answers on every connection since this was last set to 0. */
let mostRows = 0;
beforeAll(async () => {
  fixture = await openAccountWorld();
  after = betweenStatements(fixture.database.pool, (rows) => {
    mostRows = Math.max(mostRows, rows);
  });
  api = createApi(fixture);
});
afterAll(() => fixture.close());

const download = (person: Person, headers: Record<string, string> = {}) =>
  api.call('GET', '/api/profile/export', { as: api.person('user', person.userId), headers });

describe('the download of one’s own data', () => {
  it('is one file that says what it is and holds every part', async () => {
    const person = await createUser(fixture, '1000');
    const started = await fixture.runWork(person, commands.start(person, '300').run);
    await fixture.runWork(person, commands.deposit(person, '50').run);
    await fixture.runWork(person, commands.withdraw(person, '120').run);
    await fixture.run(3);
    await fixture.database.pool.query(
      `INSERT INTO auth_sessions (id, token, user_id, expires_at, ip_address)
       VALUES (gen_random_uuid(), 'a-secret-token', $1, now(), '203.0.113.9')`,
      [person.userId],
    );

    const { status, headers, body } = await download(person);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe('attachment; filename="meine-daten-2026-03-02.json"');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(body)).toEqual([
      'format',
      'version',
      'generatedAt',
      'description',
      ...ACCOUNT_PARTS.exports.map(({ name }) => name),
    ]);
    expect(body).toMatchObject({
      format: 'account-export',
      version: 1,
      profile: { email: emailOf(person), name: 'Anna Probe' },
      sessions: expect.arrayContaining([expect.objectContaining({ ipAddress: '203.0.113.9' })]),
      wallet: { balance: '700.00', reserved: '120.00', available: '580.00' },
      deposits: [{ amountUsd: '50.00', status: 'pending' }, { amountUsd: '1000.00' }],
      withdrawals: [{ amountUsd: '120.00', status: 'pending' }],
    });
    const { transactions, investments, notifications } = sections(body);
    expect(transactions.map(({ kind }) => kind)).toEqual([
      'deposit_approved',
      'bot_started',
      'withdrawal_requested',
    ]);
    for (const { entries } of transactions) expect(entries.length).toBeGreaterThanOrEqual(2);
    expect(investments).toMatchObject([{ id: started.id, tradingRecords: [{ source: 'market' }] }]);
    expect(investments[0]?.fills.length).toBeGreaterThan(0);
    expect(notifications.length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain('a-secret-token');
  });

  it('names what two admins decided, each customer’s own part only and without what was written', async () => {
    const [person, other] = [await createUser(fixture, '500'), await createUser(fixture, '500')];
    const admins = [1, 2].map(() => api.person('admin'));
    const ids: string[] = [];
    for (const owner of [person, other])
      ids.push((await fixture.runWork(owner, commands.start(owner, '300').run)).id);
    await fixture.database.pool.query(
      `INSERT INTO approval_requests (id, kind, input, subject_id, customer_ids, amount_usd, foreseen, reason, requested_by,
         requested_at, expires_at, status, decided_by, decided_at, decision_note)
       VALUES (gen_random_uuid(), 'manual_returns', '{}', $1, $2, 77, $3, 'Kanarie-Grund', $4, now(), now(), 'rejected', $5,
         now(), 'Kanarie-Notiz')`,
      [
        ids[0],
        [person.userId, other.userId],
        JSON.stringify({
          amountUsd: '77.00',
          threshold: null,
          lines: [person, other].map(({ userId }, index) => ({
            subjectId: ids[index],
            reference: null,
            userId,
            before: '300.00',
            after: index === 0 ? '311.00' : '366.00',
          })),
        }),
        ...admins.map(({ userId }) => userId),
      ],
    );
    const { body } = await download(person);
    expect(sections(body).approvals).toEqual([
      {
        reference: expect.stringMatching(/^F-\d+$/),
        kind: 'manual_returns',
        status: 'rejected',
        requestedAt: expect.any(String),
        decidedAt: expect.any(String),
        lines: [{ reference: null, before: '300.00', after: '311.00' }],
      },
    ]);
    const text = JSON.stringify(body);
    for (const foreign of ['366.00', '77.00', 'Kanarie', other.userId, String(admins[0]?.userId)])
      expect(text).not.toContain(foreign);
  });

  it('holds nothing of anybody else', async () => {
    const [person, other] = [await createUser(fixture, '10'), await createUser(fixture, '20')];
    const text = JSON.stringify((await download(person)).body);
    expect(text).not.toContain(other.userId);
    expect(text).not.toContain(emailOf(other));
  });

  it('has the mails that are kept, letters with the address that they went to, and nobody else’s', async () => {
    const [person, other] = [await createUser(fixture), await createUser(fixture)];
    const letter = { to: 'frueher@example.com', subject: 'Ein Brief', text: 'Wort.', html: '<p>Wort.</p>' };
    for (const [userId, title, message, kept, createdAt] of [
      [person.userId, 'Einzahlung gutgeschrieben', '5,00 USDT', null, '2026-03-01T12:00:00Z'],
      [person.userId, 'Adresse geändert', 'Anders.', letter, '2026-03-01T12:00:01Z'],
      [other.userId, 'Fremd', 'Fremd.', letter, '2026-03-01T12:00:02Z'],
    ] as const)
      await fixture.database.pool.query(
        `INSERT INTO notification_mails (id, user_id, title, message, letter, created_at)
         VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)`,
        [userId, title, message, kept, createdAt],
      );
    const { text } = letter;
    expect(sections((await download(person)).body).mails).toMatchObject([
      { title: 'Einzahlung gutgeschrieben', message: '5,00 USDT', letter: null, sentAt: null },
      { title: 'Adresse geändert', letter: { to: 'frueher@example.com', subject: 'Ein Brief', text } },
    ]);
  });

  it('is whole for a long history', { tags: ['long'] }, async () => {
    const person = await createUser(fixture, '1');
    await fixture.database.pool.query(
      `INSERT INTO user_notifications (id, user_id, title, message, type, created_at)
       SELECT gen_random_uuid(), $1, 'Titel ' || n, 'Text', 'info', now() FROM generate_series(1, 3000) n`,
      [person.userId],
    );
    for (let count = 0; count < 600; count++)
      await fixture.runWork(person, commands.thinkBetter(person, '1').run);
    await fixture.database.pool.query(
      `INSERT INTO audit_log (id, actor_id, actor_role, action, subject, subject_id, created_at)
       SELECT gen_random_uuid(), $1, 'user', 'support.start', 'support_chat', $1, now() FROM generate_series(1, 3000)`,
      [person.userId],
    );
    mostRows = 0;
    const { notifications, deposits, activity } = sections((await download(person)).body);
    expect(mostRows).toBeLessThanOrEqual(MOST_ROWS_AT_ONCE);
    expect(new Set(notifications.map(({ id }) => id)).size).toBeGreaterThanOrEqual(3000);
    expect(notifications).toHaveLength(new Set(notifications.map(({ id }) => id)).size);
    expect(deposits.map(({ id }) => id)).toHaveLength(601);
    expect(new Set(deposits.map(({ id }) => id)).size).toBe(601);
    expect(activity.length).toBeGreaterThanOrEqual(3600);
  });

  it('has every fill once, although the bot goes on meanwhile', async () => {
    const person = await createUser(fixture, '300');
    const { id } = await fixture.runWork(person, commands.start(person, '300').run);
    await fixture.run(6);
    /** So many fills more, of the newest strike. */
    const trade = (count: number) =>
      fixture.database.pool.query(
        `INSERT INTO bot_fills
         SELECT (jsonb_populate_record(last, jsonb_build_object('id', gen_random_uuid(),
                   'sequence', (SELECT max(sequence) FROM bot_fills) + n))).*
         FROM generate_series(1, $1) AS n, bot_fills AS last
         WHERE last.id = (SELECT id FROM bot_fills ORDER BY nav_seq DESC LIMIT 1)`,
        [count],
      );
    await trade(1_100);
    const body = await after(
      /FROM bot_fills f/,
      () => trade(3),
      async () => (await download(person)).body,
    );
    const fills = sections(body).investments.find((one) => one.id === id)?.fills ?? [];
    expect(fills.length).toBeGreaterThanOrEqual(1_100);
    expect(new Set(fills.map((fill) => fill.id)).size).toBe(fills.length);
  });

  it('has every investment once, also one that is stopped meanwhile', async () => {
    const person = await createUser(fixture, '5000');
    const started: string[] = [];
    for (let count = 0; count < 22; count++)
      started.push((await fixture.runWork(person, commands.start(person, '100').run)).id);
    const body = await after(
      /from "bot_investments"/,
      () =>
        fixture.runWork(person, (work) =>
          stopBot(work, { userId: person.userId, investmentId: started.at(-1) ?? '' }),
        ),
      async () => (await download(person)).body,
    );
    const ids = sections(body).investments.map(({ id }) => id);
    expect(ids.toSorted()).toEqual(started.toSorted());
  });

  it('is for who is signed in, lately, on our own pages, five times an hour', async () => {
    const person = await createUser(fixture);
    expect((await api.call('GET', '/api/profile/export')).status).toBe(401);
    const old = new Date(fixture.clock.now().getTime() - 16 * 60_000);
    const left = api.person('user', person.userId, { authenticatedAt: old });
    expect(await api.call('GET', '/api/profile/export', { as: left })).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    });
    expect(await download(person, { 'sec-fetch-site': 'cross-site' })).toMatchObject({
      status: 403,
      body: { code: 'FOREIGN_ORIGIN' },
    });
    for (let time = 1; time <= 5; time++) expect((await download(person)).status).toBe(200);
    expect(await download(person)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    fixture.clock.advance(61 * 60_000);
    expect((await download(person)).status).toBe(200);
  });

  it('bears the day of the customer, who lives in Berlin', async () => {
    const person = await createUser(fixture);
    const now = fixture.clock.now();
    const halfPastMidnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 23, 30);
    fixture.clock.advance(halfPastMidnight - now.getTime());
    const tomorrow = new Date(halfPastMidnight + 3_600_000).toISOString().slice(0, 10);
    const { headers } = await download(person);
    expect(headers.get('content-disposition')).toContain(`meine-daten-${tomorrow}.json`);
  });
});
