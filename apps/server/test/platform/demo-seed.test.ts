import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_ACCOUNTS } from '../../src/modules/wallet/index.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { DEMO_PEOPLE } from '../../src/seed/demo-people.ts';
import {
  aloneWithDemo,
  discardHalfSeededDemo,
  finishDemoSeed,
  startDemoSeed,
} from '../../src/seed/seed-demo.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createServerFixture } from '../server-fixture.ts';

describe('seeding the demo', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  const withDatabase = async <T>(
    work: (database: ReturnType<typeof openDatabase>) => Promise<T>,
  ): Promise<T> => {
    const database = openDatabase({ url: test.url, log: pino({ level: 'silent' }), maxConnections: 2 });
    return work(database).finally(() => database.close());
  };
  const addUser = `INSERT INTO auth_users (id, name, email) VALUES (gen_random_uuid(), 'A', gen_random_uuid()::text)`;
  const addPerson = `INSERT INTO auth_users (id, name, email) VALUES (gen_random_uuid(), 'A', '${DEMO_PEOPLE.berger.email}')`;
  const usersOf = async (database: ReturnType<typeof openDatabase>) =>
    (await database.pool.query('SELECT FROM auth_users')).rowCount;

  it('begins once, and after an interruption anew on an empty database', async () => {
    await withDatabase(async (database) => {
      expect(await startDemoSeed(database, new Date())).toBe(true);
      expect(await startDemoSeed(database, new Date())).toBe(false);
      await database.pool.query(addPerson);
    });
    // The process was killed here.
    expect(await discardHalfSeededDemo(test.url, { demo: true })).toBe(true);
    await withDatabase(async (database) => {
      expect(await usersOf(database)).toBe(0);
      expect((await database.pool.query('SELECT FROM ledger_accounts')).rowCount).toBe(
        Object.keys(HOUSE_ACCOUNTS).length,
      );
      expect(await startDemoSeed(database, new Date())).toBe(true);
      await finishDemoSeed(database, new Date());
      await database.pool.query(addUser);
    });
    expect(await discardHalfSeededDemo(test.url, { demo: true })).toBe(false);
    await withDatabase(async (database) => {
      expect(await usersOf(database)).toBe(1);
    });
  });

  it('never touches a database that people use already', async () => {
    const used = await createTestDatabase();
    const database = openDatabase({ url: used.url, log: pino({ level: 'silent' }), maxConnections: 1 });
    await database.pool.query(addUser);
    expect(await startDemoSeed(database, new Date())).toBe(false);
    await database.close();
    expect(await discardHalfSeededDemo(used.url, { demo: true })).toBe(false);
    await used.drop();
  });

  it('that was interrupted drops nothing once others have accounts, and the demo says what to do', async () => {
    const used = await createTestDatabase();
    const database = openDatabase({ url: used.url, log: pino({ level: 'silent' }), maxConnections: 1 });
    await startDemoSeed(database, new Date());
    await database.pool.query(addPerson);
    await database.pool.query(addUser);
    await expect(discardHalfSeededDemo(used.url, { demo: true })).rejects.toThrow(/DEMO=0.*DATA_DIR/);
    expect(await discardHalfSeededDemo(used.url, { demo: false })).toBe(false);
    expect(await usersOf(database)).toBe(2);
    await database.close();
    await used.drop();
  });

  it('that was interrupted drops nothing where others had accounts that were deleted since', async () => {
    const used = await createServerFixture();
    await startDemoSeed(used.database, new Date());
    // The fixture's customers have a wallet and no account.
    await used.createCustomer('250');
    await expect(discardHalfSeededDemo(used.url, { demo: true })).rejects.toThrow(/Geändert wurde nichts/);
    await used.close();
  });

  it('that was interrupted is gone after a start without the demo, before anybody registers', async () => {
    const fresh = await createTestDatabase();
    const database = openDatabase({ url: fresh.url, log: pino({ level: 'silent' }), maxConnections: 1 });
    await startDemoSeed(database, new Date());
    await database.pool.query(addPerson);
    await database.close();
    expect(await discardHalfSeededDemo(fresh.url, { demo: false })).toBe(true);
    expect(await discardHalfSeededDemo(fresh.url, { demo: true })).toBe(false);
    await fresh.drop();
  });

  it('is not disturbed by another replica that starts meanwhile', async () => {
    const shared = await createTestDatabase();
    const database = openDatabase({ url: shared.url, log: pino({ level: 'silent' }), maxConnections: 2 });
    const others = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    let discarded: Promise<boolean> | undefined;
    await aloneWithDemo(shared.url, async () => {
      await startDemoSeed(database, new Date());
      await database.pool.query(addPerson);
      discarded = discardHalfSeededDemo(shared.url, { demo: true });
      await expect.poll(async () => (await database.pool.query(others)).rowCount).toBe(1);
      await finishDemoSeed(database, new Date());
    });
    expect(await discarded).toBe(false);
    expect(await usersOf(database)).toBe(1);
    await database.close();
    await shared.drop();
  });
});
