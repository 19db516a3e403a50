import type { Deposit, RequestKind, Withdrawal } from '@botdepot/contract';
import type { Work } from '../../../platform/work.ts';
import {
  approveDeposit,
  approveWithdrawal,
  assertDecidedTogether,
  endClaim,
  rejectDeposit,
  rejectWithdrawal,
} from '../../wallet/index.ts';
import { decidePastApproval } from '../four-eyes/decide-approval.ts';

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
