// Nothing limits how often a bot is started and stopped. What its owner asks stays as quick as with one run.
import { OWN_BOT_LIMITS } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRunsOf } from '../../src/modules/bots/index.ts';
import { readOwnResults, readOwnStarts } from '../../src/modules/testbench/index.ts';
import { countRowsRead, recordStatements } from '../rows-read.ts';
import { createLiveWorld, type LiveWorld, liveOf, restless } from './live-world.ts';
import type { Person } from './testbench-world.ts';

const MORE = 1_100;

let world: LiveWorld;
let anna: Person;
let bot: Awaited<ReturnType<LiveWorld['certified']>>;
let live: ReturnType<typeof liveOf>;
let amounts: { put: bigint; paid: bigint };
let statements: ReturnType<typeof recordStatements>;
let client: pg.Client;
beforeAll(async () => {
  world = await createLiveWorld({ compile: restless() });
  await world.history(3);
  await world.tick();
  anna = await world.person('1000');
  live = liveOf(world.api, anna);
  bot = await world.certified(anna);
  await live.start(bot, '300');
  await world.run(9);
  await live.stop(bot.id);
  await world.run(3);
  const [stop, start] = await live.orders(bot.id);
  amounts = { put: fromWire(String(start?.amountUsd)), paid: fromWire(String(stop?.payoutUsd)) };
  client = new pg.Client({ connectionString: world.url });
  await client.connect();
  await repeatRun();
  statements = recordStatements(world.database.pool);
  // Connections from before do not record.
  const fresh = await Promise.all(Array.from({ length: 8 }, () => world.database.pool.connect()));
  for (const one of fresh) one.release(true);
});
afterAll(async () => {
  await client.end();
  await world.close();
});

/** The first run as often again as if it had been started and stopped all the time, but for its bookings. */
async function repeatRun(): Promise<void> {
  const copy = async (table: string, changed: Record<string, string>, where: string) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND is_identity = 'NO'`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    await client.query(
      `INSERT INTO ${table} (${names.join()}) SELECT ${names.map((name) => changed[name] ?? `t.${name}`).join()}
       FROM ${table} t, more m WHERE ${where}`,
    );
  };
  const tables = ['ledger_accounts', 'bot_portfolios', 'bot_nav', 'own_bot_orders'];
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await client.query(
    `CREATE TEMP TABLE more AS SELECT gen_random_uuid() AS id, gen_random_uuid() AS pool, series FROM generate_series(2, ${MORE + 1}) AS series`,
  );
  const ofRun = 'IN (SELECT id FROM bot_portfolios WHERE bot_type IS NULL AND series = 1)';
  const ofPool = 'IN (SELECT pool_account_id FROM bot_portfolios WHERE bot_type IS NULL AND series = 1)';
  await copy('ledger_accounts', { id: 'm.pool', portfolio_id: 'm.id' }, `t.id ${ofPool}`);
  await copy(
    'bot_portfolios',
    { id: 'm.id', series: 'm.series', pool_account_id: 'm.pool' },
    `t.id ${ofRun}`,
  );
  await copy('bot_nav', { portfolio_id: 'm.id' }, `t.portfolio_id ${ofRun}`);
  await copy('own_bot_orders', { portfolio_id: 'm.id', id: 'gen_random_uuid()' }, `t.portfolio_id ${ofRun}`);
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await client.query('ANALYZE');
}

async function rowsReadFor(task: () => Promise<unknown>): Promise<number> {
  return (await countRowsRead(client, await statements.during(task))).rows;
}

it('the list of bots reads the newest run of each', async () => {
  let items: Record<string, unknown>[] = [];
  const rows = await rowsReadFor(async () => {
    const { body } = await world.api.call('GET', '/api/own-bots', { as: anna });
    items = body.items as Record<string, unknown>[];
  });
  expect(items).toMatchObject([{ status: 'stopped', run: { series: MORE + 1 } }]);
  expect(rows).toBeLessThan(100);
});

it('the newest runs are listed, and every one can be asked for', async () => {
  const runs = await live.runs(bot.id);
  expect(runs.map(({ series }) => series)).toEqual(
    Array.from({ length: OWN_BOT_LIMITS.runsListed }, (_, place) => MORE + 1 - place),
  );
  const first = await world.api.call('GET', `/api/own-bots/${bot.id}/fills?series=1`, { as: anna });
  expect(first.body.total).toBeGreaterThan(0);
  const series: number[] = [];
  for (let before: number | undefined; ; before = series.at(-1)) {
    const piece = await listRunsOf(world.database.db, bot.id, { limit: 700, before });
    series.push(...piece.map((run) => run.series));
    if (piece.length < 700) break;
  }
  expect(series).toEqual(Array.from({ length: MORE + 1 }, (_, place) => MORE + 1 - place));
  const { body } = await world.api.call('GET', '/api/profile/export', { as: anna });
  const [own] = body.ownBots as { runs: unknown[] }[];
  expect(own?.runs, 'the download of one’s own data has all').toHaveLength(MORE + 1);
});

it('what may be put in is worked out of what runs', async () => {
  const admin = world.api.person('admin');
  let used: unknown;
  const rows = await rowsReadFor(async () => {
    const { body } = await world.api.call('GET', `/api/admin/customers/${anna.userId}/own-bots`, {
      as: admin,
    });
    used = body.used;
  });
  expect(used).toEqual({ live: 0, capitalUsd: '0.00' });
  expect(rows).toBeLessThan(100);
});

it('what they have brought is summed up by the database, and what is over is not read one by one', async () => {
  const { db } = world.database;
  const ended = BigInt(MORE + 1) * (amounts.paid - amounts.put);
  expect(await readOwnResults(db, anna.userId)).toEqual({ running: null, ended });
  // What is over is not read one by one, however long a period is.
  expect(await readOwnStarts(db, anna.userId, new Date(0))).toEqual([]);
  expect(await readOwnStarts(db, anna.userId, world.clock.now())).toEqual([]);
  await live.start(bot, '100');
  await world.run(2);
  const { running } = await readOwnResults(db, anna.userId);
  expect(running).toBe(0n);
  expect(await readOwnStarts(db, anna.userId, world.clock.now())).toMatchObject([{ amount: 100_000_000n }]);
});
