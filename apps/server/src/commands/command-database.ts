import type { Logger } from 'pino';
import type { Config } from '../platform/config.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { AlreadyRunningError, startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { migrate } from '../platform/migrate.ts';

/**
 * Runs a command's work on the database of this installation: the one of `DATABASE_URL`, otherwise the embedded one,
 * whether the app is running (then its PostgreSQL is used) or not (then it is started for this long).
 */
export async function withCommandDatabase<T>(
  config: Config,
  log: Logger,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const found = await findDatabase(config);
  try {
    await migrate(found.url);
    const database = openDatabase({
      url: found.url,
      log,
      maxConnections: 2,
      applicationName: 'botdepot-command',
    });
    return await work(database).finally(() => database.close());
  } finally {
    await found.stop();
  }
}

/** The same for work that brings its own connection and wants the schema as it is, or none. */
export async function withCommandDatabaseUrl<T>(
  config: Config,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const found = await findDatabase(config);
  return await work(found.url).finally(() => found.stop());
}

type FoundDatabase = { url: string; stop(): Promise<void> };

async function findDatabase(config: Config): Promise<FoundDatabase> {
  const leaveRunning = async () => undefined;
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: leaveRunning };
  const log = { info: () => undefined, warn: (line: string) => console.error(line) };
  try {
    return await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  } catch (error) {
    if (!(error instanceof AlreadyRunningError)) throw error;
    return { url: error.url, stop: leaveRunning };
  }
}
