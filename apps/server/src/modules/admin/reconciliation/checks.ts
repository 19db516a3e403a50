import {
  BOT_TYPES,
  BOTS,
  type BotType,
  type ReconciliationArea,
  type ReconciliationResult,
} from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import type { Deviation } from '@botdepot/trading';
import { verifyAuditChain } from '../../../platform/audit-chain/index.ts';
import { type Database, sqlState, type Tx } from '../../../platform/database.ts';
import {
  BOT_INVARIANTS,
  type CheckedNight,
  readHeads,
  recordNameOf,
  type SealedHead,
  verifySealed,
} from '../../bots/index.ts';
import { IDENTITY_INVARIANTS } from '../../identity/index.ts';
import { SUPPORT_INVARIANTS } from '../../support/index.ts';
import { TESTBENCH_INVARIANTS } from '../../testbench/index.ts';
import {
  type Invariant,
  LEDGER_INVARIANTS,
  measureInvariant,
  VIOLATIONS_COUNTED,
} from '../../wallet/index.ts';
import { readKeptEnds } from './runs.store.ts';

/** Rows of a finding that are shown. */
const SAMPLE = 5;

/** What a check found; see the contract for the fields. `sample` holds ids, numbers and states only. */
type Finding = Pick<
  ReconciliationResult,
  'compared' | 'total' | 'difference' | 'violations' | 'violationsAtLeast' | 'sample'
>;

/** One thing that must hold, looked at in one snapshot of the database. */
export type Check = Pick<ReconciliationResult, 'name' | 'area' | 'description' | 'what'> & {
  /**
   * @param signal where it is aborted, a check that consists of many short statements ends between two of them.
   * @param during without it every record of the bots is verified, and nothing is kept for the nights to come.
   */
  run(tx: Tx, signal: AbortSignal, during?: CheckedNight): Promise<Finding>;
};

function checkOf(area: ReconciliationArea, invariant: Invariant): Check {
  const { name, description, figures } = invariant;
  return {
    name,
    area,
    description,
    what: figures.what,
    run: async (tx) => {
      const { violations, sample, compared, total, difference } = await measureInvariant(tx, invariant);
      return {
        compared,
        total: amountOf(total),
        difference: amountOf(difference),
        violations: Math.min(violations, VIOLATIONS_COUNTED),
        violationsAtLeast: violations > VIOLATIONS_COUNTED,
        sample,
      };
    },
  };
}

const amountOf = (text: string | null): string | null => (text === null ? null : toWire(fromWire(text)));

export const AUDIT_CHAIN_CHECK = 'audit-chain';
/** What the ledger's rules say of the audit log, and so belongs to the team's. */
const ABOUT_THE_TEAM: readonly string[] = ['decisions-are-audited', 'bookings-name-their-admin'];

const ledger = LEDGER_INVARIANTS.filter(({ name }) => !ABOUT_THE_TEAM.includes(name));
const team = [
  ...LEDGER_INVARIANTS.filter(({ name }) => ABOUT_THE_TEAM.includes(name)),
  ...SUPPORT_INVARIANTS,
  ...IDENTITY_INVARIANTS,
];

const auditChain: Check = {
  name: AUDIT_CHAIN_CHECK,
  area: 'audit',
  description:
    'Jeder versiegelte Eintrag der Prüfspur ist, wie er versiegelt wurde; keiner fehlt, keiner kam dazu, und jedes früher notierte Ende ist enthalten.',
  what: 'Einträge der Prüfspur',
  run: async (tx, signal) => {
    const verdict = await verifyAuditChain(tx, await readKeptEnds(tx), signal);
    return {
      compared: verdict.records,
      total: null,
      difference: null,
      violations: verdict.deviationCount,
      violationsAtLeast: false,
      sample: verdict.deviations.map((deviation) => ({ ...deviation })),
    };
  },
};

/** What the tables say of bots must be what was sealed. `npm run verify-track-record -- --database` tells more of it. */
function recordsCheck(name: string, description: string, isMeant: (head: SealedHead) => boolean): Check {
  return {
    name,
    area: 'track-record',
    description,
    what: 'Datensätze',
    run: async (tx, signal, during) => {
      let compared = 0;
      const found: Record<string, unknown>[] = [];
      for (const head of (await readHeads(tx)).values()) {
        if (!isMeant(head)) continue;
        const { compared: records, deviation } = await verifySealed(tx, head, signal, during);
        compared += records;
        // It goes no further than the first of a bot: what follows is built on it.
        if (deviation) found.push(shown(head.bot, deviation));
      }
      return {
        compared,
        total: null,
        difference: null,
        violations: Math.min(found.length, VIOLATIONS_COUNTED),
        violationsAtLeast: found.length > VIOLATIONS_COUNTED,
        sample: found.slice(0, SAMPLE),
      };
    },
  };
}

