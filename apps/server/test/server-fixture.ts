import { pino } from 'pino';
import { approveDeposit, requestDeposit } from '../src/modules/wallet/index.ts';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { createLocalBus, type LiveBus, type LiveHint } from '../src/platform/live-bus.ts';
import { type Actor, type Clock, createWorkRunner, newId, type WorkRunner } from '../src/platform/work.ts';

/** A database of its own, the real work runner, and people who act on it. */
export type ServerFixture = {
  url: string;
  database: Database;
  bus: LiveBus;
  hints: LiveHint[];
  clock: Clock & { set(at: Date): void; advance(ms: number): void };
  runWork: WorkRunner;
  admin: Actor;
  /** A customer with that much in the wallet, credited by a real deposit. */
  createCustomer(amountUsd?: string): Promise<Actor & { userId: string }>;
  close(): Promise<void>;
};

export function personActor(role: 'user' | 'admin', userId = newId()): Actor & { userId: string } {
  const session = { sessionId: newId(), authenticatedAt: new Date(), hasSecondFactor: true };
  return { role, adminField: role === 'admin' ? 'all' : null, userId, ...session, requestId: newId() };
}

/** What an account is deleted by must still live. */
export async function beginSession(
  { database }: Pick<ServerFixture, 'database'>,
  actor: Actor,
): Promise<void> {
  await database.pool.query(
    `INSERT INTO auth_sessions (id, user_id, token, expires_at) VALUES ($1::uuid, $2, $1::text, now() + interval '1 hour')
     ON CONFLICT DO NOTHING`,
    [actor.sessionId, actor.userId],
  );
}

/** `url` joins a database that somebody else has made and will drop, from a process without a test runner too. */
export async function createServerFixture(
  options: { maxConnections?: number; url?: string } = {},
): Promise<ServerFixture> {
  const testDatabase = options.url
    ? { url: options.url, drop: async () => undefined }
    : await (await import('./database.ts')).createTestDatabase();
  const database = openDatabase({
    url: testDatabase.url,
    log: pino({ level: 'silent' }),
    maxConnections: options.maxConnections ?? 12,
  });
  const bus = createLocalBus();
  const hints: LiveHint[] = [];
  bus.onHint((hint) => hints.push(hint));
  let now = new Date('2026-03-02T10:00:00.000Z');
  const clock = {
    now: () => now,
    set: (at: Date) => {
      now = at;
    },
    advance: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
  const runWork = createWorkRunner({ database, bus, clock });
  const admin = personActor('admin');
  return {
    url: testDatabase.url,
    database,
    bus,
    hints,
    clock,
    runWork,
    admin,
    createCustomer: async (amountUsd) => {
      const customer = personActor('user');
      if (amountUsd !== undefined) {
        const deposit = await runWork(customer, (work) =>
          requestDeposit(work, { userId: customer.userId, amountUsd, cryptoCurrency: 'USDT' }),
        );
        await runWork(admin, (work) => approveDeposit(work, { id: deposit.id }));
      }
      return customer;
    },
    close: async () => {
      await bus.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}
