import { DomainError, type ManualReturnOutcome } from '@botdepot/contract';
import { fromWire, type Micros, toWire } from '@botdepot/money';
import { ORPCError } from '@orpc/server';
import type { Logger } from 'pino';
import { answerOf, moneyCommand, type SignedIn } from '../../platform/api.ts';
import { isKeyKnown } from '../../platform/idempotency.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { applyReturn } from '../bots/index.ts';
import { readFourEyes } from '../wallet/index.ts';
import { sumOfReturns } from './four-eyes/sum-of-returns.ts';
import { rowKey } from './row-key.ts';

type Context = { actor: SignedIn; idempotencyKey: string | undefined; requestId: string; log: Logger };
type Booking = { percent: string; reason: string };

/**
 * Books a return on one investment, once per key.
 * @param besides what the same command books on other investments; it decides with whether one admin is enough.
 */
export function applyOneReturn(
  runWork: WorkRunner,
  context: Context,
  input: Booking & { investmentId: string },
  besides: Micros = 0n,
) {
  return moneyCommand(runWork, context, 'admin.applyReturn', input, (work) =>
    applyReturn(work, { ...input, besides }),
  );
}

/**
 * Books a return on each investment of a selection, one after the other, each in a transaction and under a key of its
 * own: a row that fails stops no other, and a repeated command books what is missing and nothing twice.
 *
 * Throws SECOND_ADMIN_REQUIRED, before anything is booked, when the whole selection is too much for one admin.
 */
export async function applyReturns(
  runWork: WorkRunner,
  context: Context,
  input: Booking & { investmentIds: string[] },
): Promise<{ items: ManualReturnOutcome[] }> {
  const { investmentIds, percent, reason } = input;
  const keys = investmentIds.map((id) => rowKey(context.idempotencyKey, id));
  await assertSelectionIsForOne(runWork, context.actor, { ...input, keys });
  const items: ManualReturnOutcome[] = [];
  let booked: Micros = 0n;
  for (const [index, investmentId] of investmentIds.entries()) {
    const row = { ...context, idempotencyKey: keys[index] };
    try {
      const result = await applyOneReturn(runWork, row, { investmentId, percent, reason }, booked);
      const profit = fromWire(result.profitLoss);
      booked += profit < 0n ? -profit : profit;
      items.push({ investmentId, ok: true, result });
    } catch (error) {
      const answer = answerOf(error, context);
      const { code, data } = answer instanceof ORPCError ? answer : { code: 'INTERNAL', data: undefined };
      items.push({ investmentId, ok: false, code, data });
    }
  }
  return { items };
}

/**
 * The selection counts as one sum, so that it cannot be split. Values move until the rows are booked, so every row counts
 * with those before it once more; a repeated command was asked this when it came first.
 */
async function assertSelectionIsForOne(
  runWork: WorkRunner,
  actor: SignedIn,
  command: Booking & { investmentIds: string[]; keys: string[] },
): Promise<void> {
  await runWork(actor, async (work) => {
    const { thresholdUsd, whyOff } = await readFourEyes(work.tx, work.now);
    if (thresholdUsd === null || whyOff !== null) return;
    if (await isKeyKnown(work.tx, actor.userId, command.keys)) return;
    if ((await sumOfReturns(work, command)) >= thresholdUsd)
      throw DomainError.of('SECOND_ADMIN_REQUIRED', { thresholdUsd: toWire(thresholdUsd) });
  });
}
