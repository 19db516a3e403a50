import type { Logger } from 'pino';
import { type Database, isPassing, type Tx } from '../../../platform/database.ts';
import { createJob, type Job } from '../../../platform/jobs.ts';
import { assertEpoch, type LeaderTerm, LostLeadershipError } from '../../../platform/leader.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { type Clock, newId, systemActor, type Work, type WorkRunner } from '../../../platform/work.ts';
import { requiresVerification } from '../auth/better-auth.ts';
import { lockForDeletion } from './account.ts';
import { type AccountParts, endAccount } from './delete-account.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const KEPT_DAYS = 30;
/** Comes before every id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** So many ids are read at once. */
const AT_ONCE = 200;

/** Who signed up and never came: `$1` is the last moment at which they may have asked for a link, `$2` is now. */
const UNCONFIRMED = `NOT u.email_verified AND u.role = 'user' AND NOT u.demo AND u.locked_at IS NULL
  AND u.created_at < $1 AND u.updated_at < $1
  AND NOT EXISTS (SELECT FROM auth_sessions WHERE user_id = u.id)
  AND NOT EXISTS (SELECT FROM auth_sign_in_events WHERE user_id = u.id AND kind = 'signed_in')
  AND NOT EXISTS (SELECT FROM auth_known_devices WHERE user_id = u.id)
  AND NOT EXISTS (SELECT FROM auth_passkeys WHERE user_id = u.id)
  AND NOT EXISTS (SELECT FROM auth_accounts WHERE user_id = u.id AND (provider_id <> 'credential' OR updated_at >= $1))
  AND NOT EXISTS (SELECT FROM auth_verifications WHERE strpos(value, u.id::text) > 0 AND expires_at > $2)`;

type Since = { readonly before: Date; readonly now: Date };

async function listUnconfirmed(tx: Tx, { before, now }: Since, after: string): Promise<string[]> {
  const { rows } = await tx.$client.query<{ id: string }>({
    name: 'list-unconfirmed-accounts',
    text: `SELECT u.id FROM auth_users u WHERE ${UNCONFIRMED} AND u.id > $3 ORDER BY u.id LIMIT ${AT_ONCE}`,
    values: [before, now, after],
  });
  return rows.map(({ id }) => id);
}

async function isUnconfirmed(tx: Tx, { before, now }: Since, userId: string): Promise<boolean> {
  const { rowCount } = await tx.$client.query({
    name: 'is-unconfirmed-account',
    text: `SELECT FROM auth_users u WHERE ${UNCONFIRMED} AND u.id = $3`,
    values: [before, now, userId],
  });
  return rowCount === 1;
}

/**
 * Deletes the accounts whose address nobody has confirmed for a month, as their owners could: each in a transaction of its own, of which
 * an audit row with their id stays and nothing else. Nobody is told, since nobody has said that the address is theirs. Hourly, on
 * the leader, and only where an address must be confirmed before the first login; elsewhere people use such accounts.
 */
export function createUnconfirmedAccountsEnd(deps: {
  database: Database;
  runWork: WorkRunner;
  clock: Clock;
  log: Logger;
  mail: Mail;
  /** The running term of this process; null when it does not lead. */
  term: () => LeaderTerm | null;
  parts: Pick<AccountParts, 'guards' | 'hasBookings'>;
}): Job & { eraseAll(signal: AbortSignal): Promise<number> } {
  const { database, runWork, clock, log, mail, term, parts } = deps;

  /** Looked at again once the row is held: a confirmation, a login or a link of this moment comes before, or finds nobody. */
  async function erase(work: Work, userId: string, { epoch }: LeaderTerm, since: Since): Promise<boolean> {
    const { tx } = work;
    await assertEpoch(tx, epoch);
    const user = await lockForDeletion(tx, userId);
    if (!user || !(await isUnconfirmed(tx, since, userId)) || (await parts.hasBookings(tx, userId)))
      return false;
    await endAccount(work, user, parts.guards);
    return true;
  }

  /** @returns how many there were. */
  async function eraseAll(stopping: AbortSignal): Promise<number> {
    const current = term();
    if (!current || !requiresVerification(mail)) return 0;
    const signal = AbortSignal.any([stopping, current.signal]);
    const now = clock.now();
    const since = { before: new Date(now.getTime() - KEPT_DAYS * DAY_MS), now };
    let erased = 0;
    for (let after = NOBODY; ; ) {
      const ids = await listUnconfirmed(database.db, since, after);
      for (const id of ids) {
        if (signal.aborted) return erased;
        try {
          if (await runWork(systemActor(newId()), (work) => erase(work, id, current, since))) erased += 1;
        } catch (error) {
          if (error instanceof LostLeadershipError || isPassing(error)) throw error;
          // What one of them cannot end by holds up no other.
          log.error({ err: error, userId: id }, 'an account that nobody has confirmed could not be deleted');
        }
      }
      if (ids.length < AT_ONCE) return erased;
      after = ids.at(-1) ?? after;
    }
  }

  const job = createJob({
    everyMs: HOUR_MS,
    log,
    failed: 'accounts that nobody has confirmed not deleted',
    isExpected: (error) => error instanceof LostLeadershipError,
    run: async (signal) => {
      const accounts = await eraseAll(signal);
      if (accounts > 0) log.info({ accounts }, 'accounts that nobody has confirmed deleted');
    },
  });
  return { ...job, eraseAll };
}
