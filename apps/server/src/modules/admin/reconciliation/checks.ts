import { BOT_TYPES, BOTS, type BotType } from '@botdepot/contract';
import { createTrackRecordVerifier, downloadHeader, downloadLine } from '@botdepot/trading';
import { verifyAuditChain } from '../../../platform/audit-chain/index.ts';
import type { Tx } from '../../../platform/database.ts';
import { BOT_INVARIANTS, readHeads, readSealedLines } from '../../bots/index.ts';
import { IDENTITY_INVARIANTS } from '../../identity/index.ts';
import { SUPPORT_INVARIANTS } from '../../support/index.ts';
import { LEDGER_INVARIANTS } from '../../wallet/index.ts';
import { type Check, checkOf } from './check.ts';
import { readKeptEnds } from './runs.store.ts';

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

/** Every rule there is, in the order of a run: of the reconciliation, of `npm run verify-ledger` and after a restore. */
export const RECONCILIATION_CHECKS: readonly Check[] = [
  ...ledger.map((invariant) => checkOf('ledger', invariant)),
  ...BOT_INVARIANTS.map((invariant) => checkOf('bots', invariant)),
  ...team.map((invariant) => checkOf('team', invariant)),
  auditChain,
  ...BOT_TYPES.map(trackRecordOf),
];

/** What the tables say of a bot must be what was sealed; the same as `npm run verify-track-record -- --database`. */
function trackRecordOf(botType: BotType): Check {
  return {
    name: `track-record-${botType}`,
    area: 'track-record',
    description: `Der Nachweis von ${BOTS[botType].name} ist, wie er versiegelt wurde, und seine Anteilswerte folgen aus den Ausführungen.`,
    what: 'Datensätze',
    run: async (tx, signal) => {
      const verdict = await verifyTrackRecord(tx, botType, signal);
      const found = verdict?.deviation ?? null;
      return {
        compared: verdict?.records ?? 0,
        total: null,
        difference: null,
        violations: found ? 1 : 0,
        // It goes no further than the first: what follows is built on it.
        violationsAtLeast: false,
        sample: found ? [{ ...found }] : [],
      };
    },
  };
}

async function verifyTrackRecord(tx: Tx, botType: BotType, signal: AbortSignal) {
  const head = (await readHeads(tx)).get(botType);
  if (!head) return null;
  const { position, hash } = head;
  const verifier = createTrackRecordVerifier();
  verifier.take(downloadHeader({ bot: botType, position, hash }).trimEnd());
  for await (const records of readSealedLines(tx, botType, { after: 0, upTo: position })) {
    signal.throwIfAborted();
    for (const record of records) verifier.take(downloadLine(record.hash, record.line).trimEnd());
  }
  return verifier.finish();
}
