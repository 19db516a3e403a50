import type { Transfer } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type TransferDetails, TransferDrawer } from '../../../entities/booking/transfer-drawer.tsx';
import { WALLET_UNIT } from '../../../lib/format/units.ts';
import { errorCode } from '../../../lib/server/api.ts';
import { OPENING, useTakeBack } from '../../../lib/session/way-back.ts';
import { useUrlState } from '../../../lib/url/url-state.ts';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { PLACES } from '../requests/address.ts';
import { useLastOpened } from '../requests/use-last-opened.ts';
import { transferQuery } from '../wallet.queries.ts';
import { transferContent } from './transfer-content.ts';

/** Opens a booking on the page one is on: `?buchung=…`. The page must contain `OpenTransfer`. */
export function useOpenTransfer(): (id: string) => void {
  const { set } = useUrlState(PLACES);
  // One drawer at a time: what was open before is one step back.
  return useCallback((id) => set({ transfer: id, deposit: '', withdrawal: '' }, OPENING), [set]);
}

/** The drawer of the booking that the address names. Once per page; the page decides what opens it. */
export function OpenTransfer() {
  const { value, set } = useUrlState(PLACES);
  const id = value.transfer || null;
  const takeBack = useTakeBack();
  const shownId = useLastOpened(id);
  const { data, error, isFetching, refetch } = useQuery(transferQuery(shownId));
  const subject = data && transferContent(data).subject;

  return (
    <TransferDrawer
      inAddress
      opened={id !== null}
      onClose={() => takeBack(() => set({ transfer: '' }, { replace: true }))}
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
