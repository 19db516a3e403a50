import { DomainError, type ManualReturnOutcome } from '@botdepot/contract';
import { fromWire, type Micros, toWire } from '@botdepot/money';
import type { CommandContext, SignedIn } from '../../platform/api.ts';
import { isKeyKnown } from '../../platform/idempotency.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { applyReturn } from '../bots/index.ts';
import { readFourEyes } from '../wallet/index.ts';
import { adminCommand } from './admin-command.ts';
import { forEachRow } from './for-each-row.ts';
import { sumOfReturns } from './four-eyes/sum-of-returns.ts';
import { rowKey } from './row-key.ts';

type Booking = { percent: string; reason: string };

/**
 * Books a return on one investment, once per key.
 * @param besides what the same command books on other investments; it decides with whether one admin is enough.
 */
export function applyOneReturn(
  runWork: WorkRunner,
  context: CommandContext,
  input: Booking & { investmentId: string },
  besides: Micros = 0n,
) {
  return adminCommand(runWork, context, 'admin.applyReturn', input, (work) =>
    applyReturn(work, { ...input, besides }),
  );
}

/**
 * Books a return on each investment of a selection, each in a transaction of its own, see `forEachRow`.
 *
 * Throws, before anything is booked, IDEMPOTENCY_KEY_REQUIRED, and SECOND_ADMIN_REQUIRED when the whole selection is too much
 * for one admin.
 */
export async function applyReturns(
  runWork: WorkRunner,
  context: CommandContext,
  input: Booking & { investmentIds: string[] },
): Promise<{ items: ManualReturnOutcome[] }> {
  const { investmentIds, percent, reason } = input;
  const keys = investmentIds.map((id) => rowKey(context.idempotencyKey, id));
  await assertSelectionIsForOne(runWork, context.actor, { ...input, keys });
  let booked: Micros = 0n;
  const outcomes = await forEachRow(context, investmentIds, async (row, investmentId) => {
    const result = await applyOneReturn(runWork, row, { investmentId, percent, reason }, booked);
    const profit = fromWire(result.profitLoss);
    booked += profit < 0n ? -profit : profit;
    return result;
  });
  return { items: outcomes.map(({ id: investmentId, ...outcome }) => ({ investmentId, ...outcome })) };
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
