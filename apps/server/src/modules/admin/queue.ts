import { createHash } from 'node:crypto';
import {
  type Deposit,
  DomainError,
  type ErrorCode,
  type ManualReturnOutcome,
  type RequestKind,
  type Withdrawal,
} from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { z } from 'zod';
import type { CommandContext, CommandRunner, SignedIn } from '../../platform/api.ts';
import { domainErrorOf } from '../../platform/failure.ts';
import { isKeyKnown } from '../../platform/idempotency.ts';
import type { Work, WorkRunner } from '../../platform/work.ts';
import { applyReturn, lockForReturns } from '../bots/index.ts';
import {
  approveDeposit,
  approveWithdrawal,
  assertDecidedTogether,
  assertOnePersonIsEnough,
  endClaim,
  readFourEyes,
  rejectDeposit,
  rejectWithdrawal,
  thresholdInForce,
} from '../wallet/index.ts';
import { attempt } from './four-eyes/carry-out.ts';
import { decidePastApproval } from './four-eyes/decide-approval.ts';

/** What came of one row of a bulk command. */
type RowOutcome<T> = { id: string } & (
  | { ok: true; result: T }
  | { ok: false; code: ErrorCode; data: unknown }
);

/**
 * Runs a command for each row of a selection, one after the other, each under a key of its own: a row that fails stops no
 * other, and a repeated command does what is missing and nothing twice. Throws IDEMPOTENCY_KEY_REQUIRED before the first.
 */
export async function forEachRow<T>(
  context: CommandContext,
  ids: readonly string[],
  run: (row: CommandContext, id: string) => Promise<T>,
): Promise<RowOutcome<T>[]> {
  const rows = ids.map((id) => ({ id, idempotencyKey: rowKey(context.idempotencyKey, id) }));
  const outcomes: RowOutcome<T>[] = [];
  for (const { id, idempotencyKey } of rows) {
    try {
      outcomes.push({ id, ok: true, result: await run({ ...context, idempotencyKey }, id) });
    } catch (error) {
      const { code, data } = domainErrorOf(error, context);
      outcomes.push({ id, ok: false, code, data });
    }
  }
  return outcomes;
}

/**
 * The idempotency key of one row of a bulk command: the same for the same command and row, so that a repeated command
 * books no row twice. A UUID of version 8 (RFC 9562), made from both. Throws IDEMPOTENCY_KEY_REQUIRED.
 */
function rowKey(commandKey: string | undefined, rowId: string): string {
  const key = z.uuid().safeParse(commandKey);
  if (!key.success) throw DomainError.of('IDEMPOTENCY_KEY_REQUIRED');
  const digits = createHash('sha256').update(`${key.data.toLowerCase()}/${rowId}`).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

export type Decision = 'approve' | 'reject';
type Decided = { id: string; reason?: string | undefined };

/**
 * Credits a deposit or rejects it, unless somebody else works on it.
 * @param together with others at once: without a look at each.
 */
export function decideDeposit(
  work: Work,
  decision: Decision,
  input: Decided,
  together = false,
): Promise<Deposit> {
  return decideUnclaimed(work, 'deposit', input, together, (inner) =>
    decision === 'approve' ? approveDeposit(inner, input) : rejectDeposit(inner, input),
  );
}

/** Pays a withdrawal out or rejects it; otherwise as `decideDeposit`. */
export function decideWithdrawal(
  work: Work,
  decision: Decision,
  input: Decided,
  together = false,
): Promise<Withdrawal> {
  return decideUnclaimed(work, 'withdrawal', input, together, (inner) =>
    decision === 'approve' ? approveWithdrawal(inner, input) : rejectWithdrawal(inner, input),
  );
}

function decideUnclaimed<T extends Deposit | Withdrawal>(
  work: Work,
  kind: RequestKind,
  { id }: Decided,
  together: boolean,
  decide: (work: Work) => Promise<T>,
): Promise<T> {
  return decidePastApproval(work, { kind, id }, async (inner) => {
    await endClaim(inner, { kind, id });
    if (together) await assertDecidedTogether(inner, { kind, id });
    return decide(inner);
  });
}

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
