// npm run verify-ledger
import type { ReconciliationResult } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { type Command, checkBooks, NOT_CHECKED, readCommandConfig, reportFailure } from './command.ts';

export const run: Command = (_, env = process.env) =>
  verifyLedger(env).catch((error: unknown) => {
    reportFailure(error);
    return NOT_CHECKED;
  });

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));

/** Prints every rule with its figures. */
async function verifyLedger(env: NodeJS.ProcessEnv): Promise<number> {
  return checkBooks(readCommandConfig(env), (result) => {
    const { name, description, violations, violationsAtLeast, sample } = result;
    console.log(`${violations === 0 ? 'in Ordnung ' : 'VERLETZT   '} ${description} (${name})`);
    console.log(`             ${figures(result)}`);
    if (violations === 0) return;
    const noun = violations === 1 ? 'Fall' : 'Fälle';
    const count = `${violationsAtLeast ? 'mehr als ' : ''}${violations} ${noun}`;
    console.log(`             ${count}, zum Beispiel ${JSON.stringify(sample)}`);
  });
}

function figures({ compared, what, total, difference }: ReconciliationResult): string {
  const parts = [`${compared} ${what}`];
  if (total !== null) parts.push(`Summe ${formatAmount(fromWire(total))} USDT`);
  if (difference !== null) parts.push(`Differenz ${formatAmount(fromWire(difference))} USDT`);
  return parts.join(', ');
}
