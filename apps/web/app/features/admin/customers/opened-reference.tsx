import type { Deposit, FoundReference, RequestKind, Withdrawal } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { Link } from 'react-router';
import { RequestStatusPill } from '../../../entities/request/money-request.tsx';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { REQUEST_UNIT } from '../../../lib/format/numbers.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { matching, place, useUrlState } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Drawer, useOpening } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { REQUEST_WORDS } from '../admin-texts.ts';
import { useReference } from '../corrections/corrections.queries.ts';
import { BookingDrawer } from './booking-drawer.tsx';
import { InvestmentDrawer } from './investments-panel.tsx';

const OPENED = { reference: place(matching('vorgang', /^[EABK]-\d{1,12}$/)) };

interface OpenedReferenceProps {
  customerId: string;
  /** Nobody books on their own account. */
  isSelf: boolean;
}

/** The one thing of this customer that the address names by its number, open above the page. */
export function OpenedReference({ customerId, isSelf }: OpenedReferenceProps) {
  const { value, set } = useUrlState(OPENED);
  const found = useReference(value.reference ?? '').data?.found;
  const [booking, openBooking, closeBooking] = useOpening<string>();
  const close = () => set({ reference: null }, { replace: true });
  const isTheirs = found && found.kind !== 'approval' && found.userId === customerId;
  const showBooking = (transferId: string) => {
    openBooking(transferId);
    close();
  };
  return (
    <>
      {isTheirs && (
        <Thing
          key={found.reference}
          found={found}
          isSelf={isSelf}
          opened={value.reference !== null}
          onClose={close}
          onBooking={showBooking}
        />
      )}
      <BookingDrawer
        customerId={customerId}
        transferId={booking?.subject}
        opened={booking?.isOpen ?? false}
        onClose={closeBooking}
      />
    </>
  );
}

interface ThingProps {
  found: Exclude<FoundReference, { kind: 'approval' }>;
  isSelf: boolean;
  opened: boolean;
  onClose: () => void;
  onBooking: (transferId: string) => void;
}

function Thing({ found, isSelf, ...drawer }: ThingProps) {
  if (found.kind === 'correction')
    return <BookingDrawer customerId={found.userId} transferId={found.transferId} {...drawer} />;
  if (found.kind === 'investment')
    return <InvestmentDrawer investment={found.item} isSelf={isSelf} {...drawer} />;
  return <RequestDrawer kind={found.kind} request={found.item} {...drawer} />;
}

interface RequestDrawerProps extends Pick<ThingProps, 'opened' | 'onClose' | 'onBooking'> {
  kind: RequestKind;
  request: Deposit | Withdrawal;
}

/** A request that was decided on. What waits is opened where it is decided. */
function RequestDrawer({ kind, request, opened, onClose, onBooking }: RequestDrawerProps) {
  const { reference, amountUsd, status, cryptoCurrency, createdAt, decidedAt, notes, transferId } = request;
  const seesAudit = useMay()('admin.listAuditEntries');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={`${REQUEST_WORDS[kind].noun} ${reference}`}
      note={formatDateTime(createdAt)}
    >
      <div className="[--unit-size:16px] text-3xl tracking-[-0.02em]">
        <Amount
          value={fromWire(amountUsd)}
          unit={REQUEST_UNIT}
          {...(transferId !== null && { onOpen: () => onBooking(transferId), opensLabel: 'Buchung' })}
        />
      </div>
      <KeyValues
        facts={[
          { label: 'Status', value: <RequestStatusPill kind={kind} status={status} /> },
          { label: 'Währung', value: cryptoCurrency },
          { label: 'Erstellt', value: formatDateTime(createdAt) },
          ...(decidedAt === null ? [] : [{ label: 'Entschieden', value: formatDateTime(decidedAt) }]),
          ...(notes ? [{ label: 'Grund', value: notes }] : []),
        ]}
      />
      {seesAudit && (
        <p className="small">
          <Link className="link" to={urls.adminAuditOf(reference)}>{`Prüfspur zu ${reference}`}</Link>
        </p>
      )}
    </Drawer>
  );
}
