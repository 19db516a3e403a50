import type { Deposit, RequestKind, Withdrawal } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
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
/** Decided with others at once: without a look at each. `besides`: what the same command pays out to the same customer. */
type Together = { besides?: Micros | undefined };

/** Credits a deposit or rejects it, once per key, unless somebody else works on it. */
export function decideDeposit(
  runWork: WorkRunner,
  context: CommandContext,
  decision: Decision,
  input: Decided,
  together?: Together,
): Promise<Deposit> {
  const approves = decision === 'approve';
  return adminCommand(
    runWork,
    context,
    approves ? 'admin.approveDeposit' : 'admin.rejectDeposit',
    inputOf(decision, input),
    unclaimed('deposit', input, together, (work) =>
      approves ? approveDeposit(work, input) : rejectDeposit(work, input),
    ),
  );
}

/** Pays a withdrawal out or rejects it, once per key, unless somebody else works on it. */
export function decideWithdrawal(
  runWork: WorkRunner,
  context: CommandContext,
  decision: Decision,
  input: Decided,
  together?: Together,
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
        unclaimed('withdrawal', input, together, (inner) =>
          approves
            ? approveWithdrawal(inner, { ...input, besides: together?.besides })
            : rejectWithdrawal(inner, input),
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
  together: Together | undefined,
  decide: (work: Work) => Promise<T>,
) {
  return async (work: Work): Promise<T> => {
    await endClaim(work, { kind, id });
    if (together) await assertDecidedTogether(work, { kind, id });
    return decide(work);
  };
}
