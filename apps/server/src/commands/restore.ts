// npm run restore -- FOLDER
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BackupRefusal } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import type { Config } from '../platform/config.ts';
import { SECRET_FILE } from '../platform/installation-secret.ts';
import { checkBooks } from './check-books.ts';
import { readCommandConfig } from './command-config.ts';
import { withCommandDatabaseUrl } from './command-database.ts';
import { reportFailure } from './report-failure.ts';

process.exitCode = await run(process.argv.slice(2)).catch(reportFailure);

/** Exit code 1 also when everything was loaded but the books of the backup are not right; 2 when they could not be checked. */
async function run(args: string[]): Promise<number> {
  const [chosen, ...rest] = args;
  if (chosen === undefined || rest.length > 0 || chosen.startsWith('-'))
    throw new BackupRefusal('Aufruf: npm run restore -- ORDNER');
  const config = readCommandConfig();
  const folder = resolve(chosen);
  const secret = await readSecret(config, folder);
  const manifest = await withCommandDatabaseUrl(config, (databaseUrl) =>
    restoreBackup({ databaseUrl, folder }),
  );
  if (secret !== null) await keepSecret(config, secret);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Wiederhergestellt: ${manifest.tables.length} Tabellen, ${rows.toLocaleString('de-DE')} Zeilen, Stand ${manifest.createdAt}.`,
  );
  const exitCode = await checkBooks(config, ({ violations, description, name }) => {
    if (violations > 0) console.log(`VERLETZT   ${description} (${name})`);
  });
  if (exitCode !== 0) console.log('Die Daten sind geladen. Einzelheiten: npm run verify-ledger');
  return exitCode;
}

/** The installation's own key in the backup, or null where the environment has one or the backup has none. */
async function readSecret(config: Config, folder: string): Promise<string | null> {
  if (config.authSecret !== undefined) return null;
  const secret = await readText(join(folder, SECRET_FILE));
  const present = await readText(join(config.dataDir, SECRET_FILE));
  if (secret !== null && present !== null && present.trim() !== secret.trim())
    throw new BackupRefusal(
      `In ${config.dataDir} liegt schon ein anderer Schlüssel (${SECRET_FILE}). Stellen Sie in einen neuen Datenordner wieder her.`,
    );
  return secret;
}

async function keepSecret(config: Config, secret: string): Promise<void> {
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(join(config.dataDir, SECRET_FILE), secret, { mode: 0o600 });
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}
