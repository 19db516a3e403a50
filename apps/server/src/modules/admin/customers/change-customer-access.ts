import type { Work } from '../../../platform/work.ts';
import { type AccessChange, accessNews } from '../../identity/index.ts';
import { notify } from '../../notifications/index.ts';

/** Changes somebody's access and tells them in the app, in one transaction; the mail goes out after it. */
export async function changeCustomerAccess(
  work: Work,
  change: (work: Work) => Promise<AccessChange>,
): Promise<AccessChange> {
  const changed = await change(work);
  if (changed.kind !== 'sessions' || changed.ended > 0)
    await notify(work, {
      event: 'security',
      userId: changed.userId,
      ...accessNews(changed),
      type: changed.kind === 'unlocked' ? 'info' : 'warning',
      subject: 'security',
      subjectId: null,
      mailedElsewhere: true,
    });
  work.hintAdmins('access');
  return changed;
}
