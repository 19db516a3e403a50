import { DomainError, type RuleResult, type RunEvent } from '@botdepot/contract';
import { ENGINE_VERSION, parseRule, type Rule } from '@botdepot/trading';
import type { SignedIn } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import type { WorkRunner } from '../../../platform/work.ts';
import type { BacktestRunner, JobReader, PreparedJob, RuleResultJob } from '../../bots/index.ts';
import type { CandleSources } from '../candles/candle-sources.ts';
import { refuseState } from '../live/orders.ts';
import { createOwnBotVersion, getOwnBot } from '../own-bots.ts';
import {
  findCertificate,
  findNewestResult,
  findTestPeriod,
  keepCertificate,
  keepResult,
  keepTestPeriod,
  readHeldOut,
} from './own-bot-results.ts';

export type RunDeps = {
  database: Database;
  runWork: WorkRunner;
  sources: CandleSources;
  backtests: Pick<BacktestRunner, 'stream'>;
  /** Interest of a savings account a year, fraction. */
  savingsRate: number;
};

/** Who asks, and how their stream ends. */
export type Asker = Pick<JobReader, 'signal' | 'answerOf'> & { actor: SignedIn };

/** Work of a result takes seconds; a server under load gives a worker a quarter of a core. */
const RESULT_MS = 120_000;
const CERTIFICATE_MS = 300_000;

const DONE = { type: 'done' } satisfies RunEvent;

/**
 * Freezes the rule of a draft, runs it over the candles before the test period and keeps what that says.
 * @throws as `createOwnBotVersion` and `streamJob`, CANDLES_UNAVAILABLE
 */
export function runOwnBacktest(deps: RunDeps, asker: Asker, input: { id: string; version: number }) {
  const { runWork, sources, database } = deps;
  const { actor } = asker;
  const { userId } = actor;
  return deps.backtests.stream(readerOf(asker), async () => {
    const { version, rule, setup, source } = await runWork(actor, async (work) => {
      const frozen = await createOwnBotVersion(work, input);
      const draft = await getOwnBot(work.tx, { id: input.id, userId });
      const { source } = draft.setup;
      // Those prices are in the browser alone, and so is the run.
      if (source === 'own') throw DomainError.of('CANDLES_UNAVAILABLE');
      return { version: frozen.version, rule: ruleOf(draft.rule), setup: draft.setup, source };
    });
    const { costFactor } = setup;
    const heldOut = await readHeldOut(database.db, sources, { userId, source });
    if (heldOut.from === null) throw DomainError.of('CANDLES_UNAVAILABLE');
    const untilDay = setup.until !== null && setup.until < heldOut.from ? setup.until : heldOut.from;
    const run = { rule, source, from: setup.from, until: untilDay, costFactor };
    return resultOf(deps, run, async ({ result, returns }) => {
      const fromDay = setup.from ?? result.firstDay;
      const row = { botId: input.id, version, rule, source, fromDay, untilDay, result, returns };
      await runWork(actor, (work) => keepResult(work, row, heldOut.from));
    });
  });
}

/**
 * Whether a frozen version looks into the future: always on the practice market before its test period.
 * @throws OWN_BOT_NOT_FOUND, OWN_BOT_STATE where there is no such version, and as `streamJob`
 */
export async function certifyOwnBot(
  deps: RunDeps,
  asker: Asker,
  { id: botId, version }: { id: string; version: number },
) {
  const { runWork, sources, database } = deps;
  const { actor } = asker;
  const { userId } = actor;
  const { versions } = await getOwnBot(database.db, { id: botId, userId });
  const frozen = versions.find((one) => one.version === version);
  if (!frozen) throw refuseState('draft');
  if (await findCertificate(database.db, { botId, version })) return doneAtOnce();
  const rule = ruleOf(frozen.rule);
  return deps.backtests.stream(readerOf(asker), async () => {
    const { from } = await readHeldOut(database.db, sources, { userId, source: 'practice' });
    const symbol = rule.symbols[0]!;
    const place = await sources.placeOf({ source: 'practice', symbol, interval: rule.interval });
    return {
      job: { kind: 'certificate', rule, place, until: Date.parse(from!) },
      timeoutMs: CERTIFICATE_MS,
      isLast: true,
      finish: async ({ cuts, firstDifference, dataHash }) => {
        await runWork(actor, (work) =>
          keepCertificate(work, {
            botId,
            version,
            engineVersion: ENGINE_VERSION,
            dataHash,
            passed: firstDifference === null,
            cuts: [...cuts],
            firstDifference,
          }),
        );
        return DONE;
      },
    };
  });
}

