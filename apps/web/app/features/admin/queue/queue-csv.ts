import { allPages } from '../../../lib/all-pages.ts';
import { api } from '../../../lib/api.ts';
import { csvAmount } from '../../../lib/csv.ts';
import { formatDateTimeShort } from '../../../lib/dates.ts';
import { REQUEST_UNIT, WALLET_UNIT } from '../../../lib/units.ts';
import type { CsvRows } from '../../../ui/csv-button.tsx';
import type { QueueFilter } from './use-queue-filters.ts';

/** Head and rows of everything that the filter finds. */
export async function pendingDepositRows(filter: QueueFilter): Promise<CsvRows> {
  const rows = await allPages((page) => api.admin.listPendingDeposits({ ...filter, ...page }));
  return [
    ['Referenz', 'E-Mail', `Betrag ${REQUEST_UNIT}`, 'Währung', 'Einzahlungsadresse', 'Erstellt', 'Kennung'],
    ...rows.map((row) => [
      row.reference,
      row.email,
      csvAmount(row.amountUsd),
      row.cryptoCurrency,
      row.depositAddress,
      formatDateTimeShort(row.createdAt),
      row.id,
    ]),
  ];
}

export async function pendingWithdrawalRows(filter: QueueFilter): Promise<CsvRows> {
  const rows = await allPages((page) => api.admin.listPendingWithdrawals({ ...filter, ...page }));
  return [
    [
      'Referenz',
      'E-Mail',
      `Betrag ${REQUEST_UNIT}`,
      `Wallet danach ${WALLET_UNIT}`,
      'Währung',
      'Auszahlungsadresse',
      'Erstellt',
      'Kennung',
    ],
    ...rows.map((row) => [
      row.reference,
      row.email,
      csvAmount(row.amountUsd),
      csvAmount(row.walletAfter),
      row.cryptoCurrency,
      row.withdrawalAddress,
      formatDateTimeShort(row.createdAt),
      row.id,
    ]),
  ];
}
