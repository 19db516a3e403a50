// npm run restore -- FOLDER
import { dirname, join, resolve } from 'node:path';
import { addErased, ERASED_FILE, eraseAgain, readErased } from '../backup/erased-accounts.ts';
import { BackupRefusal, secretCheck } from '../backup/manifest.ts';
import { readManifest, restoreBackup } from '../backup/restore-backup.ts';
import type { Config } from '../platform/config.ts';
import { keepSecret, readSecretFile, SECRET_FILE } from '../platform/installation-secret.ts';
import { noteBackup } from '../platform/last-backup.ts';
import { createLog } from '../platform/log.ts';
import { systemClock } from '../platform/work.ts';
import {
  type Command,
  checkBooks,
  readCommandConfig,
  reportFailure,
  withCommandDatabase,
  withCommandDatabaseUrl,
} from './command.ts';

export const run: Command = (args, env = process.env) => restore(args, env).catch(reportFailure);

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));

/** Exit code 1 also when everything was loaded but the books of the backup are not right; 2 when they could not be checked. */
async function restore(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [chosen, ...rest] = args;
  if (chosen === undefined || rest.length > 0 || chosen.startsWith('-'))
    throw new BackupRefusal('Aufruf: npm run restore -- ORDNER');
  const config = readCommandConfig(env);
  const folder = resolve(chosen);
  const secret = await readSecret(config, folder);
  const erased = await readLists(config, folder);
  const manifest = await withCommandDatabaseUrl(config, (databaseUrl) =>
    restoreBackup({
      databaseUrl,
      folder,
      async beforeCommit() {
        if (secret !== null && (await keepSecret(config.dataDir, secret)).trim() !== secret.trim())
          throw otherSecret(config);
        // Should their deletion fail, the server does not start without it.
        await addErased(config.backupDir, erased);
      },
    }),
  );
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Wiederhergestellt: ${manifest.tables.length} Tabellen, ${rows.toLocaleString('de-DE')} Zeilen, Stand ${manifest.createdAt}.`,
  );
  const again = await withCommandDatabase(config, createLog('warn'), async (database) => {
    // They lie in every backup and may be under another secret now; the server makes new ones, and a token lives for minutes.
    await database.pool.query('DELETE FROM auth_jwks');
    // It holds the note of the backup before; the newest of this state is the one that it came from.
    await noteBackup(database.db, new Date(manifest.createdAt));
    return eraseAgain({ database, clock: systemClock }, erased);
  });
  if (again > 0)
    console.log(`${again} ${again === 1 ? 'gelöschtes Konto' : 'gelöschte Konten'} erneut gelöscht.`);
  const exitCode = await checkBooks(config, ({ violations, description, name }) => {
    if (violations > 0) console.log(`VERLETZT   ${description} (${name})`);
  });
  if (exitCode !== 0) console.log('Die Daten sind geladen. Einzelheiten: npm run verify-ledger');
  return exitCode;
}

/** Who was deleted, also since the backup: the list beside it, and the one of the installation that it is restored into. */
async function readLists(config: Config, folder: string): Promise<ReadonlySet<string>> {
  const beside = await readErased(dirname(folder));
  if (beside === null)
    throw new BackupRefusal(
      `Neben der Sicherung fehlt die Liste der gelöschten Konten (${join(dirname(folder), ERASED_FILE)}). Ohne sie kämen Konten wieder, die seither gelöscht wurden. Legen Sie ihre neueste Fassung dorthin; gibt es keine, eine leere Datei.`,
    );
  return new Set([...beside, ...((await readErased(config.backupDir)) ?? [])]);
}

/**
 * The installation's own key in the backup, or null where the environment has one or the backup has none.
 * @throws BackupRefusal when it is empty, or the one of the environment or of the data folder is another
 */
async function readSecret(config: Config, folder: string): Promise<string | null> {
  const { secretCheck: check } = await readManifest(folder);
  if (config.authSecret !== undefined) {
    if (check !== undefined && check !== secretCheck(config.authSecret))
      throw new BackupRefusal(
        'AUTH_SECRET ist nicht der Wert, mit dem gesichert wurde. Mit einem anderen enden alle Sitzungen, und wer einen zweiten Faktor hat, kommt nicht mehr herein. Setzen Sie denselben Wert; ist er verloren, stellen Sie ohne AUTH_SECRET wieder her.',
      );
    return null;
  }
  const secret = await readSecretFile(folder);
  if (secret?.trim() === '')
    throw new BackupRefusal(
      `Der Schlüssel in der Sicherung (${join(folder, SECRET_FILE)}) ist leer. Legen Sie den aus einer anderen Sicherung derselben Installation an seine Stelle. Gibt es keinen, löschen Sie die Datei: Dann entsteht ein neuer Schlüssel, alle Sitzungen enden, und wer einen zweiten Faktor hat, kommt nicht mehr herein.`,
    );
  const present = await readSecretFile(config.dataDir);
  if (secret !== null && present !== null && present.trim() !== secret.trim()) throw otherSecret(config);
  return secret;
}

function otherSecret(config: Config): BackupRefusal {
  return new BackupRefusal(
    `In ${config.dataDir} liegt schon ein anderer Schlüssel (${SECRET_FILE}). Stellen Sie in einen neuen Datenordner wieder her.`,
  );
}