/**
 * Runs the rule whose result is on the page over the days that were held out, from flat and warmed up, and opens them with that:
 * where anything fails before the end, they stay closed.
 * @throws OWN_BOT_NOT_FOUND, OWN_BOT_STATE before the first result, OWN_BOT_CHANGED where another version was tested since,
 * TEST_PERIOD_OPENED, CANDLES_UNAVAILABLE, and as `streamJob`
 */
export async function openTestPeriod(
  deps: RunDeps,
  asker: Asker,
  { id: botId, version }: { id: string; version: number },
) {
  const { runWork, sources, database } = deps;
  const { actor } = asker;
  const { userId } = actor;
  await getOwnBot(database.db, { id: botId, userId });
  const tested = await findNewestResult(database.db, botId);
  if (!tested) throw refuseState('draft');
  if (tested.version !== version) throw DomainError.of('OWN_BOT_CHANGED');
  const { source } = tested;
  if (await findTestPeriod(database.db, { userId, source })) throw DomainError.of('TEST_PERIOD_OPENED');
  const rule = ruleOf(tested.rule);
  return deps.backtests.stream(readerOf(asker), async () => {
    const { from, until } = await readHeldOut(database.db, sources, { userId, source });
    if (from === null || until === null) throw DomainError.of('CANDLES_UNAVAILABLE');
    const { costFactor, ruleHash } = tested.result;
    return resultOf(deps, { rule, source, from, until, costFactor }, async ({ result }) => {
      const row = { source, botId, version, ruleHash, fromDay: from, untilDay: until, result };
      await runWork(actor, (work) => keepTestPeriod(work, row));
    });
  });
}

const readerOf = ({ actor, signal, answerOf }: Asker): JobReader => ({
  userId: actor.userId,
  signal,
  answerOf,
});

/** What was checked before it was kept. */
function ruleOf(kept: unknown): Rule {
  const { rule } = parseRule(kept);
  if (!rule) throw new Error('a rule that was kept is none');
  return rule;
}

async function* doneAtOnce(): AsyncGenerator<RunEvent, void, void> {
  yield DONE;
}

type ResultRun = Pick<RuleResultJob, 'rule' | 'costFactor'> & {
  source: Parameters<CandleSources['placeOf']>[0]['source'];
  from: string | null;
  until: string;
};

/** A run, and what keeps what came of it. @throws as `jobOf`; its end CANDLES_UNAVAILABLE where no bar is in the period */
async function resultOf(
  deps: RunDeps,
  run: ResultRun,
  keep: (made: { result: RuleResult; returns: string | null }) => Promise<void>,
): Promise<PreparedJob<RuleResultJob, typeof DONE>> {
  return {
    job: await jobOf(deps, run),
    timeoutMs: RESULT_MS,
    finish: async (outcome) => {
      if (outcome.status === 'empty') throw DomainError.of('CANDLES_UNAVAILABLE');
      const { json, returns } = outcome;
      await keep({ result: JSON.parse(json), returns });
      return DONE;
    },
  };
}

/** @throws CANDLES_UNAVAILABLE for a symbol or bars that the source does not have, UNAVAILABLE */
async function jobOf({ sources, savingsRate }: RunDeps, run: ResultRun): Promise<RuleResultJob> {
  const { rule, source, costFactor } = run;
  const places = [];
  for (const symbol of rule.symbols)
    places.push(
      await sources.placeOf({ source, symbol, interval: rule.interval }).catch((error: unknown) => {
        const isMissing = error instanceof DomainError && error.code === 'NOT_FOUND';
        throw isMissing ? DomainError.of('CANDLES_UNAVAILABLE') : error;
      }),
    );
  const [from, until] = [run.from === null ? null : Date.parse(run.from), Date.parse(run.until)];
  return { kind: 'rule-result', rule, source, places, from, until, costFactor, savingsRate };
}
