import { type ActiveInvestment, BOTS, type BotType } from '@botdepot/contract';
import type { Micros } from '@botdepot/money';
import { valueOfUnits } from '../../../entities/investment/value-of-units.ts';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { type Navs, navOf } from '../../../lib/live/live-prices.ts';
import { csvAmount } from '../../../lib/page/save-and-copy.ts';
import { api } from '../../../lib/server/api.ts';
import { allPages } from '../../../lib/server/use-list.ts';
import type { CsvRows } from '../../../ui/table/csv-button.tsx';

interface InvestmentFilter {
  query: string;
  botType: BotType | null;
}

export const investmentFilter = ({ query, botType }: InvestmentFilter) => ({
  ...(query !== '' && { query }),
  ...(botType !== null && { botType }),
});

/** Head and rows of everything that the filter finds, at the values of now. */
export async function activeInvestmentRows(filter: InvestmentFilter): Promise<CsvRows> {
  const items = await allPages((page) =>
    api.admin.listActiveInvestments({ ...investmentFilter(filter), ...page }),
  );
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
