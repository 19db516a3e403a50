import type { InvestmentStatus, TradingRecord } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import { investmentCsv } from '../../../entities/investment/investment-csv.ts';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { csvAmount } from '../../../lib/page/save-and-copy.ts';
import { api } from '../../../lib/server/api.ts';
import { allPages } from '../../../lib/server/use-list.ts';
import type { CsvRows } from '../../../ui/table/csv-button.tsx';

export const SOURCE_WORDS: Record<TradingRecord['source'], string> = { market: 'Markt', manual: 'Manuell' };
export const SIDE_WORDS = { buy: 'Kauf', sell: 'Verkauf' } as const;

export async function investmentRows(status: InvestmentStatus): Promise<CsvRows> {
  return investmentCsv(await allPages((page) => api.bots.listInvestments({ status, ...page })));
}

export async function tradingRecordRows(id: string): Promise<CsvRows> {
  const items = await allPages(
    (page) => api.bots.listTradingRecords({ id, ...page }),
    ({ from, source }) => `${from} ${source}`,
  );
  return [
    [
      'Tag (UTC)',
      'Quelle',
      'Grund',
      'Vorher USDT',
      'Rendite %',
      'Ergebnis USDT',
      'davon Finanzierung USDT',
      'Nachher USDT',
    ],
    ...items.map(tradingRecordRow),
  ];
}

/** What financing cost is taken off, as in the table on the screen. */
export const tradingRecordRow = (row: TradingRecord): string[] => [
  row.day,
  SOURCE_WORDS[row.source],
  row.reason ?? '',
  csvAmount(row.amountBefore),
  row.dailyReturnRate === null ? '' : csvAmount((row.dailyReturnRate * 100).toFixed(4)),
  csvAmount(row.profitLoss),
  csvAmount(toWire(-fromWire(row.financing))),
  csvAmount(row.amountAfter),
];

/** @param day only those behind the record of this UTC day. */
export async function fillRows(id: string, day: string | null): Promise<CsvRows> {
  const items = await allPages((page) =>
    api.bots.listInvestmentFills({ id, ...page, ...(day !== null && { day }) }),
  );
  return [
    [
      'Zeit',
      'Symbol',
      'Seite',
      'Anlass',
      'Menge',
      'Kurs',
      'Gebühr USDT',
      'Spanne USDT',
      'Slippage USDT',
      'Kosten USDT',
      'Wert USDT',
      'Kennung',
    ],
    ...items.map((row) => [
      formatDateTimeShort(row.at),
      row.symbol,
      SIDE_WORDS[row.side],
      row.reason,
      csvAmount(row.quantity),
      csvAmount(row.price),
      csvAmount(row.fee),
      csvAmount(row.spread),
      csvAmount(row.slippage),
      csvAmount(row.costs),
      csvAmount(row.value),
      row.id,
    ]),
  ];
}
