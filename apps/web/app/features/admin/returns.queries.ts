import { type ActiveInvestment, BOTS, type BotType } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { allPages } from '../../lib/all-pages.ts';
import { api, queries } from '../../lib/api.ts';
import { csvAmount } from '../../lib/csv.ts';
import { formatDateTimeShort } from '../../lib/dates.ts';
import { type Navs, navOf } from '../../lib/live-prices.ts';
import { WALLET_UNIT } from '../../lib/units.ts';
import { valueOfUnits } from '../../lib/value-of-units.ts';
import type { CsvRows } from '../../ui/csv-button.tsx';

export interface InvestmentFilter {
  query: string;
  botType: BotType | null;
  page: number;
}

/** Running investments of everybody. They come again by themselves when one of them starts, stops or changes. */
export function useActiveInvestments({ query, botType, page }: InvestmentFilter) {
  const input = { ...inputOf({ query, botType }), page };
  return useQuery(
    queries.admin.listActiveInvestments.queryOptions({ input, placeholderData: keepPreviousData }),
  );
}

const inputOf = ({ query, botType }: Omit<InvestmentFilter, 'page'>) => ({
  ...(query !== '' && { query }),
  ...(botType !== null && { botType }),
});

/** Head and rows of everything that the filter finds, at the values of now. */
export async function activeInvestmentRows(filter: Omit<InvestmentFilter, 'page'>): Promise<CsvRows> {
  const items = await allPages((page) => api.admin.listActiveInvestments({ ...inputOf(filter), ...page }));
  return [
    ['E-Mail', 'Bot', 'Referenz', 'Seit', `Einsatz ${WALLET_UNIT}`, `Wert ${WALLET_UNIT}`, 'Kennung'],
    ...items.map((row) => [
      row.email,
      BOTS[row.botType].name,
      row.reference,
      formatDateTimeShort(row.startedAt),
      csvAmount(row.usdInitialAmount),
      csvAmount(row.usdCurrentAmount),
      row.id,
    ]),
  ];
}

/** What an investment is worth at the newest tick, exactly as the server will book it. */
export function currentValue(
  investment: Pick<ActiveInvestment, 'botType' | 'series' | 'units' | 'usdCurrentAmount'>,
  navs: Navs,
): Micros {
  return valueOfUnits(investment.units, investment.usdCurrentAmount, navOf(investment, navs));
}
