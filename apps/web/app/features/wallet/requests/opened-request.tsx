import { FEES, type RequestKind, type Transaction } from '@botdepot/contract';
import { fromWire, inUsdt, type Micros } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { transactionTitle } from '../../../entities/booking/transaction-texts.ts';
import { RequestStatusPill } from '../../../entities/request/money-request.tsx';
import { formatDateTime, formatDateTimeShort } from '../../../lib/format/dates.ts';
import { REQUEST_UNIT, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { useNow } from '../../../lib/live/now.ts';
import { errorCode, errorText } from '../../../lib/server/api.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Drawer } from '../../../ui/overlay/dialog.tsx';
import { useLastOpened } from '../../../ui/overlay/overlay-parts.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { StatusTimeline } from '../../../ui/state/status-timeline.tsx';
import { useOpenTransfer } from '../transactions/open-transfer.tsx';
import { bookingsQuery, useRequest } from '../wallet.queries.ts';
import { REQUEST_WORDS } from '../wallet-texts.ts';
import { CancelRequest } from './cancel-request.tsx';
import type { OwnRequest } from './own-request.ts';
import { requestTimeline } from './request-timeline.ts';

interface OpenedRequestProps {
  kind: RequestKind;
  /** Null for none. */
  id: string | null;
  onClose: () => void;
}

/** The drawer of one deposit or withdrawal. */
export function OpenedRequest({ kind, id, onClose }: OpenedRequestProps) {
  const { noun } = REQUEST_WORDS[kind];
  const shownId = useLastOpened(id);
  const [dialogOpen, setDialogOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const { request, error, isPending, isFetching, refetch } = useRequest(kind, shownId);

  return (
    <Drawer
      inAddress
      opened={id !== null}
      // The Escape key that closes the dialog above reaches the drawer as well.
      onClose={() => !dialogOpen && onClose()}
      title={request ? `${noun} ${request.reference}` : noun}
      note={request && `${formatDateTime(request.createdAt)} · ${request.currency}`}
      foot={
        (request?.status === 'pending' || dialogOpen) &&
        request && (
          <CancelRequest request={request} wide focusAfter={content} onDialogChange={setDialogOpen} />
        )
      }
    >
      {request ? (
        <div ref={content} tabIndex={-1} className="grid grid-cols-1 gap-5">
          <DetailsContent request={request} />
        </div>
      ) : isPending ? (
        <LedgerSkeleton lines={4} />
      ) : isNoRequest(error) ? (
        <EmptyState title={`${noun} nicht gefunden`}>
          Vielleicht ist die Adresse unvollständig, oder sie gehört zu einem anderen Konto.
        </EmptyState>
      ) : (
        <EmptyState
          title={`Die ${noun} kann gerade nicht gezeigt werden`}
          action={
            <Button pending={isFetching} onClick={() => void refetch()}>
              Erneut versuchen
            </Button>
          }
        >
          {errorText(error)}
        </EmptyState>
      )}
    </Drawer>
  );
}

/** Nothing that a second try could change. */
function isNoRequest(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'DEPOSIT_NOT_FOUND' || code === 'WITHDRAWAL_NOT_FOUND' || code === 'BAD_REQUEST';
}

function DetailsContent({ request }: { request: OwnRequest }) {
  const { noun } = REQUEST_WORDS[request.kind];
  const now = useNow(30_000);
  return (
    <>
      <div className="flex items-start justify-between flex-wrap gap-x-3 gap-y-2 [&>:last-child]:mt-2">
        <div className="[--unit-size:16px] text-3xl tracking-[-0.022em] max-md:text-2xl">
          <Amount value={request.amount} unit={REQUEST_UNIT} />
        </div>
        <RequestStatusPill {...request} />
      </div>
      {request.reason && <Notice title="Warum sie abgelehnt wurde">{request.reason}</Notice>}
      <StatusTimeline label={`Verlauf der ${noun}`} steps={requestTimeline(request, now)} />
      <RequestBookings request={request} />
      <KeyValues
        facts={[
          { label: 'Währung', value: request.currency },
          {
            label: 'Adresse',
            value: <span className="text-[13px] mono-address">{request.address}</span>,
          },
          { label: 'Gebühr', value: <Amount value={FEES[request.kind]} unit={WALLET_UNIT} /> },
        ]}
      />
    </>
  );
}

/** What a booking moves out of or into the wallet: what is only reserved stays in it. */
const movedBy = ({ amount, reservedAmount }: Transaction): Micros =>
  fromWire(amount) + fromWire(reservedAmount);

/** What a booking that moves nothing is about. */
function reservation(row: Transaction): string {
  const reserved = fromWire(row.reservedAmount);
  if (reserved === 0n || movedBy(row) !== 0n) return '';
  return reserved > 0n ? `${inUsdt(reserved)} reserviert` : `${inUsdt(-reserved)} wieder verfügbar`;
}

/** The ledger's side of it; each amount opens its booking. */
function RequestBookings({ request }: { request: OwnRequest }) {
  const openTransfer = useOpenTransfer();
  const { data, isError } = useQuery({
    ...bookingsQuery(request.id),
    enabled: request.booked,
  });
  if (isError && !data) return null;
  const rows = data?.items ?? [];
  const moved = rows.reduce((sum, row) => sum + movedBy(row), 0n);
  return (
    <section>
      <h3 className="pb-1 text-sm font-bold">Buchungen</h3>
      {request.booked && !data ? (
        <LedgerSkeleton lines={1} total={false} />
      ) : (
        <Ledger
          caption="Buchungen zu diesem Vorgang"
          head={{ label: 'Vorgang', amount: WALLET_UNIT }}
          emptyHint={request.status === 'pending' ? 'Noch nichts gebucht' : 'Nichts gebucht'}
          lines={rows.map((row) => ({
            key: row.id,
            label: transactionTitle(row),
            note: [formatDateTimeShort(row.createdAt), reservation(row)].filter(Boolean).join(' · '),
            amount: (
              <Amount
                value={movedBy(row)}
                signed
                onOpen={() => openTransfer(row.id)}
                opensLabel="Buchung öffnen"
              />
            ),
          }))}
          // What is only reserved has not left: of a withdrawal money goes once, or not at all.
          total={
            request.kind === 'withdrawal' && rows.length > 0
              ? { label: 'Aus Ihrem Wallet gegangen', amount: <Amount value={moved} signed /> }
              : undefined
          }
        />
      )}
    </section>
  );
}
