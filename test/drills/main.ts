// npm run drills [NAME …] [-- --seed N --minutes N]: the product under fire. Exit code 1 when a drill is red.
import { parseArgs } from 'node:util';
import { browsers } from './browsers.drill.ts';
import { checker } from './checker.drill.ts';
import { clock } from './clock.drill.ts';
import { diskFull } from './disk-full.drill.ts';
import type { Drill, Outcome } from './drill.ts';
import { engines } from './engines.drill.ts';
import { killLeader } from './kill-leader.drill.ts';
import { immediatePostgres, killPostgres } from './kill-postgres.drill.ts';
import { killReplica } from './kill-replica.drill.ts';
import { killServer } from './kill-server.drill.ts';
import { ownBots } from './own-bots.drill.ts';
import { redisGone } from './redis-gone.drill.ts';
import { soak } from './soak.drill.ts';
import { sockets } from './sockets.drill.ts';
import { table } from './table.ts';
import { unreachablePostgres } from './unreachable-postgres.drill.ts';
import { closeWorlds } from './world.ts';

const DRILLS: readonly Drill[] = [
  killServer,
  killReplica,
  killLeader,
  killPostgres,
  immediatePostgres,
  unreachablePostgres,
  redisGone,
  diskFull,
  clock,
  sockets,
  checker,
  browsers,
  engines,
  ownBots,
  soak,
];
/** Another seed each time, when a strike hit nothing. */
const TRIES = 3;
const FAULTS_SHOWN = 12;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, minutes: { type: 'string' } },
});
const unknown = positionals.filter((name) => !DRILLS.some((drill) => drill.name === name));
if (unknown.length > 0) {
  console.error(`Unbekannt: ${unknown.join(', ')}. Es gibt: ${DRILLS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const firstSeed = Number(values.seed ?? Date.now() % 2 ** 31);
const minutes = Number(values.minutes ?? 30);
if (!Number.isInteger(firstSeed) || !(minutes > 0)) {
  console.error('--seed ist eine ganze Zahl, --minutes eine positive.');
  process.exit(2);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closeWorlds().finally(() => process.exit(1)));

const wanted = DRILLS.filter(({ name, onRequest }) =>
  positionals.length > 0 ? positionals.includes(name) : onRequest !== true,
);
const rows: string[][] = [];
for (const drill of wanted) rows.push(await run(drill));
console.log(`\n${table(['Übung', 'Ergebnis', 'Saat', 'Dauer'], rows)}`);
process.exitCode = rows.some(([, result]) => result === 'ROT') ? 1 : 0;

async function run(drill: Drill): Promise<string[]> {
  console.log(`\n${drill.name} – ${drill.title}`);
  const startedAt = performance.now();
  const took = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
  for (let attempt = 0; ; attempt++) {
    const seed = firstSeed + attempt;
    console.log(`  Saat ${seed}`);
    const outcome = await drill
      .run({ seed, minutes, note: (line) => console.log(`  ${line}`) })
      .catch((error: unknown): Outcome => ({ figures: {}, faults: [explain(error)], struck: true }));
    if ('notRun' in outcome) {
      console.log(`  nicht gelaufen: ${outcome.notRun}`);
      return [drill.name, 'nicht gelaufen', String(seed), took()];
    }
    for (const [name, value] of Object.entries(outcome.figures)) console.log(`  ${name}: ${value}`);
    for (const fault of outcome.faults.slice(0, FAULTS_SHOWN)) console.log(`  FEHLER ${fault}`);
    const more = outcome.faults.length - FAULTS_SHOWN;
    if (more > 0) console.log(`  … und ${more} weitere`);
    if (outcome.faults.length > 0) return [drill.name, 'ROT', String(seed), took()];
    if (outcome.struck) return [drill.name, 'grün', String(seed), took()];
    console.log('  Der Schlag hat nichts getroffen.');
    if (attempt + 1 === TRIES) return [drill.name, 'ROT', String(seed), took()];
  }
}

function explain(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
