import { pino } from 'pino';
import { LEDGER_CHECKS } from '../../apps/server/src/modules/admin/index.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';

/** What `npm run verify-ledger` finds: one line per broken rule. */
export async function findProductViolations(databaseUrl: string): Promise<string[]> {
  const database = openDatabase({ url: databaseUrl, log: pino({ level: 'silent' }), maxConnections: 2 });
  try {
    return await database.snapshot(async (tx) => {
      const broken: string[] = [];
      for (const check of LEDGER_CHECKS) {
        const { violations, sample } = await check.run(tx);
        if (violations > 0)
          broken.push(`verify-ledger ${check.name}: ${violations} Fälle, ${JSON.stringify(sample[0])}`);
      }
      return broken;
    });
  } finally {
    await database.close();
  }
}
