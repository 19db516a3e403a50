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
  return withCommandDatabaseUrl(config, async (url) => {
    await migrate(url);
    const database = openDatabase({
      url,
      log,
      maxConnections: 2,
      applicationName: 'botdepot-command',
    });
    return work(database).finally(() => database.close());
  });
}

/** The same for work that brings its own connection and wants the schema as it is, or none. */
export async function withCommandDatabaseUrl<T>(
  config: Config,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const found = await findDatabase(config);
  return await work(found.url)
    .catch((error: unknown) => {
      throw config.databaseUrl === undefined ? error : explained(error, config.databaseUrl);
    })
    .finally(() => found.stop());
}

/** A sentence for the person at the terminal; whether anything was done before the connection failed, the command knows. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}

const UNREACHABLE = /^(ECONN\w+|ENOTFOUND|EAI_\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
/** Wrong name or password, not this database. */
const REFUSED = /^(28\w{3}|3D000)$/;

function explained(error: unknown, url: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!UNREACHABLE.test(code) && !REFUSED.test(code)) return error;
  // Without the password, which stands in the address.
  const { hostname, port } = new URL(url);
  const where = `Die Datenbank unter ${hostname}:${port || '5432'} (DATABASE_URL)`;
  return new DatabaseUnreachable(
    REFUSED.test(code) && error instanceof Error
      ? `${where} lässt niemanden herein: ${error.message}.`
      : `${where} ist nicht zu erreichen. Läuft sie, und stimmt die Adresse?`,
    { cause: error },
  );
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
