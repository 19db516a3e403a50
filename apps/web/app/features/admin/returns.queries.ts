import type { ActiveInvestment, BotType } from '@botdepot/contract';
import { fixed12FromText, fromWire, type Micros, payoutOf } from '@botdepot/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api.ts';

export interface InvestmentFilter {
  query: string;
  botType: BotType | null;
  page: number;
}

/** Running investments of everybody. They come again by themselves when one of them starts, stops or changes. */
export function useActiveInvestments({ query, botType, page }: InvestmentFilter) {
  const input = { page, ...(query === '' ? {} : { query }), ...(botType === null ? {} : { botType }) };
  return useQuery(
    queries.admin.listActiveInvestments.queryOptions({ input, placeholderData: keepPreviousData }),
  );
}

/** What an investment is worth at the newest tick, exactly as the server will book it. */
export function currentValue(
  investment: Pick<ActiveInvestment, 'botType' | 'units' | 'usdCurrentAmount'>,
  navs: Readonly<Record<string, string>>,
): Micros {
  const nav = navs[investment.botType];
  return nav === undefined
    ? fromWire(investment.usdCurrentAmount)
    : payoutOf(fixed12FromText(investment.units), fixed12FromText(nav));
}
