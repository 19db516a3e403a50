import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './describe-error.ts';

/** The secret that signs sessions and encrypts second factors, in the data folder, where the installation made it itself. */
export const SECRET_FILE = 'auth-secret';

/** As it is made here; or put there by hand, as long as AUTH_SECRET must be. One of hex digits that is shorter was cut off. */
const WELL_FORMED = /^(?:[0-9a-f]{64}|(?=.*[^0-9a-f])[^\p{Cc}]{32,})$/u;

/** A sentence for the person who starts it: nothing was changed. */
export class BrokenSecretError extends Error {
  override name = 'BrokenSecretError';
}

/**
 * The secret that signs sessions: from the environment, or one made at the first start and kept for the owner only.
 * @throws BrokenSecretError where the file holds none
 */
export async function installationSecret(dataDir: string, configured: string | undefined): Promise<string> {
  if (configured !== undefined) return configured;
  const kept =
    (await readSecretFile(dataDir)) ?? (await keepSecret(dataDir, `${randomBytes(32).toString('hex')}\n`));
  const secret = kept.trim();
  if (!WELL_FORMED.test(secret))
    throw new BrokenSecretError(
      `Der Schlüssel der Installation (${join(dataDir, SECRET_FILE)}) ist leer oder unvollständig. Legen Sie die Datei gleichen Namens aus Ihrer letzten Sicherung an seine Stelle. Gibt es keine, löschen Sie die Datei: Dann entsteht ein neuer Schlüssel, alle Sitzungen enden, und wer einen zweiten Faktor hat, kommt nicht mehr herein. Geändert wurde nichts.`,
    );
  return secret;
}

/** The text of the secret's file in a folder; null where there is none. */
export async function readSecretFile(folder: string): Promise<string | null> {
  return readFile(join(folder, SECRET_FILE), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

/**
 * Puts a secret's file into the data folder, whole and on the disk, or none: whatever is kept under half a secret is lost
 * with the other half. One that is there already stays.
 * @returns the text that the file has now
 */
export async function keepSecret(dataDir: string, text: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, SECRET_FILE);
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.unfinished`;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    // Unlike a rename it replaces nothing: two starts at once agree on whichever was there first.
    await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(unfinished, { force: true });
  }
  return readFile(path, 'utf8');
}
