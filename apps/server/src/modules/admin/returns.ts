import { DomainError, type ManualReturnOutcome } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import type { CommandContext, CommandRunner, SignedIn } from '../../platform/api.ts';
import { isKeyKnown } from '../../platform/idempotency.ts';
import type { Work, WorkRunner } from '../../platform/work.ts';
import { applyReturn, lockForReturns } from '../bots/index.ts';
import { assertOnePersonIsEnough, readFourEyes, thresholdInForce } from '../wallet/index.ts';
import { attempt } from './four-eyes/carry-out.ts';
import { forEachRow, rowKey } from './queue.ts';

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

/**
 * What a return would book on these investments together at this moment, whatever its sign. Rows that cannot be booked
 * count nothing. Everything is tried and taken back.
 */
async function sumOfReturns(
  work: Work,
  { investmentIds, percent, reason }: { investmentIds: readonly string[]; percent: string; reason: string },
): Promise<Micros> {
  let sum: Micros = 0n;
  // The one who asks is enough here: it is only about the sum.
  const alone: Work = { ...work, requestedBy: work.actor.userId ?? undefined };
  for (const { id } of await lockForReturns(work.tx, investmentIds)) {
    const profit = await tryReturn(alone, { investmentId: id, percent, reason });
    sum += profit < 0n ? -profit : profit;
  }
  return sum;
}

async function tryReturn(
  work: Work,
  input: { investmentId: string; percent: string; reason: string },
): Promise<Micros> {
  try {
    const tried = await attempt(work, false, async (inner) => {
      const { profitLoss } = await applyReturn(inner, input);
      return { amountUsd: profitLoss, lines: [], threshold: null };
    });
    return tried.ok && tried.effect.amountUsd !== null ? fromWire(tried.effect.amountUsd) : 0n;
  } catch (error) {
    // With stale prices no row can be booked; each says so itself.
    if (error instanceof DomainError) return 0n;
    throw error;
  }
}
