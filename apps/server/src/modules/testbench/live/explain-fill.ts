/** Why an own bot traded as it did, and what that made of its owner's money. */
import { DomainError, decimalsOf, type ExplainedFill } from '@botdepot/contract';
import { payoutOf, toWire } from '@botdepot/money';
import { decidingSection, type ExplainedDecision, leafText, parseRule, ruleHashOf } from '@botdepot/trading';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import {
  type BacktestRunner,
  earnedBy,
  findOwnBotRow,
  findRunFill,
  readSealProgress,
} from '../../bots/index.ts';
import { ownBotDrafts, ownBotVersions } from '../testbench.schema.ts';
import { findStarts } from './run-money.ts';

type RunFill = NonNullable<Awaited<ReturnType<typeof findRunFill>>>;
/** A fill, and who asks. */
type Wanted = { id: string; userId: string };

/**
 * A person's explanations are worked out one after the other, so that no one keeps the pool from the others.
 *
 * @throws from what is returned: OWN_BOT_NOT_FOUND, also for a fill of somebody else's bot; CANDLES_UNAVAILABLE where those of that time are no
 * longer kept; UNAVAILABLE where it takes too long.
 */
export function createExplainer(deps: {
  db: Tx;
  backtests: Pick<BacktestRunner, 'explain'>;
}): (wanted: Wanted, signal: AbortSignal) => Promise<ExplainedFill> {
  const { db, backtests } = deps;
  const last = new Map<string, Promise<unknown>>();

  function inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const mine = (last.get(userId) ?? Promise.resolve()).then(work);
    const settled = mine.then(
      () => undefined,
      () => undefined,
    );
    last.set(userId, settled);
    void settled.then(() => last.get(userId) === settled && last.delete(userId));
    return mine;
  }

  return async ({ id, userId }, signal) => {
    const found = await findRunFill(db, id);
    const isOwn = found && (await findOwnBotRow(db, { id: found.run.botId, ownerId: userId }));
    if (!isOwn) throw DomainError.of('OWN_BOT_NOT_FOUND');
    const { id: runId, botId } = found.run;
    const { units } = (await findStarts(db, [runId])).get(runId) ?? {};
    if (!units) throw new Error(`run ${runId} was never started`);
    // What acts within a bar, or by an operator's hand, has no decision behind it.
    const decision =
      found.fill.decision === null
        ? null
        : await inTurn(userId, () => decisionOf(db, backtests, found, signal));
    const progress = (await readSealProgress(db, [botId])).get(botId);
    const isSealed = (progress?.sealedUntil?.getTime() ?? 0) >= found.fill.barAt.getTime();
    const live = isSealed ? 'sealed' : 'waiting';
    return {
      decision,
      quantity: (Number(units) / 1e12) * found.fill.quantity,
      money: moneyOf(found, units),
      seal: found.fill.phase === 'demo' ? 'demo' : live,
    };
  };
}

async function decisionOf(
  db: Tx,
  backtests: Pick<BacktestRunner, 'explain'>,
  { fill, run }: RunFill,
  signal: AbortSignal,
): Promise<NonNullable<ExplainedFill['decision']>> {
  const [version] = await db
    .select({ rule: ownBotVersions.rule, ruleHash: ownBotVersions.ruleHash, draft: ownBotDrafts.rule })
    .from(ownBotVersions)
    .leftJoin(ownBotDrafts, eq(ownBotDrafts.botId, ownBotVersions.botId))
    .where(and(eq(ownBotVersions.botId, run.botId), eq(ownBotVersions.version, run.ownVersion ?? 0)));
  const { rule: written } = parseRule(version?.draft);
  // A version keeps the canonical form; a draft that still means the same has it as it was written.
  const isSame = written !== null && ruleHashOf(written) === version?.ruleHash;
  const rule = isSame ? written : parseRule(version?.rule).rule;
  if (!rule) throw DomainError.of('OWN_BOT_NOT_FOUND');
  const { symbol, filledAt, midPrice } = fill;
  const job = {
    kind: 'explain',
    rule,
    startedAt: run.startedAt.getTime(),
    filledAt: filledAt.getTime(),
    symbol,
    digits: decimalsOf(symbol),
    midPrice,
  } as const;
  const explained = await backtests.explain(job, signal);
  if (explained === null) throw DomainError.of('CANDLES_UNAVAILABLE');
  return presentDecision(explained, fill);
}

/** What was really ordered counts; a run on whole bars that would not have ordered it knows no price either. */
function presentDecision(
  { at, close, ordered, lines, held, below, above, missing }: ExplainedDecision,
  { side, reason }: RunFill['fill'],
): NonNullable<ExplainedFill['decision']> {
  const really = reason as NonNullable<ExplainedDecision['ordered']>;
  const section = decidingSection(side === 'buy' ? 1 : -1, really, held);
  const isSame = ordered === really;
  return {
    at: new Date(at).toISOString(),
    close,
    ordered: really,
    lines: lines
      .filter((line) => line.section === section)
      .map(({ path, leaf, values, isTrue }) => ({
        path: [...path],
        text: leafText(leaf),
        values: values.map((value) => (Number.isFinite(value) ? value : null)),
        isTrue,
      })),
    below: isSame ? below : null,
    above: isSame ? above : null,
    missing: isSame ? missing : 'other-run',
  };
}

function moneyOf(
  { before, strike, fills }: RunFill,
  units: Parameters<typeof payoutOf>[0],
): ExplainedFill['money'] {
  if (before === null || strike === null) return null;
  const initial = payoutOf(units, before.nav);
  const value = payoutOf(units, strike.nav);
  const changes = [{ units, figures: before.figures }];
  const earned = earnedBy({ initial, changes, now: strike.figures, manual: 0n, value });
  return {
    fromSeq: before.seq,
    from: new Date(before.at).toISOString(),
    seq: strike.seq,
    at: new Date(strike.at).toISOString(),
    fills,
    before: toWire(initial),
    market: toWire(earned.realised + earned.unrealised),
    costs: toWire(earned.costs),
    financing: toWire(earned.financing),
    rounding: toWire(earned.rounding),
    after: toWire(value),
  };
}
