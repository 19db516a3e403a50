import { BackupRefusal } from '../backup/manifest.ts';
import { ConfigError } from '../platform/config.ts';
import { EmbeddedPostgresError } from '../platform/embedded-postgres.ts';
import { UnknownSchemaError } from '../platform/migrate.ts';
import { DatabaseUnreachable } from './command-database.ts';

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
