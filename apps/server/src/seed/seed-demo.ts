import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@botdepot/trading';
import pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type BacktestRunner, simulateDemoHistory } from '../modules/bots/index.ts';
import { type Auth, createPersona } from '../modules/identity/index.ts';
import type { MarketFeed } from '../modules/markets/index.ts';
import type { CandleSources } from '../modules/testbench/index.ts';
import { openWallet } from '../modules/wallet/index.ts';
import type { SignedIn } from '../platform/api.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { createLocalBus } from '../platform/live-bus.ts';
import { migrate } from '../platform/migrate.ts';
import { type Clock, createWorkRunner, newId } from '../platform/work.ts';
import { seedDemoEvents } from './demo-events.ts';
import { tellOwnBots } from './demo-own-bots.ts';
import { DEMO_PEOPLE, type DemoPerson, type DemoUserIds } from './demo-people.ts';
import { demoTime, tellDemoStory } from './demo-story.ts';

const demoLogin = z.object({ email: z.string(), password: z.string(), note: z.string() });
type DemoLogin = z.infer<typeof demoLogin>;

const fileIn = (dataDir: string): string => join(dataDir, 'demo-logins.json');

/** 96 random bits in groups that a person can type from the screen. */
function generatePassword(): string {
  const text = randomBytes(12).toString('hex');
  return (text.match(/.{6}/g) ?? []).join('-');
}

/** Keeps the generated logins for the next start, readable by the owner only. */
async function writeDemoLogins(dataDir: string, logins: DemoLogin[]): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(fileIn(dataDir), `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 });
}

export async function readDemoLogins(dataDir: string): Promise<DemoLogin[]> {
  try {
    return z.array(demoLogin).parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')));
  } catch {
    return [];
  }
}

/** Notes that seeding begins; false when the demo is there already or the database has accounts. */
export async function startDemoSeed(database: Database, now: Date): Promise<boolean> {
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO demo_seeds (id, started_at)
     SELECT 1, $1 WHERE NOT EXISTS (SELECT FROM auth_users)
     ON CONFLICT DO NOTHING RETURNING id`,
    [now],
  );
  return rows.length > 0;
}

export async function finishDemoSeed(database: Database, now: Date): Promise<void> {
  await database.pool.query('UPDATE demo_seeds SET finished_at = $1', [now]);
}

// Any constant will do; it only has to be the same in every replica.
const DEMO_LOCK = 7_201_002;

/** Runs `work` while no other replica seeds the demo or looks whether half of one is left; waits for the one that does. */
export async function aloneWithDemo<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'botdepot-demo',
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [DEMO_LOCK]);
    return await work(client);
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/** A sentence for the person who starts it: nothing was changed. */
export class DemoRefusal extends Error {
  override name = 'DemoRefusal';
}

/**
 * Makes the database new when an interrupted start left half a demo in it and nobody used it since; somebody may have, under
 * a start without the demo. Every start looks, so that half a demo does not wait for accounts. Call it after `migrate` and
 * before anything else connects.
 * @throws DemoRefusal where somebody has and this start is one of the demo
 */
export async function discardHalfSeededDemo(
  databaseUrl: string,
  { demo }: { demo: boolean },
): Promise<boolean> {
  return aloneWithDemo(databaseUrl, async (client) => {
    const { rows } = await client.query('SELECT FROM demo_seeds WHERE finished_at IS NULL');
    if (rows.length === 0) return false;
    if (await isUsed(client)) {
      if (!demo) return false;
      throw new DemoRefusal(
        'In dieser Datenbank hat ein abgebrochener Start die Demo nur halb angelegt, und seither gibt es darin andere Konten. Damit sie bleiben, startet hier keine Demo. Starten Sie ohne Demo (DEMO=0) oder mit einem anderen Datenordner (DATA_DIR) oder einer anderen Datenbank (DATABASE_URL). Geändert wurde nichts.',
      );
    }
    await client.query(
      'DROP SCHEMA public CASCADE; DROP SCHEMA IF EXISTS drizzle CASCADE; CREATE SCHEMA public',
    );
    // Whoever waits for the lock finds the tables.
    await migrate(databaseUrl);
    return true;
  });
}

