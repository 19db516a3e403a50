import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database.ts';
import { createReadiness } from '../../src/platform/readiness.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({ url: test.url, log: pino({ level: 'silent' }), maxConnections: 1 });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const FRESH_MS = 1_200;
const silent = pino({ level: 'silent' });
const look = (feedAgeMs: number | null = FRESH_MS) =>
  createReadiness({ pool: database.pool, readFeedAgeMs: async () => feedAgeMs, log: silent })();

describe('a server is ready', () => {
  it('with its own schema and fresh prices', async () => {
    expect(await look()).toEqual({
      ready: true,
      checks: { database: 'ok', migrations: 'ok', feedAgeMs: FRESH_MS },
    });
  });

  it('not without prices, and not with old ones', async () => {
    expect((await look(null)).ready).toBe(false);
    expect((await look(60_000)).ready).toBe(false);
  });

  it('not while its clock is far behind the prices: then nothing moves', async () => {
    expect((await look(-2_000)).ready).toBe(true);
    expect((await look(-7_200_000)).ready).toBe(false);
  });

  it('beside a newer one that has migrated already', async () => {
    await database.pool.query(
      `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('newer', 1)`,
    );
    expect(await look()).toMatchObject({ ready: true, checks: { migrations: 'ahead' } });
    await database.pool.query(`DELETE FROM drizzle.__drizzle_migrations WHERE hash = 'newer'`);
  });

  it('not on a database that lacks a migration', async () => {
    await database.pool.query(
      'DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations)',
    );
    expect(await look()).toMatchObject({ ready: false, checks: { database: 'ok', migrations: 'behind' } });
  });

  it('not without its database', async () => {
    const nowhere = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing' });
    const lookThere = createReadiness({ pool: nowhere, readFeedAgeMs: async () => FRESH_MS, log: silent });
    expect(await lookThere()).toEqual({
      ready: false,
      checks: { database: 'unreachable', migrations: null, feedAgeMs: null },
    });
    await nowhere.end();
  });

  it('not when it cannot be told, which is no database that is away, and is logged', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const readFeedAgeMs = () => Promise.reject(new TypeError('no age'));
    expect(await createReadiness({ pool: database.pool, readFeedAgeMs, log })()).toEqual({
      ready: false,
      checks: { database: 'failing', migrations: null, feedAgeMs: null },
    });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, err: { type: 'TypeError', message: 'no age', stack: expect.stringContaining('.ts:') } },
    ]);
  });
});
