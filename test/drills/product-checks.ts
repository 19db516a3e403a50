import { pino } from 'pino';
import { RECONCILIATION_CHECKS, runChecks } from '../../apps/server/src/modules/admin/index.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';

/** What `npm run verify-ledger` finds: one line per broken rule. */
export async function findProductViolations(databaseUrl: string): Promise<string[]> {
  const database = openDatabase({ url: databaseUrl, log: pino({ level: 'silent' }), maxConnections: 2 });
  try {
    const { results } = await runChecks(database, RECONCILIATION_CHECKS, { onProgress: () => undefined });
    return results
      .filter(({ violations }) => violations > 0)
      .map(
        ({ name, violations, sample }) =>
          `verify-ledger ${name}: ${violations} Fälle, ${JSON.stringify(sample[0])}`,
      );
  } finally {
    await database.close();
  }
}
