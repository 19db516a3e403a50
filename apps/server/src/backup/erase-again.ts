import { ACCOUNT_PARTS } from '../account-parts.ts';
import { eraseAccount } from '../modules/identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { createLocalBus } from '../platform/live-bus.ts';
import { createWorkRunner } from '../platform/work.ts';

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
