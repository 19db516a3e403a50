import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ACCOUNT_PARTS } from '../account-parts.ts';
import { eraseAccount } from '../modules/identity/index.ts';
import type { Database } from '../platform/database.ts';
import { isMissing } from '../platform/describe-error.ts';
import { createLocalBus } from '../platform/live-bus.ts';
import { type Clock, createWorkRunner, newId } from '../platform/work.ts';
import { BackupRefusal } from './manifest.ts';

/**
 * The list of deleted accounts, in the folder of the backups: a line per account, which is its id and nothing else. It outlives
 * the database, so it tells an older state of it who has gone since. Lines are only ever appended.
 */
export const ERASED_FILE = 'erased-accounts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The ids of the list in a folder; null where there is none.
 * @throws BackupRefusal when a line is no id: half of one would leave an account that its owner has deleted
 */
export async function readErased(folder: string): Promise<ReadonlySet<string> | null> {
  const text = await readList(folder);
  if (text === null) return null;
  const lines = text.split('\n').map((line) => line.trim());
  const damaged = lines.findIndex((line) => line !== '' && !ID.test(line));
  if (damaged !== -1)
    throw new BackupRefusal(
      `Die Liste der gelöschten Konten ist beschädigt: Zeile ${damaged + 1} in ${join(folder, ERASED_FILE)} ist keine Kennung. Nehmen Sie eine andere Kopie der Liste, oder berichtigen Sie die Zeile.`,
    );
  return new Set(lines.filter((line) => line !== ''));
}

async function readList(folder: string): Promise<string | null> {
  return readFile(join(folder, ERASED_FILE), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

/** Appends what the list in a folder does not have yet, and makes one where there is none. It is on the disk afterwards. */
export async function addErased(folder: string, ids: Iterable<string>): Promise<void> {
  const known = await readErased(folder);
  const missing = [...new Set(ids)].filter((id) => !known?.has(id));
  if (known !== null && missing.length === 0) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(join(folder, ERASED_FILE), 'a', 0o600);
  try {
    // A line that somebody wrote by hand may lack its end. One write: replicas that share the folder never mix their lines.
    const start = /[^\n]$/.test((await readList(folder)) ?? '') ? '\n' : '';
    await file.appendFile(start + missing.map((id) => `${id}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Every account that the database itself knows to be deleted. */
export async function listErased({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT DISTINCT subject_id AS id FROM audit_log WHERE action = 'user.delete'`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes again whoever is on the list and in the database all the same: an older state of it has come back. Each account in a
 * transaction of its own, as its owner once did it; investments pay out at the last price there is. To be called before
 * anything else runs, so that nobody is written to whom there is no reason to know any more.
 * @returns how many there were
 */
export async function eraseAgain(
  deps: { database: Database; clock: Clock },
  erased: Iterable<string>,
): Promise<number> {
  const runWork = createWorkRunner({ ...deps, bus: createLocalBus() });
  const { rows } = await deps.database.pool.query<{ id: string; role: 'user' | 'admin' }>(
    'SELECT id, role FROM auth_users WHERE id = ANY($1::uuid[]) ORDER BY id',
    [[...erased]],
  );
  for (const { id: userId, role } of rows) {
    const session = { sessionId: newId(), authenticatedAt: deps.clock.now(), hasSecondFactor: false };
    // Nothing is asked of their field here: they end, by the system's own list.
    await runWork({ role, adminField: null, userId, ...session, requestId: newId() }, (work) =>
      eraseAccount({ ...work, nothingRuns: true }, ACCOUNT_PARTS.guards),
    );
  }
  return rows.length;
}
