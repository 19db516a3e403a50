import type { Transaction } from '@botdepot/contract';
import { formatDateTimeShort } from '../../lib/format/dates.ts';
import { WALLET_UNIT } from '../../lib/format/numbers.ts';
import { csvAmount } from '../../lib/page/save-and-copy.ts';
import { transactionTitle } from './transaction-texts.ts';

const HEAD = [
  'Datum',
  'Vorgang',
  'Beschreibung',
  'Referenz',
  `Betrag ${WALLET_UNIT}`,
  `Verfügbar danach ${WALLET_UNIT}`,
  `Reserve ${WALLET_UNIT}`,
  `Reserviert danach ${WALLET_UNIT}`,
  `In Bots ${WALLET_UNIT}`,
  'Kennung',
];

/** Bookings of one wallet as a table with its head. */
export const bookingCsv = (bookings: readonly Transaction[]): string[][] => [
  HEAD,
  ...bookings.map((row) => [
    formatDateTimeShort(row.createdAt),
    transactionTitle(row),
    row.description,
    row.reference ?? '',
    csvAmount(row.amount),
    csvAmount(row.availableAfter),
    csvAmount(row.reservedAmount),
    csvAmount(row.reservedAfter),
    // A server of before an update does not say it.
    csvAmount((row as Partial<Transaction>).investedAmount ?? ''),
    row.id,
  ]),
];
