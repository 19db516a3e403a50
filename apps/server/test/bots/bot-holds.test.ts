import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBot, stopBot } from '../../src/modules/bots/index.ts';
import { tellInvestors } from '../../src/modules/bots/investments/tell-investors.ts';
import { pauseBot, resumeBot } from '../../src/modules/bots/operation/pauses.ts';
import { getBot, listBots } from '../../src/modules/bots/overview/list-bots.ts';
import { listProtocol } from '../../src/modules/bots/protocol/list-protocol.ts';
import { listEmails } from '../../src/modules/identity/index.ts';
import { createWorkRunner, newId } from '../../src/platform/work.ts';
import { type Api, createApi, ensureUser } from '../api-fixture.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';
import { botStrategies, restlessStrategy } from './restless-strategy.ts';

const people = { listEmails };
const REASON = 'Die Kurse einer Quelle werden geprüft';
const BACK = 'Die Kurse stimmen wieder.';
let fixture: BotsFixture;
let api: Api;
let admin: ReturnType<Api['person']>;

const query = async <T extends Record<string, unknown>>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await fixture.database.pool.query<T>(text, values)).rows;
const now = () => fixture.clock.now();
const bot = () => getBot(fixture.database.db, fixture.strategies, 'smartbot', now());
const navs = () => query<{ nav: string; at: Date }>('SELECT nav, at FROM bot_nav ORDER BY at');
const pauses = () => api.call('GET', '/api/admin/bots/pauses', { as: admin });
const act = (what: 'pause' | 'resume', reason: string, options: { as?: typeof admin; key?: string } = {}) =>
  api.call('POST', `/api/admin/bots/smartbot/${what}`, { as: admin, body: { reason }, ...options });
const lines = async () =>
  (await listProtocol(fixture.database.db, { botType: 'smartbot', page: 1, pageSize: 100 })).items;
const ofOperator = async () =>
  (await lines()).filter(({ title }) => title.startsWith('Vom Betreiber')).toReversed();
const told = (userId: string) =>
  query<{ title: string; message: string; type: string }>(
    `SELECT title, message, type FROM user_notifications
     WHERE user_id = $1 AND (title LIKE '%angehalten' OR title LIKE '%handelt wieder') ORDER BY created_at`,
    userId,
  );

type Customer = Awaited<ReturnType<BotsFixture['createCustomer']>>;
const invest = async (who: Customer) => {
  await ensureUser(fixture, who);
  const { userId } = who;
  return fixture.runWork(who, (work) => startBot(work, { userId, botType: 'smartbot', amountUsd: '100' }));
};

