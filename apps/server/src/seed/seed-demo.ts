import { DAY_MS } from '@botdepot/trading';
import type { Logger } from 'pino';
import { simulateDemoHistory } from '../modules/bots/index.ts';
import { type Auth, createPersona } from '../modules/identity/index.ts';
import type { MarketFeed } from '../modules/markets/index.ts';
import { openWallet } from '../modules/wallet/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { createLocalBus } from '../platform/live-bus.ts';
import { type Actor, createWorkRunner } from '../platform/work.ts';
import { seedDemoEvents } from './demo-events.ts';
import { type DemoLogin, generatePassword, writeDemoLogins } from './demo-logins.ts';
import { DEMO_PEOPLE, type DemoPerson, type DemoUserIds } from './demo-people.ts';
import { finishDemoSeed, startDemoSeed } from './demo-seed-state.ts';
import { demoTime, tellDemoStory } from './demo-story.ts';

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
  clock: Clock;
  log: Logger;
  onProgress?: ((line: string) => void) | undefined;
}): Promise<void> {
  const { config, database, feed, log } = deps;
  if (!(await startDemoSeed(database, deps.clock.now()))) return;
  deps.onProgress?.('Demo wird angelegt: Kurse, zwei Monate Vorgeschichte und vier Personen …');

  const beganAt = deps.clock.now();
  const historyFrom = new Date(Math.floor(beganAt.getTime() / DAY_MS) * DAY_MS - HISTORY_DAYS * DAY_MS);
  await seedDemoEvents(database, historyFrom, beganAt);

  // Nobody leads yet, so the epoch stands still; if somebody took over meanwhile, these writes would be refused.
  const { rows } = await database.pool.query<{ epoch: string }>(
    `SELECT epoch FROM leadership WHERE name = 'market'`,
  );
  await feed.open({ epoch: Number(rows[0]?.epoch ?? 0), signal: new AbortController().signal });
  feed.close();

  const now = deps.clock.now();
  const { ids, logins } = await createPeople(deps, now);
  const clock = settableClock(now);
  const runWork = createWorkRunner({ database, bus: createLocalBus(), clock });
  const actorOf = (person: DemoPerson): Actor => ({
    role: DEMO_PEOPLE[person].role,
    adminField: DEMO_PEOPLE[person].role === 'admin' ? 'all' : null,
    userId: ids[person],
    sessionId: newId(),
    authenticatedAt: now,
    hasSecondFactor: false,
    requestId: `demo-${person}`,
  });
  await simulateDemoHistory(
    { database, log },
    {
      clock,
      from: historyFrom,
      until: now,
      moments: tellDemoStory({ runWork, ids, actorOf, now }),
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
