import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { inject } from 'vitest';
import { asAdmin } from './as-admin.ts';
// Only for the type of what is injected.
import type {} from './database.setup.ts';

const GOODBYE_MS = 2_000;

export interface TestDatabase {
  url: string;
  /** Drops the database. Connections still open after two seconds are cut off. */
  drop(): Promise<void>;
}

/**
 * A database of its own with all migrations and no rows: a copy of the template, made in some milliseconds. One per test
 * file is the rule (`beforeAll` … `afterAll`); tests with several connections use several pools on the same url.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(new URL(inject('testDatabase').templateUrl).pathname.slice(1));
}

/** One in which nothing was ever made, not even the schema. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(`template0 ENCODING 'UTF8'`);
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const { adminUrl, templateUrl } = inject('testDatabase');
  const owner = decodeURIComponent(new URL(templateUrl).username);
  // The time in the name lets a later run recognise what an interrupted one left on a shared server.
  const name = `botdepot_test_${Date.now()}_${randomBytes(6).toString('hex')}`;
  await asAdmin(adminUrl, async (client) => {
    const owned = owner === '' ? '' : ` OWNER ${client.escapeIdentifier(owner)}`;
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}${owned} ${await strategyOn(client)}`);
    // As on the embedded server: what is lost with the machine is no loss here.
    await client.query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  });
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => asAdmin(adminUrl, (client) => dropDatabase(client, name)),
  };
}

/** Copying files costs two checkpoints: a quarter of the time where nothing is synchronised, and seconds where it is. */
async function strategyOn(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ fsync: string }>('SHOW fsync');
  return rows[0]?.fsync === 'off' ? 'STRATEGY FILE_COPY' : '';
}

/**
 * A pool that has been ended is still saying goodbye: its connections are given a moment, because one that is cut off
 * then reports an error that nobody listens to any more.
 */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (const deadline = Date.now() + GOODBYE_MS; Date.now() < deadline; await sleep(10)) {
    const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
    if (rowCount === 0) break;
  }
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}
