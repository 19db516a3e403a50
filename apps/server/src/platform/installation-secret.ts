import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The secret that signs sessions and encrypts second factors, in the data folder, where the installation made it itself. */
export const SECRET_FILE = 'auth-secret';

/** The secret that signs sessions: from the environment, or one made at the first start and kept for the owner only. */
export async function installationSecret(dataDir: string, configured: string | undefined): Promise<string> {
  if (configured !== undefined) return configured;
  const path = join(dataDir, SECRET_FILE);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch {
    const secret = randomBytes(32).toString('hex');
    await mkdir(dataDir, { recursive: true });
    // Two starts at once agree on whichever was written first.
    await writeFile(path, `${secret}\n`, { mode: 0o600, flag: 'wx' }).catch(() => undefined);
    return (await readFile(path, 'utf8')).trim();
  }
}
