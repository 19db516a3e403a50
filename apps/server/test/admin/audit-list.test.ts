// The audit log as admins read it: filters, search, pages that go on from a row, and how little a page reads in a large log.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '@botdepot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMeant, selectAudit } from '../../src/modules/admin/audit.ts';
import { correctWallet, requestDeposit } from '../../src/modules/wallet/index.ts';
import { writeAudit } from '../../src/platform/audit.ts';
import type { Tx } from '../../src/platform/database.ts';
import { newId } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, personActor, type ServerFixture } from '../server-fixture.ts';

let fixture: ServerFixture;
let api: Api;
let admin: ReturnType<Api['person']>;
let anna: ReturnType<Api['person']>;

beforeAll(async () => {
  fixture = await createServerFixture();
  api = createApi(fixture);
  admin = api.person('admin');
  anna = api.person('user');
  await api.call('GET', '/api/admin/overview', { as: admin });
  await api.call('GET', '/api/wallet', { as: anna });
  const acting = personActor('admin', admin.userId);
  const first = await fixture.runWork(personActor('user', anna.userId), (work) =>
    requestDeposit(work, { userId: anna.userId, amountUsd: '20', cryptoCurrency: 'BTC' }),
  );
  fixture.clock.advance(1_000);
  await api.call('POST', `/api/admin/deposits/${first.id}/approve`, { as: admin, body: {} });
  // Close to midnight in Berlin, where it is the next day already.
  fixture.clock.set(new Date('2026-03-05T23:30:00.000Z'));
  await fixture.runWork(acting, (work) =>
    correctWallet(work, {
      email: `${anna.userId}@probe.example`,
      direction: 'credit',
      amountUsd: '5',
      reason: 'Doppelte Gebühr erstattet',
    }),
  );
});
afterAll(() => fixture.close());

type Listed = { items: AuditEntry[]; hasNewer: boolean; hasOlder: boolean; tooMany: boolean };