describe('a bot that an operator holds', () => {
  let investor: Customer;
  let bystander: Customer;
  let heldFrom: number;

  beforeAll(async () => {
    fixture = await createBotsFixture();
    api = createApi(fixture);
    admin = api.person('admin');
    await fixture.run(12);
    investor = await fixture.createCustomer('1000');
    bystander = await fixture.createCustomer('1000');
    await invest(investor);
    await invest(investor);
  });
  afterAll(() => fixture.close());

  it('is shown as held at once, before the engine obeys', async () => {
    const answer = await act('pause', REASON);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        botType: 'smartbot',
        reason: REASON,
        pausedBy: `${admin.userId}@probe.example`,
        pausedAt: now().toISOString(),
        effectiveAt: null,
        resumedAt: null,
      },
    });
    const shown = await bot();
    expect(shown.positions.length).toBeGreaterThan(0);
    expect(shown).toMatchObject({
      startable: true,
      nextDecisionAt: null,
      pausedUntil: null,
      protection: {
        state: 'paused',
        cause: 'operator',
        until: null,
        operator: { since: now().toISOString(), reason: REASON },
      },
    });
    expect(shown.activity).toMatch(
      /^Vom Betreiber angehalten am 02\.03\.2026, 11:12\sUhr: Die Kurse einer Quelle werden geprüft\. Hält \d+\sPositionen, .* Verkauft wird zum nächsten Kurs des jeweiligen Marktes\.$/,
    );
    const [listed, other] = await listBots(fixture.database.db, fixture.strategies, now());
    expect(listed).toMatchObject({ protection: { cause: 'operator' }, nextDecisionAt: null });
    expect(other?.protection).toBeNull();
  });

  it('obeys at the next closed minute, and everything is sold at the open after it', async () => {
    await fixture.run(1);
    heldFrom = now().getTime();
    expect((await pauses()).body.items).toMatchObject([{ effectiveAt: now().toISOString() }]);
    expect(await ofOperator()).toMatchObject([
      {
        at: now().toISOString(),
        kind: 'protection',
        until: null,
        text: `Der Betreiber hat den Bot angehalten: ${REASON}. Alles wird zum nächsten Kurs verkauft, und bis er ihn fortsetzt, gibt es keine Entscheidungen.`,
      },
    ]);
    expect((await bot()).positions.length).toBeGreaterThan(0);
    await fixture.run(1);
    expect((await bot()).positions).toEqual([]);
    const sold = await query<{ filled_at: Date; reason: string; units_after: number }>(
      'SELECT filled_at, reason, units_after FROM bot_fills WHERE filled_at >= $1',
      new Date(heldFrom),
    );
    expect(sold.length).toBeGreaterThan(3);
    for (const fill of sold)
      expect(fill).toEqual({ filled_at: new Date(heldFrom), reason: 'operator-pause', units_after: 0 });
  });

  it('keeps its NAV and decides nothing, over a restart and another leader', async () => {
    await fixture.run(4);
    await fixture.restart();
    await fixture.run(4);
    await fixture.takeOver();
    await fixture.restart();
    await fixture.run(4);
    const after = (await navs()).filter(({ at }) => at.getTime() > heldFrom);
    expect(after.length).toBe(13);
    expect(new Set(after.map(({ nav }) => nav)).size).toBe(1);
    const since = (await lines()).filter(({ at }) => Date.parse(at) > heldFrom);
    expect(since.filter(({ kind }) => kind === 'decision')).toEqual([]);
    expect(await ofOperator()).toHaveLength(1);
    expect((await bot()).activity).toMatch(/werden geprüft\. Hält keine Positionen, alles in Geld\.$/);
  });

  it('can be invested in and left as always', async () => {
    await fixture.tick();
    const { id } = await invest(bystander);
    const stopped = await fixture.runWork(bystander, (work) =>
      stopBot(work, { investmentId: id, userId: bystander.userId }),
    );
    expect(stopped).toMatchObject({ status: 'inactive', usdCurrentAmount: '100.00' });
  });

  it('cannot be held a second time, and says who holds it', async () => {
    const second = await act('pause', 'Noch einmal', { as: api.person('admin') });
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'BOT_PAUSED', data: { by: `${admin.userId}@probe.example` } },
    });
    expect((await pauses()).body).toMatchObject({ total: 1 });
  });

  it('trades again at its next decision once it is let go', async () => {
    const answer = await act('resume', BACK);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        resumedAt: now().toISOString(),
        resumeReason: BACK,
        resumedBy: `${admin.userId}@probe.example`,
      },
    });
    expect(await bot()).toMatchObject({ protection: { state: 'ready', operator: null } });
    expect((await bot()).nextDecisionAt).not.toBeNull();
    await fixture.run(1);
    expect((await ofOperator()).at(-1)).toMatchObject({
      at: now().toISOString(),
      title: 'Vom Betreiber fortgesetzt',
      text: `Der Betreiber lässt den Bot wieder handeln: ${BACK} Er entscheidet wieder, sobald die nächste Entscheidung ansteht.`,
    });
    await fixture.run(6);
    expect((await bot()).positions.length).toBeGreaterThan(0);
    expect(await act('resume', BACK)).toMatchObject({ status: 409, body: { code: 'BOT_NOT_PAUSED' } });
  });

  it('has told its investors, each once, and nobody else', async () => {
    expect(await told(investor.userId)).toEqual([
      {
        title: 'SmartBot angehalten',
        type: 'warning',
        message: `Der Betreiber hat den SmartBot angehalten: ${REASON}. Alle Positionen werden zum nächsten Kurs ihres Marktes verkauft. Bis der Betreiber ihn fortsetzt, handelt der Bot nicht. Ihre Anlagen bleiben bestehen, und Sie können sie jederzeit beenden.`,
      },
      {
        title: 'SmartBot handelt wieder',
        type: 'info',
        message: `Der Betreiber lässt den SmartBot wieder handeln: ${BACK} Gekauft wird frühestens bei der nächsten Entscheidung des Bots.`,
      },
    ]);
    expect(await told(bystander.userId)).toEqual([]);
  });

  it('is in the audit log with its reasons, and nothing free stands in the fields', async () => {
    const entries = await query(
      `SELECT action, subject, actor_id, after, reason FROM audit_log WHERE subject = 'bot' ORDER BY seq`,
    );
    const common = { subject: 'bot', actor_id: admin.userId, after: { botType: 'smartbot' } };
    expect(entries).toEqual([
      { action: 'bot.pause', reason: REASON, ...common },
      { action: 'bot.resume', reason: BACK, ...common },
    ]);
  });

  it('was held as its list of pauses says, and no row of it can be changed afterwards', async () => {
    const { pool } = fixture.database;
    for (const change of [
      `UPDATE bot_pauses SET reason = 'x'`,
      'UPDATE bot_pauses SET effective_at = now()',
      `UPDATE bot_pauses SET resumed_at = now()`,
      `UPDATE bot_pauses SET resume_reason = 'x'`,
      'DELETE FROM bot_pauses',
      'TRUNCATE bot_pauses',
    ])
      await expect(pool.query(change), change).rejects.toMatchObject({ code: '23001' });
  });
});

