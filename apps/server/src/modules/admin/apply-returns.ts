import type { ManualReturnOutcome } from '@botdepot/contract';
import type { CommandContext, CommandRunner, SignedIn } from '../../platform/api.ts';
import { isKeyKnown } from '../../platform/idempotency.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { applyReturn } from '../bots/index.ts';
import { assertOnePersonIsEnough, readFourEyes, thresholdInForce } from '../wallet/index.ts';
import { forEachRow } from './for-each-row.ts';
import { sumOfReturns } from './four-eyes/sum-of-returns.ts';
import { rowKey } from './row-key.ts';

type Booking = { percent: string; reason: string };

/**
 * Books a return on each investment of a selection, each in a transaction of its own, see `forEachRow`.
 *
 * Throws, before anything is booked, IDEMPOTENCY_KEY_REQUIRED, and SECOND_ADMIN_REQUIRED when the whole selection is too much
 * for one admin.
 */
export async function applyReturns(
  { runWork, runCommand }: { runWork: WorkRunner; runCommand: CommandRunner },
  context: CommandContext,
  input: Booking & { investmentIds: string[] },
): Promise<{ items: ManualReturnOutcome[] }> {
  const { investmentIds, percent, reason } = input;
  const keys = investmentIds.map((id) => rowKey(context.idempotencyKey, id));
  await assertSelectionIsForOne(runWork, context.actor, { ...input, keys });
  const outcomes = await forEachRow(context, investmentIds, (row, investmentId) => {
    const one = { investmentId, percent, reason };
    return runCommand(row, 'admin.applyReturn', one, (work) => applyReturn(work, one));
  });
  return { items: outcomes.map(({ id: investmentId, ...outcome }) => ({ investmentId, ...outcome })) };
}

/**
 * All of a selection is booked by one admin or none of it. Values move until the rows are booked, and every row counts with
 * those before it once more; a repeated command was asked this when it came first.
 */
async function assertSelectionIsForOne(
  runWork: WorkRunner,
  actor: SignedIn,
  command: Booking & { investmentIds: string[]; keys: string[] },
): Promise<void> {
  await runWork(actor, async (work) => {
    if (thresholdInForce(await readFourEyes(work.tx, work.now), 'bookings', actor.userId) === null) return;
    if (await isKeyKnown(work.tx, actor.userId, command.keys)) return;
    await assertOnePersonIsEnough(work, 'bookings', await sumOfReturns(work, command));
  });
}
