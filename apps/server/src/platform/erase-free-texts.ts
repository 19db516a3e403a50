import { eraseReasons } from './audit.ts';
import { eraseOutcomesNaming } from './idempotency.ts';
import type { Work } from './work.ts';

/** At the end of an account: what people wrote about these subjects, in the audit log and in what commands have answered. */
export async function eraseFreeTexts(work: Work, subjectIds: readonly string[]): Promise<void> {
  await eraseReasons(work, subjectIds);
  await eraseOutcomesNaming(work.tx, subjectIds);
}