async function list(query: Record<string, string> = {}): Promise<Listed> {
  const { status, body } = await api.call('GET', `/api/admin/audit?${new URLSearchParams(query)}`, {
    as: admin,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as Listed;
}

const actionsOf = ({ items }: Listed) => items.map(({ action }) => action);
const ALL = ['wallet.correct', 'deposit.approve', 'deposit.request'];

describe('the list', () => {
  it('is newest first, with who, about what, whose, before and after', async () => {
    const listed = await list();
    expect(actionsOf(listed)).toEqual(ALL);
    expect(listed).toMatchObject({ hasNewer: false, hasOlder: false, tooMany: false });
    expect(listed.items[0]).toMatchObject({
      at: '2026-03-05T23:30:00.000Z',
      actor: { userId: admin.userId, email: `${admin.userId}@probe.example` },
      actorRole: 'admin',
      subject: 'wallet',
      reference: 'K-1001',
      owner: { userId: anna.userId, email: `${anna.userId}@probe.example` },
      before: { available: '20.00' },
      after: { available: '25.00', amountUsd: '5.00' },
      reason: 'Doppelte Gebühr erstattet',
      reasonErased: false,
      sealed: null,
    });
    expect(listed.items[1]?.reference).toMatch(/^E-\d+$/);
  });

  it('filters by action, kind, and who did it', async () => {
    expect(actionsOf(await list({ action: 'deposit.approve' }))).toEqual(['deposit.approve']);
    expect(actionsOf(await list({ subject: 'wallet' }))).toEqual(['wallet.correct']);
    expect(actionsOf(await list({ actor: 'admins' }))).toEqual(['wallet.correct', 'deposit.approve']);
    expect(actionsOf(await list({ actor: 'customers' }))).toEqual(['deposit.request']);
    expect(actionsOf(await list({ actor: 'system' }))).toEqual([]);
    expect(actionsOf(await list({ actor: anna.userId }))).toEqual(['deposit.request']);
    expect(actionsOf(await list({ actor: admin.userId, subject: 'deposit' }))).toEqual(['deposit.approve']);
  });

  it('takes days as Berlin has them', async () => {
    expect(actionsOf(await list({ firstDay: '2026-03-06' }))).toEqual(['wallet.correct']);
    expect(actionsOf(await list({ lastDay: '2026-03-05' }))).toEqual(['deposit.approve', 'deposit.request']);
    expect(actionsOf(await list({ firstDay: '2026-03-02', lastDay: '2026-03-02' }))).toHaveLength(2);
    expect(actionsOf(await list({ firstDay: '2026-03-03', lastDay: '2026-03-05' }))).toEqual([]);
  });

  it('is found by an address, an id or its beginning, a reference, a booking, a request, a number or a reason', async () => {
    const { items } = await list();
    const [correction, approval, request] = items;
    const search = async (query: string | undefined) => actionsOf(await list({ query: query ?? '' }));
    expect(await search(`${anna.userId}@probe`)).toEqual(ALL);
    expect(await search(anna.userId.toUpperCase())).toEqual(ALL);
    expect(await search(approval?.reference ?? '')).toEqual(['deposit.approve', 'deposit.request']);
    expect(await search(request?.subjectId)).toEqual(['deposit.approve', 'deposit.request']);
    expect(await search(String(correction?.after?.transferId))).toContain('wallet.correct');
    expect(await search(approval?.requestId ?? '')).toEqual(['deposit.approve']);
    expect(await search(`#${request?.seq}`)).toEqual(['deposit.request']);
    expect(await search('gebühren')).toEqual(['wallet.correct']);
    expect(await search('"erstattet Gebühr"')).toEqual([]);
    expect(await search('niemand@nirgends.example')).toEqual([]);
    // An id that is shared by its beginning is no id, and no text of a query is taken for one.
    expect(await search("'; DROP TABLE audit_log; --")).toEqual([]);
    expect(actionsOf(await list({ query: anna.userId, action: 'deposit.request' }))).toEqual([
      'deposit.request',
    ]);
  });

  it('says when a search means too many people, instead of guessing', async () => {
    await fixture.database.pool.query(
      `INSERT INTO auth_users (id, name, email, role)
       SELECT gen_random_uuid(), 'Viele', 'person' || n || '@viele.example', 'user' FROM generate_series(1, 30) n`,
    );
    expect(await list({ query: 'viele.example' })).toEqual({
      items: [],
      hasNewer: false,
      hasOlder: false,
      tooMany: true,
    });
  });

  it('says when a search means too many things, instead of leaving some of them out', async () => {
    const busy = newId();
    await fixture.database.pool.query(
      `INSERT INTO auth_users (id, name, email, role) VALUES ($1, 'Viel', 'viel@vorgaenge.example', 'user')`,
      [busy],
    );
    const deposit = (count: number) =>
      fixture.database.pool.query(
        `INSERT INTO crypto_deposits (id, user_id, amount_usd, crypto_currency, deposit_address, created_at)
         SELECT gen_random_uuid(), $1, 20, 'BTC', 'probe', now() FROM generate_series(1, $2::int)`,
        [busy, count],
      );
    // With the person themselves exactly as many as are looked through.
    await deposit(4_999);
    expect(await list({ query: 'vorgaenge.example' })).toMatchObject({ items: [], tooMany: false });
    await deposit(1);
    expect(await list({ query: 'vorgaenge.example' })).toMatchObject({ items: [], tooMany: true });
  });

  it.each([
    'action=deposit.steal',
    'actor=root',
    'firstDay=2026-02-30',
    'before=1',
    'pageSize=201',
    'unknown=1',
  ])('refuses %s', async (query) => {
    expect((await api.call('GET', `/api/admin/audit?${query}`, { as: admin })).status).toBe(400);
  });

  it('opens a row with its seal, and knows which there is not', async () => {
    const { items } = await list();
    const { body } = await api.call('GET', `/api/admin/audit/${items[0]?.seq}`, { as: admin });
    expect(body).toMatchObject({ action: 'wallet.correct', seal: null });
    expect(await api.call('GET', '/api/admin/audit/999999', { as: admin })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  });
});

describe('a large log', () => {
  const ROWS = 30_000;
  const person = newId();
  beforeAll(async () => {
    await fixture.database.pool.query(
      `INSERT INTO audit_log (id, actor_id, actor_role, action, subject, subject_id, request_id, created_at)
       SELECT gen_random_uuid(), $1, CASE WHEN n % 1000 = 0 THEN 'admin' ELSE 'user' END,
         CASE WHEN n % 3000 = 0 THEN 'user.lock' ELSE 'bot.start' END,
         CASE WHEN n % 3000 = 0 THEN 'user' ELSE 'investment' END, gen_random_uuid(), gen_random_uuid()::text,
         '2026-01-01T00:00:00Z'::timestamptz + n / 3 * interval '1 minute'
       FROM generate_series(1, ${ROWS}) n`,
      [person],
    );
    await fixture.database.pool.query('ANALYZE audit_log');
  });

  it('is paged row by row in both directions, without a gap and without a row twice, where times are the same', async () => {
    const filter = { actor: person, firstDay: '2026-01-02', lastDay: '2026-01-02', pageSize: '100' };
    const forwards: AuditEntry[] = [];
    let before: string | undefined;
    for (;;) {
      const page = await list({ ...filter, ...(before && { before }) });
      forwards.push(...page.items);
      expect(page.hasNewer).toBe(before !== undefined);
      before = page.items.at(-1)?.cursor;
      if (!page.hasOlder) break;
    }
    expect(forwards).toHaveLength(24 * 60 * 3);
    const order = forwards.map(({ at, seq }) => [at, seq] as const);
    const sorted = order.toSorted(([a, m], [b, n]) => b.localeCompare(a) || n - m);
    expect(order).toEqual(sorted);
    expect(new Set(forwards.map(({ seq }) => seq)).size).toBe(forwards.length);
    // From the last page upwards again.
    const backwards: AuditEntry[] = [];
    let after = forwards.at(-1)?.cursor ?? '';
    for (;;) {
      const page = await list({ ...filter, after });
      backwards.unshift(...page.items);
      after = page.items[0]?.cursor ?? '';
      if (!page.hasNewer) break;
    }
    expect(backwards.map(({ seq }) => seq)).toEqual(forwards.slice(0, -1).map(({ seq }) => seq));
  });

  it.each([
    ['no filter', {}, undefined],
    ['a rare action', { action: 'user.lock' }, undefined],
    ['a rare kind', { subject: 'user' }, undefined],
    ['what admins did', { actor: 'admins' }, undefined],
    ['one person', { actor: person }, undefined],
    ['an old day', { firstDay: '2026-01-02', lastDay: '2026-01-02' }, undefined],
    ['an old page', {}, { at: new Date('2026-01-02T00:00:00Z'), seq: 1 }],
    ['an id', {}, undefined, newId()],
    ['words of a reason', {}, undefined, 'Doppelte Gebühr'],
  ] as const)('reads a page and little more with %s', async (_, filter, from, query = '') => {
    await fixture.database.transaction(async (tx) => {
      const meant = query ? await findMeant(tx, query) : null;
      const read = await rowsRead(tx, (planned) =>
        selectAudit(planned, filter, { meant, from: from ?? null, towards: 'older', limit: 26 }),
      );
      expect(read).toBeLessThanOrEqual(26 * 8);
    });
  });

  it('would show a query that reads all of it', async () => {
    await fixture.database.transaction(async (tx) => {
      const all = () => tx.$client.query('SELECT count(*) FROM audit_log WHERE after IS NULL');
      expect(await rowsRead(tx, all)).toBeGreaterThanOrEqual(ROWS);
    });
  });
});

/** How many rows of the log a query touched, by the database's own count. */
async function rowsRead(tx: Tx, query: (tx: Tx) => Promise<unknown>): Promise<number> {
  const counters = async () => {
    const { rows } = await tx.$client.query<{ read: string }>(
      `SELECT pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid) AS read
       FROM pg_class c WHERE c.oid = 'audit_log'::regclass
       UNION ALL
       SELECT pg_stat_get_xact_tuples_returned(i.indexrelid) FROM pg_index i WHERE i.indrelid = 'audit_log'::regclass`,
    );
    return rows.reduce((sum, { read }) => sum + Number(read), 0);
  };
  const before = await counters();
  await query(tx);
  return (await counters()) - before;
}

describe('the people in a row', () => {
  it('come with their addresses, and without one when their account is gone', async () => {
    const gone = newId();
    await fixture.runWork(personActor('admin', admin.userId), (work) =>
      writeAudit(work, {
        action: 'support.set_assignee',
        subject: 'support_chat',
        subjectId: newId(),
        before: { assignedTo: gone },
        after: { assignedTo: anna.userId },
      }),
    );
    const [row] = (await list({ action: 'support.set_assignee' })).items;
    expect(row).toMatchObject({
      before: { assignedTo: gone },
      after: { assignedTo: anna.userId },
      people: { [anna.userId]: `${anna.userId}@probe.example` },
    });
    expect(Object.keys(row?.people ?? {})).toEqual([anna.userId]);
  });
});

describe('the words', () => {
  it('are those of actions that the code writes; none is left over', () => {
    const folder = fileURLToPath(new URL('../../src', import.meta.url));
    const source = globSync('**/*.ts', { cwd: folder })
      .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
      // What writes to the log, itself or through the one function that does so for deposits and withdrawals.
      .filter((text) => /audit|announceDecision/i.test(text))
      .join('\n');
    expect(Object.keys(AUDIT_ACTIONS).filter((action) => !source.includes(`'${action}'`))).toEqual([]);
  });

  it('are asked for by the compiler wherever an action is written', async () => {
    const write = (action: AuditAction) =>
      fixture.runWork(fixture.admin, (work) =>
        writeAudit(work, { action, subject: 'wallet', subjectId: newId() }),
      );
    // @ts-expect-error nobody has found words for it
    await expect(write('wallet.steal')).resolves.toBeUndefined();
  });
});
