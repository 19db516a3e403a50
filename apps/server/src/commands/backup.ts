// npm run backup -- [FOLDER]
import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createBackup } from '../backup/create-backup.ts';
import { BackupRefusal } from '../backup/manifest.ts';
import { systemClock } from '../platform/clock.ts';
import { SECRET_FILE } from '../platform/installation-secret.ts';
import { readCommandConfig } from './command-config.ts';
import { withCommandDatabaseUrl } from './command-database.ts';
import { reportFailure } from './report-failure.ts';

process.exitCode = await run(process.argv.slice(2)).catch(reportFailure);

async function run(args: string[]): Promise<number> {
  const [chosen, ...rest] = args;
  if (rest.length > 0 || chosen?.startsWith('-'))
    throw new BackupRefusal('Aufruf: npm run backup -- [ORDNER]');
  const config = readCommandConfig();
  const now = systemClock.now();
  const folder = resolve(chosen ?? join(config.dataDir, 'backups', now.toISOString().replace(/[:.]/g, '-')));
  const secret = join(config.dataDir, SECRET_FILE);
  // A secret of the environment is kept where the environment is.
  const secretPath = config.authSecret === undefined && (await exists(secret)) ? secret : null;
  const manifest = await withCommandDatabaseUrl(config, (databaseUrl) =>
    createBackup({ databaseUrl, folder, product: config.brandName, now, secretPath }),
  );
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Gesichert: ${manifest.tables.length} Tabellen, ${rows.toLocaleString('de-DE')} Zeilen, Stand ${manifest.createdAt}.`,
  );
  console.log(folder);
  console.log(
    secretPath === null
      ? 'AUTH_SECRET steht nicht in der Sicherung. Ohne denselben Wert gelten nach dem Wiederherstellen keine zweiten Faktoren.'
      : 'Die Sicherung enthält alle Daten und den Schlüssel der Installation. Verwahren Sie sie wie die Datenbank selbst.',
  );
  return 0;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
