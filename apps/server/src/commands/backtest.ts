// npm run -s backtest -- --strategy NAME --candles FILE … | --report FOLDER | --help
import { writeFile } from 'node:fs/promises';
import { type BacktestCall, HINT, readArguments, USAGE } from './backtest/arguments.ts';
import { runCall } from './backtest/make-report.ts';
import { outcomeOf, printOutcome } from './backtest/print-outcome.ts';
import type { Command } from './command.ts';
import { explainWith, printAll, Refusal } from './refusal.ts';

const GAPS_SHOWN = 5;

export const run: Command = (args) => backtestOrReports(args).catch(explainWith(HINT));

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));

async function backtestOrReports(args: readonly string[]): Promise<number> {
  const call = readArguments(args);
  if (call.kind === 'help') await print(`${USAGE}\n`, undefined);
  else if (call.kind === 'backtest') await backtest(call.backtest);
  else {
    // Only this needs the German texts of the bots, and with them half the server.
    const { writeReports } = await import('./backtest/write-reports.ts');
    for (const name of await writeReports(call.report)) console.error(`geschrieben: ${name}`);
  }
  return 0;
}

async function backtest(call: BacktestCall): Promise<void> {
  if (call.lot !== undefined && call.strategy !== 'sma-cross') {
    console.error('--lot gilt nur für sma-cross.');
  }
  const done = await runCall(call);
  tellGaps(done.market.gaps);
  await print(printOutcome(outcomeOf(done), call.format), call.out);
}

function tellGaps(gaps: readonly { symbol: string; from: number; until: number; missing: number }[]): void {
  if (gaps.length === 0) return;
  const missing = gaps.reduce((sum, gap) => sum + gap.missing, 0);
  console.error(`Lücken in den Kerzen: ${gaps.length}, es fehlen ${missing}. Gerechnet wird ohne sie.`);
  for (const gap of gaps.slice(0, GAPS_SHOWN)) {
    const [from, until] = [new Date(gap.from).toISOString(), new Date(gap.until).toISOString()];
    console.error(`  ${gap.symbol}: ${from} bis ${until} (${gap.missing})`);
  }
  if (gaps.length > GAPS_SHOWN) console.error(`  und ${gaps.length - GAPS_SHOWN} weitere`);
}

async function print(text: string, file: string | undefined): Promise<void> {
  if (file !== undefined) {
    await writeFile(file, text).catch((error: unknown) => {
      throw new Refusal(
        `${file} lässt sich nicht schreiben: ${error instanceof Error ? error.message : error}`,
      );
    });
    return;
  }
  await printAll(text);
}
