import type { ActiveInvestment, ManualReturnOutcome } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, errorCode, queries } from '../../lib/api.ts';
import { NBSP } from '../../lib/numbers.ts';
import { asksForProof } from '../../lib/reauthenticate.ts';
import { toast } from '../../lib/toast.ts';
import { ADMIN_TOASTS } from './admin-texts.ts';
import { percentLabel, percentOnWire } from './percent-text.ts';

export interface ReturnInput {
  investments: readonly ActiveInvestment[];
  hundredths: bigint;
  reason: string;
  /** One per dialog that was opened; a second press or a retry books no row twice. */
  idempotencyKey: string;
}

/**
 * Books a return on one investment or on each of a selection; says what came of it. A selection has one outcome per row and
 * fails as a whole only when nothing was asked at all.
 *
 * @param run Asks who is there when the server wants to know, see `useReauthentication`.
 */
export function useApplyReturn(run: <T>(action: () => Promise<T>) => Promise<T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ReturnInput) => run(() => send(input)),
    onSuccess: (outcomes, { hundredths }) => announce(outcomes, hundredths),
    onError: (error) => {
      if (errorCode(error) === 'UNAUTHENTICATED' || asksForProof(error)) return;
      toast.error(ADMIN_TOASTS.failed, ADMIN_TOASTS.returnFailed);
    },
    onSettled: () => client.invalidateQueries({ queryKey: queries.admin.key() }),
  });
}

async function send(input: ReturnInput): Promise<ManualReturnOutcome[]> {
  const { investments, hundredths, reason, idempotencyKey } = input;
  const context = { context: { idempotencyKey } };
  const booking = { percent: percentOnWire(hundredths), reason };
  const [first, ...others] = investments;
  if (first && others.length === 0) {
    const result = await api.admin.applyReturn({ investmentId: first.id, ...booking }, context);
    return [{ investmentId: first.id, ok: true, result }];
  }
  const ids = investments.map(({ id }) => id);
  const { items } = await api.admin.applyReturns({ investmentIds: ids, ...booking }, context);
  return items;
}

function announce(outcomes: readonly ManualReturnOutcome[], hundredths: bigint): void {
  const results = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.result] : []));
  if (results.length === 0) {
    toast.error(ADMIN_TOASTS.failed, ADMIN_TOASTS.returnFailed);
    return;
  }
  const total = results.reduce((sum, { profitLoss }) => sum + fromWire(profitLoss), 0n);
  const dollars = `${formatAmount(total, { sign: 'always' })}${NBSP}$`;
  const where = outcomes.length === 1 ? '' : ` auf ${results.length} von ${outcomes.length} Anlagen`;
  toast.success(ADMIN_TOASTS.returnApplied, `${percentLabel(hundredths)}${where} · ${dollars}`);
}
