/** Engines for runs that are not in memory: those that begin, and those that somebody else has stepped before. */
import { setImmediate } from 'node:timers/promises';
import type { Fixed12 } from '@botdepot/money';
import { canonicalRule, compileRule, MINUTE_MS, parseRule, type SharedCandles } from '@botdepot/trading';
import { and, eq, or } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Database, isPassing, type Tx } from '../../../platform/database.ts';
import type { Clock } from '../../../platform/work.ts';
import {
  createCandleShelf,
  DivergedError,
  type OwnRun,
  type OwnStrategy,
  prepareRun,
  type RunningRun,
  resumeRun,
} from '../../bots/index.ts';
import { ownBotVersions } from '../testbench.schema.ts';
import type { OrderRow } from './orders.ts';
import { readProgress } from './progress.ts';
import type { PreparedStart } from './trade-minute.ts';

/** A rule as what trades. Tests give others. */
export type CompileRule = (
  rule: unknown,
  ruleHash: string,
) => { strategy: OwnStrategy; symbols: readonly string[] };

type Version = { rule: unknown; ruleHash: string };

/** One version of each of some bots, by bot; absent where it is gone. */
async function readVersions(
  tx: Tx,
  versions: readonly { botId: string; version: number }[],
): Promise<Map<string, Version>> {
  if (versions.length === 0) return new Map();
  const { botId, version, rule, ruleHash } = ownBotVersions;
  const rows = await tx
    .select({ botId, rule, ruleHash })
    .from(ownBotVersions)
    .where(or(...versions.map((wanted) => and(eq(botId, wanted.botId), eq(version, wanted.version)))));
  return new Map(rows.map((row) => [row.botId, row]));
}

const compiled: CompileRule = (input, ruleHash) => {
  const { rule } = parseRule(input);
  if (rule === null) throw new Error('a frozen rule cannot be read');
  return { strategy: compileRule(rule, ruleHash), symbols: canonicalRule(rule).symbols };
};

/** @throws for a version whose rule is gone or cannot be read by this version of the program. */
function compileVersion(version: Version | undefined, compile: CompileRule = compiled) {
  if (!version || version.rule === null) throw new Error('the rule of a version is gone');
  return compile(version.rule, version.ruleHash);
}

type Deps = {
  database: Database;
  clock: Clock;
  log: Logger;
  compile?: CompileRule;
  /** What they are stepped over. */
  barMs: number;
  /** Where all engines of a leader keep their bars together. */
  shared: SharedCandles;
};

type Reached = { minute: number; nav: Fixed12 };

/**
 * Brings runs to where they were when they were last stepped. What stands still is left alone, and what cannot be brought up is broken.
 * @throws where the database does not answer
 */
export async function resumeRuns(
  deps: Deps,
  missing: readonly OwnRun[],
): Promise<{ running: { run: RunningRun; reached: Reached | null }[]; frozen: OwnRun[]; broken: OwnRun[] }> {
  const { database, clock, log, barMs, shared } = deps;
  const { db } = database;
  const versions = await readVersions(
    db,
    missing.map(({ botId, ownVersion }) => ({ botId, version: ownVersion })),
  );
  const progress = await readProgress(db);
  const read = createCandleShelf(db, Math.floor(clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
  const running: { run: RunningRun; reached: Reached | null }[] = [];
  const broken: OwnRun[] = [];
  for (const row of missing) {
    if (row.ownState === 'broken') continue;
    await setImmediate();
    const reached = progress.get(row.number) ?? null;
    try {
      const { strategy } = compileVersion(versions.get(row.botId), deps.compile);
      const resume = (minute: number | null) =>
        resumeRun(db, { row, strategy, barMs, progress: minute, read, shared });
      const run = await resume(reached?.minute ?? null).catch((error: unknown) => {
        if (!(error instanceof DivergedError)) throw error;
        log.error(
          { err: error, bot: row.number },
          'an own bot did something else this time; it goes on after a gap',
        );
        return resume(null);
      });
      running.push({ run, reached });
    } catch (error) {
      if (isPassing(error)) throw error;
      log.error({ err: error, bot: row.number }, 'an own bot could not be resumed');
      broken.push(row);
    }
  }
  return { running, frozen: missing.filter(({ ownState }) => ownState === 'broken'), broken };
}

/** Engines for starts. One that cannot be made is left out: its order waits on, can be taken back, and expires. */
export async function prepareStarts(
  { database, log, compile, barMs, shared }: Deps,
  input: {
    /** End of the minute that they are executed at, ms UTC. */
    until: number;
    orders: readonly OrderRow[];
    bots: readonly PreparedStart['bot'][];
    shardFor(): number;
  },
): Promise<PreparedStart[]> {
  const { until, orders, bots, shardFor } = input;
  const { db } = database;
  const versions = await readVersions(db, orders);
  const read = createCandleShelf(db, until);
  const starts: PreparedStart[] = [];
  for (const order of orders) {
    const bot = bots.find(({ id }) => id === order.botId);
    if (!bot) continue;
    await setImmediate();
    try {
      const { strategy, symbols } = compileVersion(versions.get(order.botId), compile);
      const prepared = await prepareRun(db, { symbols, strategy, until, barMs, read, shared });
      starts.push({ order, bot, prepared, shard: shardFor() });
    } catch (error) {
      if (isPassing(error)) throw error;
      log.error({ err: error, bot: bot.number }, 'a start could not be prepared');
    }
  }
  return starts;
}
