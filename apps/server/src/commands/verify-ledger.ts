// npm run verify-ledger
import { BOT_INVARIANTS } from '../modules/bots/index.ts';
import { LEDGER_INVARIANTS, verifyInvariants } from '../modules/wallet/index.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import { EmbeddedPostgresError } from '../platform/embedded-postgres.ts';
import { createLog } from '../platform/log.ts';
import { withCommandDatabase } from './command-database.ts';
import { readEnvironment } from './environment.ts';

process.exitCode = await run().catch(explain);

/** Prints every invariant with its outcome; exit code 1 when one is broken. */
async function run(): Promise<number> {
  const config = readConfig(readEnvironment());
  let broken = 0;
  await withCommandDatabase(config, createLog('warn'), async (database) => {
    const results = await database.transaction(async (tx) => {
      // One snapshot for all of them: bookings in flight must not look like faults.
      await tx.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return verifyInvariants(tx, [...LEDGER_INVARIANTS, ...BOT_INVARIANTS]);
    });
    for (const { name, description, violations, sample } of results) {
      console.log(`${violations === 0 ? 'in Ordnung ' : 'VERLETZT   '} ${description} (${name})`);
      if (violations === 0) continue;
      broken += 1;
      console.log(`             ${violations} Fälle, zum Beispiel ${JSON.stringify(sample)}`);
    }
    const [counts] = (
      await database.db.execute<{ transfers: string; entries: string; customers: string }>(
        `SELECT (SELECT count(*) FROM ledger_transfers) AS transfers, (SELECT count(*) FROM ledger_entries) AS entries,
                (SELECT count(*) FROM user_wallets) AS customers`,
      )
    ).rows;
    console.log(
      `${results.length} Regeln, ${broken} verletzt; ${counts?.transfers} Buchungen, ${counts?.entries} Zeilen, ${counts?.customers} Wallets.`,
    );
  });
  return broken === 0 ? 0 : 1;
}

function explain(error: unknown): number {
  const isForPeople = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  console.error(isForPeople ? error.message : error);
  return 1;
}
