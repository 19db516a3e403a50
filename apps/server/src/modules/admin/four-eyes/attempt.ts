import { DomainError, ERRORS } from '@botdepot/contract';
import type { Work } from '../../../platform/work.ts';
import type { Effect } from './approval-effect.ts';

export type Attempt = { ok: true; effect: Effect } | { ok: false; error: DomainError };

/**
 * Runs a rule in a savepoint of the transaction. Its effects stay when it succeeds and `keep` is true; otherwise nothing
 * of it does, neither rows nor hints nor mails, and the answer says what it would have done.
 *
 * What may work again in a moment (stale prices) is thrown, for nothing is decided by it.
 */
export async function attempt(
  work: Work,
  keep: boolean,
  rule: (work: Work) => Promise<Effect>,
): Promise<Attempt> {
  const { $client } = work.tx;
  const hints: (() => void)[] = [];
  const inner: Work = {
    ...work,
    hintUser: (...hint) => hints.push(() => work.hintUser(...hint)),
    hintCustomers: (...hint) => hints.push(() => work.hintCustomers(...hint)),
    hintAdmins: (...hint) => hints.push(() => work.hintAdmins(...hint)),
    ...(work.queueMails && { queueMails: () => hints.push(() => work.queueMails?.()) }),
  };
  await $client.query('SAVEPOINT attempt');
  try {
    const effect = await rule(inner);
    if (keep) for (const hint of hints) hint();
    else await $client.query('ROLLBACK TO SAVEPOINT attempt');
    return { ok: true, effect };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await $client.query('ROLLBACK TO SAVEPOINT attempt');
    if (ERRORS[error.code].status >= 500) throw error;
    return { ok: false, error };
  }
}
