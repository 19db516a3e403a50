// npm run backup -- [FOLDER | --keep COUNT]
import { access } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createBackup } from '../backup/create-backup.ts';
import { addErased, listErased, readErased } from '../backup/erased-accounts.ts';
import { BackupRefusal } from '../backup/manifest.ts';
import { deleteOldBackups, nameOfBackup } from '../backup/old-backups.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase, sqlState } from '../platform/database.ts';
import { SECRET_FILE } from '../platform/installation-secret.ts';
import { noteBackup } from '../platform/last-backup.ts';
import { createLog } from '../platform/log.ts';
import { systemClock } from '../platform/work.ts';
import { type Command, readCommandConfig, reportFailure, withCommandDatabaseUrl } from './command.ts';

const UNDEFINED_TABLE = '42P01';

export const run: Command = (args, env = process.env) => backup(args, env).catch(reportFailure);

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));

async function backup(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { chosen, keep } = readArguments(args);
  const config = readCommandConfig(env);
  const now = systemClock.now();
  const folder = resolve(chosen ?? join(config.backupDir, nameOfBackup(now)));
  const secret = join(config.dataDir, SECRET_FILE);
  // A secret of the environment is kept where the environment is.
  const secretPath = config.authSecret === undefined && (await exists(secret)) ? secret : null;
  const manifest = await withCommandDatabaseUrl(config, async (databaseUrl) => {
    const made = await createBackup({
      databaseUrl,
      folder,
      product: config.brandName,
      now,
      secretPath,
      secret: config.authSecret,
    });
    await noteInDatabase(config, databaseUrl, { takenAt: now, beside: dirname(folder) });
    return made;
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Gesichert: ${manifest.tables.length} Tabellen, ${rows.toLocaleString('de-DE')} Zeilen, Stand ${manifest.createdAt}.`,
  );
  console.log(folder);
  console.log(
    secretPath === null
      ? 'AUTH_SECRET steht nicht in der Sicherung. Ohne denselben Wert kommt nach dem Wiederherstellen niemand mit zweitem Faktor mehr herein.'
      : 'Die Sicherung enthält alle Daten und den Schlüssel der Installation. Verwahren Sie sie wie die Datenbank selbst.',
  );
  if (keep !== null) {
    const deleted = await deleteOldBackups(folder, keep);
    console.log(`Ältere Sicherungen gelöscht: ${deleted}. Behalten werden die neuesten ${keep}.`);
  }
  return 0;
}

/** How many are kept; of a copy that somebody gave a name, nobody knows what lies beside it. */
function readArguments(args: readonly string[]): { chosen?: string | undefined; keep: number | null } {
  const [first, count, ...rest] = args;
  const isFolder = count === undefined && !first?.startsWith('-');
  if (isFolder) return { chosen: first, keep: null };
  const keep = /^[1-9]\d{0,3}$/.test(count ?? '') ? Number(count) : Number.NaN;
  if (first !== '--keep' || Number.isNaN(keep) || rest.length > 0)
    throw new BackupRefusal('Aufruf: npm run backup -- [ORDNER | --keep ANZAHL]');
  return { keep };
}

/**
 * The list of deleted accounts goes beside this backup as well, wherever it lies: without it, it is not restored. And the
 * database learns how old its newest copy is.
 */
async function noteInDatabase(
  config: Config,
  databaseUrl: string,
  { takenAt, beside }: { takenAt: Date; beside: string },
): Promise<void> {
  const database = openDatabase({ url: databaseUrl, log: createLog('warn'), maxConnections: 1 });
  try {
    const erased = await listErased(database);
    const earlier = (await readErased(config.backupDir)) ?? [];
    for (const folder of new Set([resolve(config.backupDir), beside]))
      await addErased(folder, [...earlier, ...erased]);
    await noteBackup(database.db, takenAt).catch((error: unknown) => {
      // Before an update the database may not have the table yet.
      if (sqlState(error) !== UNDEFINED_TABLE) throw error;
    });
  } finally {
    await database.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
