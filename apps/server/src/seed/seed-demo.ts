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

/**
 * Makes the database new when an interrupted start left half a demo in it. Nobody can have used it: the server listens
 * only after seeding. Call it after `migrate` and before anything else connects.
 */
export async function discardHalfSeededDemo(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query('SELECT FROM demo_seeds WHERE finished_at IS NULL');
    if (rows.length === 0) return false;
    await client.query(
      'DROP SCHEMA public CASCADE; DROP SCHEMA IF EXISTS drizzle CASCADE; CREATE SCHEMA public',
    );
  } finally {
    await client.end();
  }
  await migrate(databaseUrl);
  return true;
}

const HISTORY_DAYS = 57;
const PEOPLE = Object.keys(DEMO_PEOPLE) as DemoPerson[];

/**
 * Fills an empty database with the demo: its people, and what they did during the last two months, made by the real
 * commands under a clock that walks through that time. Does nothing when anybody has an account already. Must run
 * before the feed leads.
 */
export async function seedDemo(deps: {
  config: Config;
  database: Database;
  feed: MarketFeed;
  auth: Auth;
  backtests: BacktestRunner;
  candleSources: CandleSources;
  clock: Clock;
  log: Logger;
  onProgress?: ((line: string) => void) | undefined;
}): Promise<void> {
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
