import { type ActiveInvestment, type ApprovalRequest, amountAfterReturn } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import type { Navs } from '../../../lib/live/live-prices.ts';
import { currentValue } from '../returns/returns.queries.ts';

/** What a return books on a selection at the newest tick, whatever its sign: that decides with whether one is enough. */
export function sumOfReturns(
  investments: readonly ActiveInvestment[],
  navs: Navs,
  hundredths: bigint | null,
): Micros | null {
  if (hundredths === null) return null;
  return investments.reduce((sum, investment) => {
    const before = currentValue(investment, navs);
    const change = amountAfterReturn(before, hundredths) - before;
    return sum + (change < 0n ? -change : change);
  }, 0n);
}

/** One investment or a selection, laid before a second admin. */
export function returnRequest(
  investments: readonly ActiveInvestment[],
  booking: { percent: string; reason: string },
  note: string,
): ApprovalRequest {
  const [first, ...others] = investments;
  if (first && others.length === 0)
    return { kind: 'manual_return', input: { investmentId: first.id, ...booking }, note };
  return {
    kind: 'manual_returns',
    input: { investmentIds: investments.map(({ id }) => id), ...booking },
    note,
  };
}
