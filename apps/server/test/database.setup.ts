// Vitest's global setup of the server tests: one PostgreSQL, one migrated template that every test file clones.
// TEST_DATABASE_URL names an existing server (PostgreSQL 15 or later, a role that may create databases); without it the
// embedded one is started in a temporary folder.
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { discardEmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { migrate } from '../src/platform/migrate.ts';
import { asAdmin } from './as-admin.ts';
import { makeDataFolder, sweepDataFolders } from './data-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: TestDatabaseServer;
  }
}

export interface TestDatabaseServer {
  /** Of a role that may create and drop databases. */
  adminUrl: string;
  /** Of the role that the tests work as; the database in it is the template. */
  templateUrl: string;
}

const COMPILED = new URL('../../../node_modules/.cache/botdepot/compiled', import.meta.url);
const DATABASE_PREFIX = 'botdepot_test_';
/** Databases that an interrupted run left on a shared server are dropped after this time. */
const FORGOTTEN_MS = 60 * 60 * 1000;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer();
  const template = `${DATABASE_PREFIX}${Date.now()}_${randomBytes(4).toString('hex')}`;
  const templateUrl = withDatabase(server.workUrl, template);
  const owner = decodeURIComponent(new URL(server.workUrl).username);
  try {
    await asAdmin(server.adminUrl, async (client) => {
      await dropForgotten(client);
      const owned = owner === '' ? '' : ` OWNER ${client.escapeIdentifier(owner)}`;
      await client.query(`CREATE DATABASE ${template}${owned} TEMPLATE template0 ENCODING 'UTF8'`);
    });
    await migrate(templateUrl);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('testDatabase', { adminUrl: server.adminUrl, templateUrl });
  // A third of what it takes to start a process of the tests is the compiling of modules that did not change.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(COMPILED);
  return async () => {
    await asAdmin(server.adminUrl, (client) =>
      client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`),
    );
    await server.stop();
  };
}

interface FoundServer {
  adminUrl: string;
  workUrl: string;
  stop(): Promise<void>;
}

async function findServer(): Promise<FoundServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, workUrl: given, stop: async () => undefined };
  await sweepDataFolders();
  const dataDir = await makeDataFolder();
  const log = { info: () => undefined, warn: (line: string) => console.warn(line) };
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  const stop = async () => {
    await postgres.stop();
    await discardEmbeddedPostgres(dataDir);
  };
  return { adminUrl: postgres.adminUrl, workUrl: postgres.url, stop };
}

async function dropForgotten(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [DATABASE_PREFIX],
  );
  for (const { name } of rows) {
    const createdAt = Number(/^\d+/.exec(name.slice(DATABASE_PREFIX.length))?.[0] ?? Date.now());
    if (Date.now() - createdAt < FORGOTTEN_MS) continue;
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
