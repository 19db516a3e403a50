import { mayUse, type ReconciliationResult } from '@botdepot/contract';
import type { Work } from '../../../platform/work.ts';
import { listAdmins } from '../../identity/index.ts';
import { notify } from '../../notifications/index.ts';
import type { Claim, RunEnd } from './runs.store.ts';

/** Rules that are named in a message; the page shows all of them. */
const NAMED = 3;

/** Tells every admin whose field it is that a run found something, or that the nightly one could not be carried out. */
export async function tellAdmins(work: Work, claim: Claim, { status, results }: RunEnd): Promise<void> {
  const failed = results.filter(({ violations }) => violations > 0);
  const content =
    status === 'failed'
      ? { title: 'Abgleich: Abweichung gefunden', message: failedText(failed) }
      : {
          title: 'Abgleich nicht abgeschlossen',
          message:
            'Der nächtliche Abgleich brach ab und sagt deshalb nichts aus. Bitte starten Sie ihn von Hand.',
        };
  for (const { id, adminField } of await listAdmins(work.tx))
    if (mayUse(adminField, 'admin.getReconciliationRun'))
      await notify(work, {
        ...content,
        userId: id,
        event: 'operations_alert',
        type: 'error',
        subject: 'reconciliation',
        subjectId: claim.id,
      });
}

function failedText(failed: readonly ReconciliationResult[]): string {
  const rules = failed.length === 1 ? 'Eine Regel ist' : `${failed.length} Regeln sind`;
  const named = failed.slice(0, NAMED).map(({ description }) => `„${description.replace(/\.$/, '')}“`);
  const more = failed.length > NAMED ? ` und ${failed.length - NAMED} weitere` : '';
  return `${rules} verletzt: ${named.join(', ')}${more}.`;
}
