// npm run verify-ledger
import { formatAmount, fromWire } from '@botdepot/money';
import { LEDGER_CHECKS } from '../modules/admin/index.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { withCommandDatabase } from './command-database.ts';
import { readEnvironment } from './environment.ts';
import { reportFailure } from './report-failure.ts';

process.exitCode = await run().catch(reportFailure);

/**
 * Prints every rule of the books, the bots, the team's work and the audit log's chain with its figures; exit code 1 when one
 * is broken. The bots' public record has a command of its own, `npm run verify-track-record`.
 */
async function run(): Promise<number> {
  const config = readConfig(readEnvironment());
  let broken = 0;
  await withCommandDatabase(config, createLog('warn'), async (database) => {
    // One snapshot for all of them: bookings in flight must not look like faults.
    await database.snapshot(async (tx) => {
      for (const check of LEDGER_CHECKS) {
        const found = await check.run(tx);
        const { violations, sample } = found;
        console.log(
          `${violations === 0 ? 'in Ordnung ' : 'VERLETZT   '} ${check.description} (${check.name})`,
        );
        console.log(`             ${figures(check.what, found)}`);
        if (violations === 0) continue;
        broken += 1;
        const noun = violations === 1 ? 'Fall' : 'Fälle';
        const count = `${found.violationsAtLeast ? 'mehr als ' : ''}${violations} ${noun}`;
        console.log(`             ${count}, zum Beispiel ${JSON.stringify(sample)}`);
      }
    });
    const [counts] = (
      await database.db.execute<{ transfers: string; entries: string; customers: string }>(
        `SELECT (SELECT count(*) FROM ledger_transfers) AS transfers, (SELECT count(*) FROM ledger_entries) AS entries,
                (SELECT count(*) FROM user_wallets) AS customers`,
      )
    ).rows;
    console.log(
      `${LEDGER_CHECKS.length} Regeln, ${broken} verletzt; ${counts?.transfers} Buchungen, ${counts?.entries} Zeilen, ${counts?.customers} Wallets.`,
    );
  });
  return broken === 0 ? 0 : 1;
}

function figures(
  what: string,
  { compared, total, difference }: { compared: number; total: string | null; difference: string | null },
): string {
  const parts = [`${compared} ${what}`];
  if (total !== null) parts.push(`Summe ${formatAmount(fromWire(total))} USDT`);
  if (difference !== null) parts.push(`Differenz ${formatAmount(fromWire(difference))} USDT`);
  return parts.join(', ');
}
