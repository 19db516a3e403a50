import type { Transfer } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { skipToken, useQuery } from '@tanstack/react-query';
import { transactionTitle } from '../../../entities/booking/transaction-texts.ts';
import { type TransferDetails, TransferDrawer } from '../../../entities/booking/transfer-drawer.tsx';
import { entriesOf } from '../../../entities/booking/transfer-entries.tsx';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { queries } from '../../../lib/server/api.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';

interface BookingDrawerProps {
  customerId: string;
  transferId: string | undefined;
  opened: boolean;
  onClose: () => void;
}

/** One booking of the customer with all its entries, as admins see them. */
export function BookingDrawer({ customerId, transferId, opened, onClose }: BookingDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery(
    queries.admin.getCustomerTransfer.queryOptions({
      input: transferId === undefined ? skipToken : { id: customerId, transferId },
    }),
  );
  return (
    <TransferDrawer
      opened={opened}
      onClose={onClose}
      transfer={data && detailsOf(data)}
      placeholder={
        error ? (
          <LoadFailure
            title="Die Buchung kann gerade nicht gezeigt werden"
            error={error}
            pending={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <LedgerSkeleton lines={4} />
        )
      }
    />
  );
}

function detailsOf(transfer: Transfer): TransferDetails {
  const available = fromWire(transfer.amount);
  const isReserve = available === 0n && fromWire(transfer.reservedAmount) !== 0n;
  return {
    title: transactionTitle(transfer),
    note: [formatDateTime(transfer.createdAt), transfer.reference].filter(Boolean).join(' · '),
    lead: isReserve ? 'Reserviertes Guthaben des Kunden' : 'Verfügbares Guthaben des Kunden',
    amount: (
      <Amount value={isReserve ? fromWire(transfer.reservedAmount) : available} signed unit={WALLET_UNIT} />
    ),
    reference: transfer.reference ?? undefined,
    entries: entriesOf(transfer),
    facts: [
      { label: 'Vorgang', value: transfer.description },
      { label: 'Kennung', value: transfer.id },
    ],
  };
}