/** Whether anybody but the demo's people has an account or had one: a wallet stays when its account is deleted. */
async function isUsed(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `WITH demo AS (SELECT id FROM auth_users WHERE lower(email) = ANY ($1))
     SELECT FROM (SELECT id FROM auth_users UNION ALL SELECT user_id FROM user_wallets) AS people
     WHERE id NOT IN (SELECT id FROM demo) LIMIT 1`,
    [PEOPLE.map((person) => DEMO_PEOPLE[person].email)],
  );
  return rowCount !== 0;
}

const HISTORY_DAYS = 57;
const PEOPLE = Object.keys(DEMO_PEOPLE) as DemoPerson[];

/**
 * Fills an empty database with the demo: its people, and what they did during the last two months, made by the real
 * commands under a clock that walks through that time. Does nothing when anybody has an account already. Must run
 * before the feed leads.
 */
export function seedDemo(deps: SeedDeps & { databaseUrl: string }): Promise<void> {
  return aloneWithDemo(deps.databaseUrl, () => seedAlone(deps));
}

type SeedDeps = {
  config: Config;
  database: Database;
  feed: MarketFeed;
  auth: Auth;
  backtests: BacktestRunner;
  candleSources: CandleSources;
  clock: Clock;
  log: Logger;
  onProgress?: ((line: string) => void) | undefined;
};

async function seedAlone(deps: SeedDeps): Promise<void> {
  const { config, database, feed, log, backtests, candleSources: sources } = deps;
  if (!(await startDemoSeed(database, deps.clock.now()))) return;
  deps.onProgress?.('Demo wird angelegt: Kurse, zwei Monate Vorgeschichte und vier Personen …');

  const now = deps.clock.now();
  const historyFrom = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - HISTORY_DAYS * DAY_MS);
  await seedDemoEvents(database, historyFrom, now);

  // Nobody leads yet, so the epoch stands still; if somebody took over meanwhile, these writes would be refused.
  const { rows } = await database.pool.query<{ epoch: string }>(
    `SELECT epoch FROM leadership WHERE name = 'market'`,
  );
  const term = { epoch: Number(rows[0]?.epoch ?? 0), signal: new AbortController().signal };

  const { ids, logins } = await createPeople(deps, now);
  const clock = settableClock(now);
  const runWork = createWorkRunner({ database, bus: createLocalBus(), clock });
  const actorOf = (person: DemoPerson): SignedIn => ({
    role: DEMO_PEOPLE[person].role,
    adminField: DEMO_PEOPLE[person].role === 'admin' ? 'all' : null,
    userId: ids[person],
    sessionId: newId(),
    authenticatedAt: now,
    hasSecondFactor: false,
    requestId: `demo-${person}`,
  });
  const { ownBotsMax, savingsRate } = config;
  const ownBots = tellOwnBots({
    ...{ database, backtests, sources, savingsRate, ownBotsMax, log, clock, runWork, now, term },
    owner: actorOf('brandt'),
  });
  await feed.open(term);
  feed.close();
  const story = [...tellDemoStory({ runWork, ids, actorOf, now }), ...ownBots.moments];
  await simulateDemoHistory(
    { database, log },
    {
      ...ownBots,
      clock,
      from: historyFrom,
      until: now,
      moments: story.sort((a, b) => a.at.getTime() - b.at.getTime()),
    },
  );
  await writeDemoLogins(config.dataDir, logins);
  await finishDemoSeed(database, deps.clock.now());
}

async function createPeople(
  { auth, database }: { auth: Auth; database: Database },
  now: Date,
): Promise<{ ids: DemoUserIds; logins: DemoLogin[] }> {
  const logins: DemoLogin[] = [];
  const ids: Partial<DemoUserIds> = {};
  for (const person of PEOPLE) {
    const { email, name, role, note, joined } = DEMO_PEOPLE[person];
    const password = generatePassword();
    const createdAt = demoTime(now, joined);
    const userId = await createPersona(auth, { email, name, role, password, createdAt });
    await database.transaction((tx) => openWallet(tx, userId));
    ids[person] = userId;
    logins.push({ email, password, note });
  }
  // Filled above, one per person.
  return { ids: ids as DemoUserIds, logins };
}

function settableClock(start: Date) {
  let current = start;
  return {
    now: () => current,
    set: (at: Date) => {
      current = at;
    },
  };
}
