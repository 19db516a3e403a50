import { loadEnvFile } from 'node:process';
import type { ReconciliationResult } from '@botdepot/contract';
import type { Logger } from 'pino';
import { BackupRefusal } from '../backup/manifest.ts';
import { RECONCILIATION_CHECKS, RuleNotCheckedError, runChecks } from '../modules/admin/index.ts';
import { type Config, ConfigError, readConfig } from '../platform/config.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { isMissing } from '../platform/describe-error.ts';
import {
  AlreadyRunningError,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '../platform/embedded-postgres.ts';
import { createLog } from '../platform/log.ts';
import { migrate, UnknownSchemaError } from '../platform/migrate.ts';

/**
 * What every command is: arguments and an environment in, the exit code out. It prints what there is to say and throws nothing.
 * Each file runs its own when it is what was started, and does nothing when it is imported.
 */
export type Command = (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<number>;

/**
 * The project's settings as `npm start` reads them: what is already set wins over `.env`, and there may be none.
 * An environment other than the process's is taken as it is. No command signs a session.
 */
export function readCommandConfig(env: NodeJS.ProcessEnv): Config {
  if (env === process.env) addEnvFile();
  return readConfig(env, { signs: false });
}

function addEnvFile(): void {
  try {
    loadEnvFile();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

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

/** A sentence for what a person can put right, the whole error for everything else. Returns the exit code. */
export function reportFailure(error: unknown): number {
  const isForPeople =
    error instanceof BackupRefusal ||
    error instanceof ConfigError ||
    error instanceof DatabaseUnreachable ||
    error instanceof EmbeddedPostgresError ||
    error instanceof UnknownSchemaError;
  console.error(isForPeople ? error.message : error);
  return 1;
}

/** Not every rule could be checked; distinct from one that is broken. */
export const NOT_CHECKED = 2;

/**
 * Runs every rule of the books, the bots and their record, the team's work and the audit log's chain, with the time that the nightly run has.
 * Returns the exit code: 0 when all hold, 1 when one is broken, `NOT_CHECKED` when none was found broken but not all were checked.
 */
export async function checkBooks(
  config: Config,
  onResult: (result: ReconciliationResult) => void,
): Promise<number> {
  let broken = 0;
  const onProgress = (results: readonly ReconciliationResult[]) => {
    for (const result of results.slice(-1)) {
      if (result.violations > 0) broken += 1;
      onResult(result);
    }
  };
  try {
    await withCommandDatabase(config, createLog('warn'), (database) =>
      runChecks(database, RECONCILIATION_CHECKS, { onProgress }),
    );
  } catch (error) {
    if (error instanceof RuleNotCheckedError) console.error(error.message);
    else reportFailure(error);
    return broken === 0 ? NOT_CHECKED : 1;
  }
  console.log(`${RECONCILIATION_CHECKS.length} Regeln geprüft, ${broken} verletzt.`);
  return broken === 0 ? 0 : 1;
}
