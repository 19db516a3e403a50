import type { Investment } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { useNavs } from '../../../lib/live/live.tsx';
import type { Navs } from '../../../lib/live/live-prices.ts';
import { currentValue } from '../returns/returns.queries.ts';
import { customerInvestmentsQuery } from './customers.queries.ts';

export const INVESTMENTS_PER_PAGE = 8;

/** What a running investment is worth at the newest tick; what a stopped one has paid out. */
export function worthOf(investment: Investment, navs: Navs): Micros {
  return investment.status === 'active'
    ? currentValue(investment, navs)
    : fromWire(investment.usdCurrentAmount);
}

/** At the same tick as the value beside it. */
export function returnOf(investment: Investment, navs: Navs): number {
  const initial = fromWire(investment.usdInitialAmount);
  return Number(worthOf(investment, navs) - initial) / Number(initial);
}

export interface RunningSum {
  initial: Micros;
  value: Micros;
}

/**
 * The customer's running investments added up at the newest tick; null as long as not all of them are known. They come
 * first in the list, so one stopped among its first page, or its end, says that there are no more.
 */
export function useRunningSum(customerId: string): RunningSum | null {
  const navs = useNavs();
  const { data } = useQuery(
    customerInvestmentsQuery({ id: customerId, page: 1, pageSize: INVESTMENTS_PER_PAGE }),
  );
  return data ? sumOfRunning(data, navs) : null;
}

export function sumOfRunning(
  { items, total }: { items: readonly Investment[]; total: number },
  navs: Navs,
): RunningSum | null {
  const running = items.filter(({ status }) => status === 'active');
  if (running.length === items.length && items.length < total) return null;
  return {
    initial: running.reduce((sum, { usdInitialAmount }) => sum + fromWire(usdInitialAmount), 0n),
    value: running.reduce((sum, investment) => sum + worthOf(investment, navs), 0n),
  };
}
