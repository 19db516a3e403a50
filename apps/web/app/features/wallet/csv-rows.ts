import { REQUEST_STATUS_WORDS, type RequestKind } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { bookingCsv } from '../../entities/booking/booking-csv.ts';
import { formatDateTimeShort } from '../../lib/format/dates.ts';
import { REQUEST_UNIT } from '../../lib/format/numbers.ts';
import { csvAmount } from '../../lib/page/save-and-copy.ts';
import { api } from '../../lib/server/api.ts';
import { allPages } from '../../lib/server/use-list.ts';
import type { CsvRows } from '../../ui/table/csv-button.tsx';
import { type OwnRequest, requestOfDeposit, requestOfWithdrawal } from './requests/own-request.ts';
import type { BookingFilter, RequestFilter } from './wallet.queries.ts';

export async function transactionRows(filter: BookingFilter): Promise<CsvRows> {
  return bookingCsv(await allPages((page) => api.wallet.listTransactions({ ...filter, ...page })));
}

export async function requestRows(
  kind: RequestKind,
  filter: Pick<RequestFilter, 'status'>,
): Promise<CsvRows> {
  const items = await allPages<OwnRequest>(async (page) => {
    const input = { ...filter, ...page };
    if (kind === 'deposit') {
      const { total, items: rows } = await api.wallet.listDeposits(input);
      return { total, items: rows.map(requestOfDeposit) };
    }
    const { total, items: rows } = await api.wallet.listWithdrawals(input);
    return { total, items: rows.map(requestOfWithdrawal) };
  });
  return [
    ['Datum', 'Referenz', 'Währung', `Betrag ${REQUEST_UNIT}`, 'Status', 'Entschieden', 'Grund', 'Adresse'],
    ...items.map((row) => [
      formatDateTimeShort(row.createdAt),
      row.reference,
      row.currency,
      csvAmount(toWire(row.amount)),
      REQUEST_STATUS_WORDS[kind][row.status],
      row.decidedAt === null ? '' : formatDateTimeShort(row.decidedAt),
      row.reason ?? '',
      row.address,
    ]),
  ];
}
