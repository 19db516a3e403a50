import type { ReconciliationResult } from '@botdepot/contract';
import { RECONCILIATION_CHECKS, RuleNotCheckedError, runChecks } from '../modules/admin/index.ts';
import type { Config } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { withCommandDatabase } from './command-database.ts';
import { reportFailure } from './report-failure.ts';

/** Not every rule could be checked; distinct from one that is broken. */
export const NOT_CHECKED = 2;

/**
 * Runs every rule of the books, the bots and their record, the team's work and the audit log's chain, with the time that the nightly run has.
 * Returns the exit code: 0 when all hold, 1 when one is broken, `NOT_CHECKED` when none was found broken but not all were checked.
 */
export async function checkBooks(
  config: Config,
  onResult: (result: ReconciliationResult) => void,
): Promise<number> {
  let broken = 0;
  const onProgress = (results: readonly ReconciliationResult[]) => {
    for (const result of results.slice(-1)) {
      if (result.violations > 0) broken += 1;
      onResult(result);
    }
  };
  try {
    await withCommandDatabase(config, createLog('warn'), (database) =>
      runChecks(database, RECONCILIATION_CHECKS, { onProgress }),
    );
  } catch (error) {
    if (error instanceof RuleNotCheckedError) console.error(error.message);
    else reportFailure(error);
    return broken === 0 ? NOT_CHECKED : 1;
  }
  console.log(`${RECONCILIATION_CHECKS.length} Regeln geprüft, ${broken} verletzt.`);
  return broken === 0 ? 0 : 1;
}
