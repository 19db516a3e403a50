// npm run backup -- [FOLDER]
import { access } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createBackup } from '../backup/create-backup.ts';
import { addErased, listErased, readErased } from '../backup/erased-accounts.ts';
import { BackupRefusal } from '../backup/manifest.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/database.ts';
import { SECRET_FILE } from '../platform/installation-secret.ts';
import { createLog } from '../platform/log.ts';
import { systemClock } from '../platform/work.ts';
import { type Command, readCommandConfig, reportFailure, withCommandDatabaseUrl } from './command.ts';

export const run: Command = (args, env = process.env) => backup(args, env).catch(reportFailure);

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));

async function backup(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [chosen, ...rest] = args;
  if (rest.length > 0 || chosen?.startsWith('-'))
    throw new BackupRefusal('Aufruf: npm run backup -- [ORDNER]');
  const config = readCommandConfig(env);
  const now = systemClock.now();
  const folder = resolve(chosen ?? join(config.backupDir, now.toISOString().replace(/[:.]/g, '-')));
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
    await keepList(config, databaseUrl, dirname(folder));
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
  return 0;
}

/** Beside this backup as well, wherever it lies: without the list it is not restored. */
async function keepList(config: Config, databaseUrl: string, beside: string): Promise<void> {
  const database = openDatabase({ url: databaseUrl, log: createLog('warn'), maxConnections: 1 });
  const erased = await listErased(database).finally(() => database.close());
  const earlier = (await readErased(config.backupDir)) ?? [];
  for (const folder of new Set([resolve(config.backupDir), beside]))
    await addErased(folder, [...earlier, ...erased]);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