/** Of a person's bot only where it is: what it did is its owner's. */
function shown(bot: SealedHead['bot'], deviation: Deviation): Record<string, unknown> {
  const { record, field } = deviation;
  return bot.botType === null ? { bot: recordNameOf(bot), record, field } : { ...deviation };
}

const trackRecordOf = (botType: BotType): Check =>
  recordsCheck(
    `track-record-${botType}`,
    `Der Nachweis von ${BOTS[botType].name} ist, wie er versiegelt wurde, und seine Anteilswerte folgen aus den Ausführungen.`,
    ({ bot }) => bot.botType === botType,
  );

const ownTrackRecords: Check = recordsCheck(
  'track-records-own-bots',
  'Die Protokolle eigener Bots sind, wie sie versiegelt wurden, und ihre Anteilswerte folgen aus den Ausführungen.',
  ({ bot }) => bot.botType === null,
);

/** Every rule there is, in the order of a run: of the reconciliation, of `npm run verify-ledger` and after a restore. */
export const RECONCILIATION_CHECKS: readonly Check[] = [
  ...ledger.map((invariant) => checkOf('ledger', invariant)),
  ...[...BOT_INVARIANTS, ...TESTBENCH_INVARIANTS].map((invariant) => checkOf('bots', invariant)),
  ...team.map((invariant) => checkOf('team', invariant)),
  auditChain,
  ...BOT_TYPES.map(trackRecordOf),
  ownTrackRecords,
];

/** One statement of one check; a rule that takes longer than this has to be written anew. */
const STATEMENT_LIMIT_MS = 300_000;

/** By its own time limit or by whoever asked for it. */
const QUERY_CANCELED = '57014';

const NEVER = new AbortController().signal;

type Progress = (results: readonly ReconciliationResult[]) => void;

/** The database gave up on a rule. The message is German, for operators. */
export class RuleNotCheckedError extends Error {
  constructor({ name, description }: Check, limitMs: number, cause: unknown) {
    super(
      `Nicht zu Ende geprüft: Die Datenbank brach die Regel „${description}“ (${name}) ab. Eine Abfrage darf höchstens ${limitMs / 60_000} Minuten dauern.`,
      { cause },
    );
    this.name = 'RuleNotCheckedError';
  }
}

/**
 * Runs the checks one after the other in one read-only snapshot, so that bookings in flight cannot look like faults.
 *
 * @param options.signal stops it: the statement under way is cancelled and the snapshot given up.
 * @throws what a check threw; with `signal` aborted, its reason; `RuleNotCheckedError` where the time did not suffice.
 */
export async function runChecks(
  database: Database,
  checks: readonly Check[],
  options: { signal?: AbortSignal; onProgress: Progress; statementLimitMs?: number; during?: CheckedNight },
): Promise<{ results: ReconciliationResult[]; end: { position: number; hash: Buffer } | null }> {
  const { signal = NEVER, onProgress, statementLimitMs = STATEMENT_LIMIT_MS, during } = options;
  const runAll = async (tx: Tx) => {
    // Read in the same snapshot: the end that belongs to what the audit check has seen.
    const end = await readEnd(tx);
    const results: ReconciliationResult[] = [];
    for (const check of checks) {
      signal.throwIfAborted();
      const { name, area, description, what } = check;
      const startedAt = performance.now();
      const finding = await check.run(tx, signal, during).catch((error: unknown) => {
        throw sqlState(error) === QUERY_CANCELED
          ? new RuleNotCheckedError(check, statementLimitMs, error)
          : error;
      });
      const durationMs = Math.round(performance.now() - startedAt);
      results.push({ name, area, description, what, ...finding, durationMs });
      onProgress(results);
    }
    return { results, end };
  };
  return database.longSnapshot(statementLimitMs, runAll, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}

async function readEnd(tx: Tx): Promise<{ position: number; hash: Buffer } | null> {
  const { rows } = await tx.$client.query<{ position: string; hash: Buffer }>(
    'SELECT position, hash FROM audit_chain',
  );
  const [row] = rows;
  return row ? { position: Number(row.position), hash: row.hash } : null;
}
