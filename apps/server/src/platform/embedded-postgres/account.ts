// PostgreSQL refuses to run as root. Started by root (containers, small servers), its programs run under an unprivileged
// account; started by anyone else, they run as that person.
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './problem.ts';

const run = promisify(execFile);

/** Ids to switch to; undefined means „as we are“. */
export type Account = { uid: number; gid: number } | undefined;

/**
 * The account for the cluster in `clusterDir` (which need not exist yet). An existing cluster belongs to whoever made
 * it, so somebody who once starts with sudo does not lose access to his own data.
 */
export async function chooseAccount(clusterDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = (await lookUp('postgres')) ?? (await createAccount()) ?? (await lookUp('nobody'));
  if (account === undefined) {
    throw new EmbeddedPostgresError(
      'PostgreSQL läuft nicht als root, und auf diesem System ließ sich kein Benutzer „postgres“ finden oder anlegen. ' +
        'Bitte als gewöhnlicher Benutzer starten oder mit DATABASE_URL eine vorhandene Datenbank angeben.',
    );
  }
  return account;
}

async function lookUp(name: string): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number.parseInt(uid.stdout, 10), gid: Number.parseInt(gid.stdout, 10) };
  } catch {
    return undefined;
  }
}

async function createAccount(): Promise<Account> {
  const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  try {
    await run('useradd', [...flags, 'postgres']);
  } catch {
    return undefined;
  }
  return lookUp('postgres');
}
