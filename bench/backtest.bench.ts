import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { benchMemory } from './backtest-memory.ts';
import type { RuleCommand, RuleReport } from './backtest-rule-run.ts';
import { median, printRatio } from './interleaved.ts';
import { randomWalk, WALK } from './random-walk.ts';

const BARS = 1_000_000;
/** The same code is compiled to loops that differ by a tenth from process to process, so several of them are asked. */
const PROCESSES = 9;
const ROUNDS = 9;

/** The textbook rule over a million minutes, rules that people build, their variants, and what it and the three bots take of memory. */
export async function benchBacktest(): Promise<boolean> {
  const isFast = await benchRule();
  const isSmall = await benchMemory({ spec: WALK, candles: randomWalk(BARS) });
  return isFast && isSmall;
}

/**
 * The whole backtest (orders, fills, fees, equity, drawdown, trades, statistics; only the SHA-256 of the data is left to
 * whoever asks for it) against the least that can be done with the same candles, and against a library's streaming
 * indicators that do no more than that either. Measured by work and in short turns: on a machine that others use, the wall clock
 * says more about them. Every figure is the median over the processes.
 */
async function benchRule(): Promise<boolean> {
  const reports: RuleReport[] = [];
  while (reports.length < PROCESSES) reports.push(await measured({ bars: BARS, rounds: ROUNDS }));
  console.log(`\n${reports[0]!.summary}`);
  for (const [index, { name }] of reports[0]!.rates.entries()) {
    const perSecond = median(reports.map(({ rates }) => rates[index]!.perSecond));
    console.log(
      `  ${name.padEnd(20)} ${((BARS / 1e6) * perSecond).toFixed(2)} Millionen Kerzen je Sekunde Rechenzeit`,
    );
  }
  const overCrosses = reports.map(({ rates: [, ours] }) => ours!.ratio);
  const overLibrary = median(reports.map(({ rates: [, ours, library] }) => ours!.ratio / library!.ratio));
  console.log(`  Rücktest gegen trading-signals: ${overLibrary.toFixed(2)}`);
  const ofContender = (index: number) => median(reports.map(({ rates }) => rates[index]!.ratio));
  return [
    printRatio('Rücktest gegen nur die Kreuzungen', median(overCrosses), { atLeast: 0.1 }),
    printRatio('Als eigene Regel gegen nur die Kreuzungen', ofContender(3), { atLeast: 0.25 }),
    printRatio('dev1 gegen nur die Kreuzungen', ofContender(4), { atLeast: 0.08 }),
    printRatio(
      'Varianten von dev1 je Sekunde Rechenzeit eines Kerns',
      median(reports.map(({ variantsPerSecond }) => variantsPerSecond)),
      { atLeast: 300 },
    ),
  ].every(Boolean);
}

async function measured(command: RuleCommand): Promise<RuleReport> {
  const child = fork(fileURLToPath(new URL('./backtest-rule-run.ts', import.meta.url)));
  child.send(command);
  // One that fails must not be waited for.
  const [report] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`a measurement ended with code ${code}`);
    }),
  ])) as [RuleReport];
  return report;
}
