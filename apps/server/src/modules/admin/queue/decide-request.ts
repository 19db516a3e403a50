import type { Deposit, RequestKind, Withdrawal } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import type { CommandContext } from '../../../platform/api.ts';
import type { Work, WorkRunner } from '../../../platform/work.ts';
import {
  approveDeposit,
  approveWithdrawal,
  endClaim,
  rejectDeposit,
  rejectWithdrawal,
} from '../../wallet/index.ts';
import { adminCommand } from '../admin-command.ts';
import { decidePastApproval } from '../four-eyes/decide-approval.ts';

export type Decision = 'approve' | 'reject';
type Decided = { id: string; reason?: string | undefined };

/** Credits a deposit or rejects it, once per key, unless somebody else works on it. */
export function decideDeposit(
  runWork: WorkRunner,
  context: CommandContext,
  decision: Decision,
  input: Decided,
): Promise<Deposit> {
  const approves = decision === 'approve';
  return adminCommand(
    runWork,
    context,
    approves ? 'admin.approveDeposit' : 'admin.rejectDeposit',
    inputOf(decision, input),
    unclaimed('deposit', input, (work) =>
      approves ? approveDeposit(work, input) : rejectDeposit(work, input),
    ),
  );
}

/**
 * Pays a withdrawal out or rejects it, once per key, unless somebody else works on it.
 * @param besides what the same command pays out to the same customer.
 */
export function decideWithdrawal(
  runWork: WorkRunner,
  context: CommandContext,
  decision: Decision,
  input: Decided,
  besides?: Micros,
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
        input.id,
        unclaimed('withdrawal', input, (inner) =>
          approves ? approveWithdrawal(inner, { ...input, besides }) : rejectWithdrawal(inner, input),
        ),
      ),
  );
}

/** An approval has no reason, so none tells two of them apart. */
const inputOf = (decision: Decision, { id, reason }: Decided): Decided =>
  decision === 'approve' || reason === undefined ? { id } : { id, reason };

function unclaimed<T>(kind: RequestKind, { id }: Decided, decide: (work: Work) => Promise<T>) {
  return async (work: Work): Promise<T> => {
    await endClaim(work, { kind, id });
    return decide(work);
  };
}
