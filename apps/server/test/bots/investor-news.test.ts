import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBot, stopBot } from '../../src/modules/bots/index.ts';
import { noteForInvestors, tellInvestors } from '../../src/modules/bots/investments/tell-investors.ts';
import { systemActor, type WorkRunner } from '../../src/platform/work.ts';
import { ensureUser } from '../api-fixture.ts';
import { untilBlocked } from '../races.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';

/** Three transactions of it. */
const INVESTORS = 1_203;
const running = new AbortController().signal;

let fixture: BotsFixture;
/** The one whose investment everybody else's is a copy of. */
let anna: Awaited<ReturnType<BotsFixture['createCustomer']>>;
let portfolioId: string;

const query = async <T extends Record<string, unknown>>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await fixture.database.pool.query<T>(text, values)).rows;
const invest = async () => {
  const customer = await fixture.createCustomer('1000');
  await ensureUser(fixture, customer);
  await fixture.tick();
  await fixture.runWork(customer, (work) =>
    startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd: '100' }),
  );
  return customer;
};
const note = (title: string) =>
  fixture.runWork(systemActor('test'), (work) =>
    noteForInvestors(work, portfolioId, {
      event: 'bot_protection',
      title,
      message: 'Etwas ist geschehen.',
      type: 'warning',
      subject: 'smartbot',
      subjectId: null,
    }),
  );
const tell = (runWork: WorkRunner = fixture.runWork, signal = running) => tellInvestors(runWork, signal);
/** How many people have heard of it, and how often all in all. */
const heard = async (title: string) => {
  const [row] = await query<{ people: number; all: number }>(
    `SELECT count(DISTINCT user_id)::int AS people, count(*)::int AS all FROM user_notifications WHERE title = $1`,
    title,
  );
  return row;
};

beforeAll(async () => {
  fixture = await createBotsFixture();
  await fixture.run(2);
  anna = await invest();
  const [investment] = await query<{ id: string; portfolio_id: string }>(
    'SELECT id, portfolio_id FROM bot_investments WHERE user_id = $1',
    anna.userId,
  );
  portfolioId = investment!.portfolio_id;
  await query(
    `INSERT INTO auth_users (id, name, email, role)
     SELECT gen_random_uuid(), 'Viele', 'viele-' || i || '@probe.example', 'user' FROM generate_series(2, $1::int) i`,
    INVESTORS,
  );
  // Two each: they hear of it once.
  await query(
    `INSERT INTO bot_investments OVERRIDING USER VALUE SELECT (jsonb_populate_record(of,
       jsonb_build_object('id', gen_random_uuid(), 'user_id', person.id, 'start_transfer_id', gen_random_uuid()))).*
     FROM bot_investments of, auth_users person, generate_series(1, 2) WHERE of.id = $1 AND person.name = 'Viele'`,
    investment!.id,
  );
});
afterAll(() => fixture?.close());
beforeEach(() => fixture.clock.advance(1));

describe('what investors are to be told', () => {
  it('is one row of the bar that it tells of, however many they are', async () => {
    await note('Neu');
    expect(await query('SELECT portfolio_id FROM bot_investor_news')).toEqual([
      { portfolio_id: portfolioId },
    ]);
    expect(await heard('Neu')).toEqual({ people: 0, all: 0 });
    await tell();
    expect(await heard('Neu')).toEqual({ people: INVESTORS, all: INVESTORS });
    expect(await query('SELECT FROM bot_investor_news')).toEqual([]);
  });

  it('goes on where it was interrupted, and nobody hears it twice', async () => {
    await note('Unterbrochen');
    const interrupted = new AbortController();
    await tell(async (actor, run) => {
      interrupted.abort();
      return fixture.runWork(actor, run);
    }, interrupted.signal);
    expect(await heard('Unterbrochen')).toEqual({ people: 500, all: 500 });
    const failing: WorkRunner = (actor, run) =>
      fixture.runWork(actor, async (work) => {
        await run(work);
        throw new Error('the database is gone');
      });
    await expect(tell(failing)).rejects.toThrow('the database is gone');
    expect(await heard('Unterbrochen')).toEqual({ people: 500, all: 500 });
    await Promise.all([tell(), tell()]);
    expect(await heard('Unterbrochen')).toEqual({ people: INVESTORS, all: INVESTORS });
  });

  it('is told by the leader within seconds', async () => {
    await note('Von selbst');
    await fixture.run(1);
    expect(await heard('Von selbst')).toEqual({ people: INVESTORS, all: INVESTORS });
  });

  it('concerns nobody who began later or has ended it meanwhile', async () => {
    await note('Vorher');
    fixture.clock.advance(1);
    const customer = await invest();
    const { userId } = customer;
    await tell();
    expect(await heard('Vorher')).toEqual({ people: INVESTORS, all: INVESTORS });
    await note('Nachher');
    await tell();
    const titles = await query('SELECT title FROM user_notifications WHERE user_id = $1', userId);
    expect(titles.map(({ title }) => title)).toContain('Nachher');
    expect(titles.map(({ title }) => title)).not.toContain('Vorher');
    await note('Ohne mich');
    const [{ id } = { id: '' }] = await query<{ id: string }>(
      'SELECT id FROM bot_investments WHERE user_id = $1',
      userId,
    );
    await fixture.runWork(customer, (work) => stopBot(work, { userId, investmentId: id }));
    await tell();
    expect(await heard('Ohne mich')).toEqual({ people: INVESTORS, all: INVESTORS });
  });

  it('waits for an account that ends at this moment, and leaves nothing to whoever is gone', async () => {
    const [{ id } = { id: '' }] = await query<{ id: string }>(
      `SELECT id FROM auth_users WHERE name = 'Viele' ORDER BY id LIMIT 1`,
    );
    await note('Am Ende');
    const leaving = await fixture.database.pool.connect();
    try {
      await leaving.query('BEGIN');
      await leaving.query('SELECT FROM auth_users WHERE id = $1 FOR UPDATE', [id]);
      const told = tell();
      await untilBlocked(fixture.database.pool);
      await leaving.query('DELETE FROM auth_users WHERE id = $1', [id]);
      await leaving.query('COMMIT');
      await told;
    } finally {
      leaving.release();
    }
    expect(
      await query(`SELECT FROM user_notifications WHERE user_id = $1 AND title = 'Am Ende'`, id),
    ).toEqual([]);
    expect(await heard('Am Ende')).toEqual({ people: INVESTORS - 1, all: INVESTORS - 1 });
  });
});
