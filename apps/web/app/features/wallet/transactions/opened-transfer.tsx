import type { Transfer } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { type TransferDetails, TransferDrawer } from '../../../entities/booking/transfer-drawer.tsx';
import { WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { errorCode } from '../../../lib/server/api.ts';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { useLastOpened } from '../../../ui/overlay/overlay-parts.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { transferQuery } from '../wallet.queries.ts';
import { transferContent } from './transfer-content.ts';

interface OpenedTransferProps {
  /** Null for none. */
  id: string | null;
  onClose: () => void;
}

/** The drawer of one booking. */
export function OpenedTransfer({ id, onClose }: OpenedTransferProps) {
  const shownId = useLastOpened(id);
  const { data, error, isFetching, refetch } = useQuery(transferQuery(shownId));
  const subject = data && transferContent(data).subject;

  return (
    <TransferDrawer
      inAddress
      opened={id !== null}
      onClose={onClose}
      transfer={data && detailsOf(data)}
      placeholder={
        isNoBooking(error) ? (
          <EmptyState title="Diese Buchung gibt es nicht">
            Vielleicht ist die Adresse unvollständig, oder die Buchung gehört zu einem anderen Konto.
          </EmptyState>
        ) : error ? (
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
      actions={subject && <ButtonLink to={subject.to}>{subject.label}</ButtonLink>}
    />
  );
}

/** Nothing that a second try could change. */
function isNoBooking(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'TRANSFER_NOT_FOUND' || code === 'BAD_REQUEST';
}

function detailsOf(transfer: Transfer): TransferDetails {
  const { amount, ...content } = transferContent(transfer);
  return {
    ...content,
    amount: <Amount value={amount} signed unit={WALLET_UNIT} />,
    reference: transfer.reference ?? undefined,
    facts: [
      { label: 'Vorgang', value: transfer.description },
      { label: 'Kennung', value: transfer.id },
    ],
  };
}