describe('holding and letting go', () => {
  beforeEach(async () => {
    fixture = await createBotsFixture();
    api = createApi(fixture);
    admin = api.person('admin');
    return () => fixture.close();
  });

  it('by two admins at once happens once', async () => {
    const admins = [admin, ...Array.from({ length: 5 }, () => api.person('admin'))];
    const answers = await Promise.all(admins.map((as) => act('pause', REASON, { as })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const winner = admins[answers.findIndex(({ status }) => status === 201)];
    for (const { status, body } of answers)
      if (status === 409)
        expect(body).toMatchObject({
          code: 'BOT_PAUSED',
          data: { by: `${winner?.userId}@probe.example`, at: now().toISOString() },
        });
    const ended = await Promise.all(admins.map((as) => act('resume', BACK, { as })));
    expect(ended.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await query('SELECT FROM audit_log')).toHaveLength(2);
  });

  it('is done once per key, and answers the same again', async () => {
    const key = newId();
    const first = await act('pause', REASON, { key });
    expect(await act('pause', REASON, { key })).toMatchObject({ status: 201, body: first.body });
    expect(await act('pause', 'Anderer Grund', { key })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect((await pauses()).body).toMatchObject({ total: 1 });
  });

  it('needs a reason, a bot of the catalogue and a key, but no fresh sign-in', async () => {
    for (const reason of ['', '   ', 'x'.repeat(501)])
      expect(await act('pause', reason)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(
      await api.call('POST', '/api/admin/bots/megabot/pause', { as: admin, body: { reason: REASON } }),
    ).toMatchObject({ status: 400 });
    expect(
      await api.call('POST', '/api/admin/bots/smartbot/pause', {
        as: admin,
        body: { reason: REASON },
        key: null,
      }),
    ).toMatchObject({ status: 400, body: { code: 'IDEMPOTENCY_KEY_REQUIRED' } });
    const hourAgo = { authenticatedAt: new Date(now().getTime() - 90 * 60_000) };
    const stale = api.person('admin', undefined, hourAgo);
    expect(await act('pause', REASON, { as: stale })).toMatchObject({ status: 201 });
  });

  it('of a bot that does not run on this installation is refused', async () => {
    await expect(
      fixture.runWork(fixture.admin, (work) =>
        pauseBot(work, { people, strategies: {} }, { botType: 'newsbot', reason: REASON }),
      ),
    ).rejects.toMatchObject({ code: 'BOT_NOT_AVAILABLE' });
  });

  it('before the first bar of a bot keeps it from beginning to trade', async () => {
    await act('pause', REASON);
    await fixture.run(12);
    expect(await query('SELECT FROM bot_fills')).toEqual([]);
    expect(await ofOperator()).toHaveLength(1);
    await act('resume', BACK);
    await fixture.run(12);
    expect((await query('SELECT FROM bot_fills')).length).toBeGreaterThan(0);
  });

  it('is obeyed at the first minute after a gap that nobody watched', async () => {
    await fixture.run(12);
    await act('pause', REASON);
    for (let minute = 0; minute < 3; minute++) await fixture.closeMinute({ tell: false });
    await fixture.run(1);
    expect((await pauses()).body.items).toMatchObject([{ effectiveAt: now().toISOString() }]);
    expect(await ofOperator()).toMatchObject([{ at: now().toISOString() }]);
    await fixture.run(1);
    expect((await bot()).positions).toEqual([]);
  });

  it('within one minute leaves no trace in what the bot does', async () => {
    await fixture.run(12);
    await act('pause', REASON);
    await act('resume', BACK);
    await fixture.run(6);
    expect(await ofOperator()).toEqual([]);
    expect((await pauses()).body.items).toMatchObject([{ effectiveAt: null, resumeReason: BACK }]);
    expect((await bot()).positions.length).toBeGreaterThan(0);
  });

  it('queues one mail per investor', async () => {
    await fixture.run(12);
    const customers = [await fixture.createCustomer('1000'), await fixture.createCustomer('1000')];
    await Promise.all(customers.map(invest));
    let queued = 0;
    const runWork = createWorkRunner({ ...fixture, onMailsQueued: () => queued++ });
    const input = { botType: 'smartbot', reason: REASON } as const;
    await runWork(fixture.admin, (work) => pauseBot(work, { people, strategies: fixture.strategies }, input));
    await runWork(fixture.admin, (work) => resumeBot(work, { people }, { ...input, reason: BACK }));
    await tellInvestors(runWork, new AbortController().signal);
    expect(queued).toBe(2);
    const mails = await query<{ user_id: string; title: string; facts: object[] }>(
      'SELECT user_id, title, facts FROM notification_mails ORDER BY created_at, title',
    );
    expect(mails.map(({ user_id, title }) => `${user_id} ${title}`).toSorted()).toEqual(
      customers
        .flatMap(({ userId }) => [`${userId} SmartBot angehalten`, `${userId} SmartBot handelt wieder`])
        .toSorted(),
    );
    expect(mails[0]?.facts).toContainEqual({ label: 'Grund', value: REASON });
  });

  it('outlives the account of the admin, whose address is then not known any more', async () => {
    await act('pause', REASON);
    await fixture.database.pool.query('DELETE FROM auth_users WHERE id = $1', [admin.userId]);
    admin = api.person('admin');
    expect((await pauses()).body.items).toMatchObject([{ pausedBy: null, reason: REASON }]);
    expect(await act('pause', REASON)).toMatchObject({
      body: { code: 'BOT_PAUSED', data: { by: 'gelöschtes Konto' } },
    });
  });
});

describe('a hold', () => {
  it('goes on after the equity was used up: the next series is held from its first minute', async () => {
    const strategy = restlessStrategy({ gross: 3, shorts: false });
    fixture = await createBotsFixture({ strategies: botStrategies(strategy) });
    api = createApi(fixture);
    admin = api.person('admin');
    try {
      await fixture.run(12);
      await act('pause', REASON);
      // Stale prices: what is to be sold cannot be, and the prices fall.
      for (const { symbol } of await query<{ symbol: string }>('SELECT DISTINCT symbol FROM bot_fills'))
        fixture.silent.add(symbol);
      await fixture.tick();
      fixture.market.shock(now().getTime() + 60_000, 0.01);
      await fixture.run(3);
      const series = await query<{ series: number; closed_at: Date | null }>(
        'SELECT series, closed_at FROM bot_portfolios ORDER BY series',
      );
      expect(series).toEqual([
        { series: 1, closed_at: expect.any(Date) },
        { series: 2, closed_at: null },
      ]);
      fixture.silent.clear();
      await fixture.run(12);
      expect(await ofOperator()).toMatchObject([{ title: 'Vom Betreiber angehalten' }]);
      expect((await lines()).map(({ kind }) => kind)).not.toContain('decision');
      expect(await bot()).toMatchObject({ positions: [], protection: { cause: 'operator' } });
      await act('resume', BACK);
      await fixture.run(6);
      expect((await bot()).positions.length).toBeGreaterThan(0);
    } finally {
      await fixture.close();
    }
  });

  it('goes on as the leader knows it while the pauses cannot be read', async () => {
    fixture = await createBotsFixture();
    api = createApi(fixture);
    admin = api.person('admin');
    try {
      await fixture.run(12);
      await act('pause', REASON);
      await fixture.run(2);
      await fixture.database.pool.query('ALTER TABLE bot_pauses RENAME TO bot_pauses_away');
      await fixture.run(6);
      await fixture.database.pool.query('ALTER TABLE bot_pauses_away RENAME TO bot_pauses');
      expect((await bot()).positions).toEqual([]);
      await act('resume', BACK);
      await fixture.run(6);
      expect((await bot()).positions.length).toBeGreaterThan(0);
    } finally {
      await fixture.close();
    }
  });
});
