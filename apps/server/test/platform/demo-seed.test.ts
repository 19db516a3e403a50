import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE_ACCOUNTS } from '../../src/modules/wallet/index.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { discardHalfSeededDemo, finishDemoSeed, startDemoSeed } from '../../src/seed/seed-demo.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

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

  it('begins once, and after an interruption anew on an empty database', async () => {
    await withDatabase(async (database) => {
      expect(await startDemoSeed(database, new Date())).toBe(true);
      expect(await startDemoSeed(database, new Date())).toBe(false);
      await database.pool.query(addUser);
    });
    // The process was killed here.
    expect(await discardHalfSeededDemo(test.url)).toBe(true);
    await withDatabase(async (database) => {
      expect((await database.pool.query('SELECT FROM auth_users')).rows).toEqual([]);
      expect((await database.pool.query('SELECT FROM ledger_accounts')).rowCount).toBe(
        Object.keys(HOUSE_ACCOUNTS).length,
      );
      expect(await startDemoSeed(database, new Date())).toBe(true);
      await finishDemoSeed(database, new Date());
      await database.pool.query(addUser);
    });
    expect(await discardHalfSeededDemo(test.url)).toBe(false);
    await withDatabase(async (database) => {
      expect((await database.pool.query('SELECT FROM auth_users')).rowCount).toBe(1);
    });
  });

  it('never touches a database that people use already', async () => {
    const used = await createTestDatabase();
    const database = openDatabase({ url: used.url, log: pino({ level: 'silent' }), maxConnections: 1 });
    await database.pool.query(addUser);
    expect(await startDemoSeed(database, new Date())).toBe(false);
    await database.close();
    expect(await discardHalfSeededDemo(used.url)).toBe(false);
    await used.drop();
  });
});
