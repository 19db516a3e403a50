import { REQUEST_STATUS_WORDS, type RequestKind } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { allPages } from '../../lib/all-pages.ts';
import { api } from '../../lib/api.ts';
import { csvAmount } from '../../lib/csv.ts';
import { formatDateTimeShort } from '../../lib/dates.ts';
import { REQUEST_UNIT, WALLET_UNIT } from '../../lib/units.ts';
import type { CsvRows } from '../../ui/csv-button.tsx';
import { type MoneyRequest, requestOfDeposit, requestOfWithdrawal } from './money-request.ts';
import { transactionTitle } from './transaction-texts.ts';
import type { BookingFilter, RequestFilter } from './wallet.queries.ts';

export async function transactionRows(filter: BookingFilter): Promise<CsvRows> {
  const items = await allPages((page) => api.wallet.listTransactions({ ...filter, ...page }));
  return [
    [
      'Datum',
      'Vorgang',
      'Beschreibung',
      'Referenz',
      `Betrag ${WALLET_UNIT}`,
      `Verfügbar danach ${WALLET_UNIT}`,
      `Reserve ${WALLET_UNIT}`,
      `Reserviert danach ${WALLET_UNIT}`,
      'Kennung',
    ],
    ...items.map((row) => [
      formatDateTimeShort(row.createdAt),
      transactionTitle(row),
      row.description,
      row.reference ?? '',
      csvAmount(row.amount),
      csvAmount(row.availableAfter),
      csvAmount(row.reservedAmount),
      csvAmount(row.reservedAfter),
      row.id,
    ]),
  ];
}

export async function requestRows(
  kind: RequestKind,
  filter: Pick<RequestFilter, 'status'>,
): Promise<CsvRows> {
  const items = await allPages<MoneyRequest>(async (page) => {
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
