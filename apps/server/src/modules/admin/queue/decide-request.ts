import type { Deposit, RequestKind, Withdrawal } from '@botdepot/contract';
import type { CommandContext } from '../../../platform/api.ts';
import type { Work, WorkRunner } from '../../../platform/work.ts';
import {
  approveDeposit,
  approveWithdrawal,
  assertDecidedTogether,
  endClaim,
  rejectDeposit,
  rejectWithdrawal,
} from '../../wallet/index.ts';
import { adminCommand } from '../admin-command.ts';
import { decidePastApproval } from '../four-eyes/decide-approval.ts';

export type Decision = 'approve' | 'reject';
type Decided = { id: string; reason?: string | undefined };

/**
 * Credits a deposit or rejects it, once per key, unless somebody else works on it.
 * @param together with others at once: without a look at each.
 */
export function decideDeposit(
  runWork: WorkRunner,
  context: CommandContext,
  decision: Decision,
  input: Decided,
  together = false,
): Promise<Deposit> {
  const approves = decision === 'approve';
  return adminCommand(
    runWork,
    context,
    approves ? 'admin.approveDeposit' : 'admin.rejectDeposit',
    inputOf(decision, input),
    (work) =>
      decidePastApproval(
        work,
        { kind: 'deposit', id: input.id },
        unclaimed('deposit', input, together, (inner) =>
          approves ? approveDeposit(inner, input) : rejectDeposit(inner, input),
        ),
      ),
  );
}

/** Pays a withdrawal out or rejects it; otherwise as `decideDeposit`. */
export function decideWithdrawal(
  runWork: WorkRunner,
  context: CommandContext,
  decision: Decision,
  input: Decided,
  together = false,
): Promise<Withdrawal> {
  const approves = decision === 'approve';
  return adminCommand(
    runWork,
    context,
    approves ? 'admin.approveWithdrawal' : 'admin.rejectWithdrawal',
    inputOf(decision, input),
    (work) =>
      decidePastApproval(
        work,
        { kind: 'withdrawal', id: input.id },
        unclaimed('withdrawal', input, together, (inner) =>
          approves ? approveWithdrawal(inner, input) : rejectWithdrawal(inner, input),
        ),
      ),
  );
}

/** An approval has no reason, so none tells two of them apart. */
const inputOf = (decision: Decision, { id, reason }: Decided): Decided =>
  decision === 'approve' || reason === undefined ? { id } : { id, reason };

function unclaimed<T>(
  kind: RequestKind,
  { id }: Decided,
  together: boolean,
  decide: (work: Work) => Promise<T>,
) {
  return async (work: Work): Promise<T> => {
    await endClaim(work, { kind, id });
    if (together) await assertDecidedTogether(work, { kind, id });
    return decide(work);
  };
}
