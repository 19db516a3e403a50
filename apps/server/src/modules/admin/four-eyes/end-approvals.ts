import type { Tx } from '../../../platform/database.ts';
import { eraseFreeTexts } from '../../../platform/erase-free-texts.ts';
import type { Work } from '../../../platform/work.ts';
import { eraseTextsAbout, selectPendingOf } from './approval-requests.store.ts';
import { end } from './decide-approval.ts';

export async function listOpenApprovals(tx: Tx, userId: string): Promise<string[]> {
  return (await selectPendingOf(tx, userId, false)).map(({ id }) => id);
}

/** An approval locks its request first, so these locks come before those of investments and wallets. */
export async function lockOpenApprovals(work: Work, userId: string): Promise<string[]> {
  return (await selectPendingOf(work.tx, userId, true)).map(({ id }) => id);
}

/**
 * At the end of an account: what waits about its money ends, what its owner has asked for as an admin is withdrawn, and
 * every text about them is erased.
 */
export async function closeApprovals(work: Work, userId: string): Promise<void> {
  for (const row of await selectPendingOf(work.tx, userId, true))
    await (row.customerIds.includes(userId)
      ? end(work, row, 'approval.end', {
          status: 'failed',
          failure: { code: 'ACCOUNT_CLOSED', data: null },
        })
      : end(work, row, 'approval.withdraw', { status: 'withdrawn' }));
  await eraseFreeTexts(work, await eraseTextsAbout(work.tx, userId));
}
