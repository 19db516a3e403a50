import { type Deposit, REQUEST_STATUS_WORDS, type RequestKind, type Withdrawal } from '@botdepot/contract';
import { bookingCsv } from '../../../entities/booking/booking-csv.ts';
import { investmentCsv } from '../../../entities/investment/investment-csv.ts';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { REQUEST_UNIT } from '../../../lib/format/numbers.ts';
import { csvAmount } from '../../../lib/page/save-and-copy.ts';
import { api } from '../../../lib/server/api.ts';
import { allPages } from '../../../lib/server/use-list.ts';
import type { CsvRows } from '../../../ui/table/csv-button.tsx';
import { auditLine } from './audit-line.ts';

/** Every booking of a customer's wallet. */
export async function customerBookingRows(id: string): Promise<CsvRows> {
  return bookingCsv(await allPages((page) => api.admin.listCustomerTransactions({ id, ...page })));
}

/** Every investment of a customer, as the page lists them. */
export async function customerInvestmentRows(id: string): Promise<CsvRows> {
  return investmentCsv(await allPages((page) => api.admin.listCustomerInvestments({ id, ...page })));
}

export async function customerRequestRows(kind: RequestKind, id: string): Promise<CsvRows> {
  const items = await allPages<Deposit | Withdrawal>((page) =>
    kind === 'deposit'
      ? api.admin.listCustomerDeposits({ id, ...page })
      : api.admin.listCustomerWithdrawals({ id, ...page }),
  );
  return [
    ['Datum', 'Referenz', 'Währung', `Betrag ${REQUEST_UNIT}`, 'Status', 'Entschieden', 'Grund', 'Kennung'],
    ...items.map((row) => [
      formatDateTimeShort(row.createdAt),
      row.reference,
      row.cryptoCurrency,
      csvAmount(row.amountUsd),
      REQUEST_STATUS_WORDS[kind][row.status],
      row.decidedAt === null ? '' : formatDateTimeShort(row.decidedAt),
      row.notes ?? '',
      row.id,
    ]),
  ];
}

export async function customerAuditRows(id: string): Promise<CsvRows> {
  const items = await allPages(
    (page) => api.admin.listCustomerAudit({ id, ...page }),
    ({ seq }) => String(seq),
  );
  return [
    ['Nummer', 'Zeit', 'Vorgang', 'Angaben'],
    ...items.map((entry) => {
      const { title, note } = auditLine(entry);
      return [String(entry.seq), formatDateTimeShort(entry.at), title, note];
    }),
  ];
}
