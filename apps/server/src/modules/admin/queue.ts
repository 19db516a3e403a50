import { createHash } from 'node:crypto';
import {
  type Deposit,
  DomainError,
  type ErrorCode,
  type RequestKind,
  type Withdrawal,
} from '@botdepot/contract';
import { z } from 'zod';
import type { CommandContext } from '../../platform/api.ts';
import { domainErrorOf } from '../../platform/failure.ts';
import type { Work } from '../../platform/work.ts';
import {
  approveDeposit,
  approveWithdrawal,
  assertDecidedTogether,
  endClaim,
  rejectDeposit,
  rejectWithdrawal,
} from '../wallet/index.ts';
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
export function rowKey(commandKey: string | undefined, rowId: string): string {
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
