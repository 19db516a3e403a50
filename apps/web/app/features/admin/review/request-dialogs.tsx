import { inUsd } from '@botdepot/money';
import { clsx } from 'clsx';
import { type Ref, useId } from 'react';
import { formatDateTime, formatElapsed } from '../../../lib/format/dates.ts';
import { REQUEST_UNIT, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { useNow } from '../../../lib/live/now.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Drawer, type Opening, useOpening } from '../../../ui/overlay/dialog.tsx';
import { OVERLAY_FOOT } from '../../../ui/overlay/overlay-parts.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { type Decision, REQUEST_WORDS } from '../admin-texts.ts';
import { CustomerFacts } from '../customer-facts.tsx';
import { useWaitingRequests } from '../four-eyes/four-eyes.queries.ts';
import { WaitingNotice } from '../four-eyes/four-eyes-notice.tsx';
import { ApprovalLink } from '../four-eyes/waiting-state.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { ClaimNotice, StandingMarks } from './claim-notice.tsx';
import { ApproveDialog, RejectDialog } from './decision-dialogs.tsx';
import { changeOf, type OpenRequest } from './open-request.ts';
import { type ClaimState, isHeldUp, useClaim } from './use-claim.ts';

/** What is open above a list of requests. */
export interface OpenedRequest {
  what: 'details' | Decision;
  request: OpenRequest;
}

/** A request that is in a pane beside the list, where it is shown all the time. */
export interface PanedRequest {
  request: OpenRequest | undefined;
  /** Somebody has begun to work: what rests in the pane is theirs for now. */
  isWorkedOn: boolean;
  /** Anything done in it begins the review. */
  onBegin: () => void;
  ref: Ref<HTMLElement>;
}

interface RequestDialogsProps {
  opening: Opening<OpenedRequest> | null;
  /** The same request as the list has it now; undefined when it is not there any more. */
  listed: OpenRequest | undefined;
  /** In place of the drawer. */
  pane?: PanedRequest | undefined;
  /** Nobody decides on their own request. */
  ownUserId: string;
  onShow: (what: OpenedRequest['what'], request: OpenRequest) => void;
  onClose: () => void;
  /** A decision was made, and its dialog is gone from the screen. */
  onDecided?: (() => void) | undefined;
}

/** Who steps through the pane works on what they stop at. */
const REST_MS = 700;

/** The details of one request and the two decisions about it, the same wherever requests are listed. */
export function RequestDialogs(props: RequestDialogsProps) {
  const { opening, listed, pane, ownUserId, onShow, onClose, onDecided } = props;
  const isOpen = opening?.isOpen === true;
  const held = isOpen ? opening.subject.request : (pane?.request ?? null);
  const canDecide = useMay()('admin.claimRequest') && held?.userId !== ownUserId;
  const claim = useClaim(
    canDecide ? held : null,
    isOpen ? listed : pane?.request,
    ownUserId,
    pane ? (pane.isWorkedOn ? REST_MS : null) : 0,
  );
  const shows = (what: OpenedRequest['what']) => isOpen && opening.subject.what === what;
  const request = listed ?? opening?.subject.request;
  const shared = { claim, onClose, onDecided };
  const onDecide = (decided: OpenRequest) => (decision: Decision) => onShow(decision, decided);
  return (
    <>
      {pane && (
        <RequestPane
          pane={pane}
          ownUserId={ownUserId}
          claim={claim}
          onDecide={pane.request && onDecide(pane.request)}
        />
      )}
      {request && !pane && (
        <RequestDrawer
          opened={shows('details')}
          request={request}
          ownUserId={ownUserId}
          claim={claim}
          onClose={onClose}
          onDecide={onDecide(request)}
        />
      )}
      {opening && request && (
        <>
          <ApproveDialog
            key={`approve-${opening.key}`}
            opened={shows('approve')}
            request={request}
            {...shared}
          />
          <RejectDialog
            key={`reject-${opening.key}`}
            opened={shows('reject')}
            request={request}
            {...shared}
          />
        </>
      )}
    </>
  );
}

const titleOf = ({ kind, reference }: OpenRequest): string => `${REQUEST_WORDS[kind].noun} ${reference}`;

interface DetailsProps {
  request: OpenRequest;
  ownUserId: string;
  claim: ClaimState;
}

interface RequestDrawerProps extends DetailsProps {
  opened: boolean;
  onClose: () => void;
  onDecide: (decision: Decision) => void;
}

/** Everything that is known of a request, with the two ways out. */
function RequestDrawer({ opened, onClose, onDecide, ...details }: RequestDrawerProps) {
  const { request } = details;
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={titleOf(request)}
      note={formatDateTime(request.createdAt)}
      foot={<Actions {...details} onDecide={onDecide} />}
    >
      <Details {...details} />
    </Drawer>
  );
}

/** As high as the window at most, and always there. */
const PANE = clsx(
  'sticky top-[calc(var(--play-bar-height)_+_var(--top)_+_16px)] flex flex-col',
  'max-h-[calc(100dvh_-_var(--play-bar-height)_-_var(--top)_-_32px)] bg-surface border border-border',
  'rounded-box overflow-hidden focus-visible:outline-2 focus-visible:outline-primary print:hidden',
);

/** Values need the room more than their names do. */
const PANE_BODY = clsx(
  'flex-1 overflow-y-auto grid grid-cols-1 content-start gap-5 py-5 px-(--pad)',
  '[&_dl]:grid-cols-[minmax(0,9.75rem)_minmax(0,1fr)]',
);

interface RequestPaneProps {
  pane: PanedRequest;
  ownUserId: string;
  claim: ClaimState;
  onDecide: ((decision: Decision) => void) | undefined;
}

/** The same beside the list: it stays while one steps through it. */
function RequestPane({ pane: { request, ref, onBegin }, onDecide, ...details }: RequestPaneProps) {
  const id = useId();
  return (
    <section
      ref={ref}
      className={PANE}
      tabIndex={-1}
      aria-labelledby={id}
      onFocus={onBegin}
      onPointerDown={onBegin}
    >
      <header className="flex-none min-h-15 py-3 px-(--pad) border-b border-border">
        <h2 className="text-base font-bold" id={id}>
          {request ? titleOf(request) : 'Kein Antrag'}
        </h2>
        {request && <p className="text-sm text-muted">{formatDateTime(request.createdAt)}</p>}
      </header>
      {request && onDecide ? (
        <>
          <div key={request.id} className={PANE_BODY}>
            <Details {...details} request={request} />
          </div>
          <div className={`flex-none empty:hidden ${OVERLAY_FOOT}`}>
            <Actions {...details} request={request} onDecide={onDecide} />
          </div>
        </>
      ) : (
        <p className="py-5 px-(--pad) text-sm text-muted">
          Was in der Liste steht, erscheint hier mit allem, was für die Entscheidung zählt.
        </p>
      )}
    </section>
  );
}

interface ActionsProps extends DetailsProps {
  onDecide: (decision: Decision) => void;
}

/** Nothing where nothing can be decided from here. */
function Actions({ request, ownUserId, claim, onDecide }: ActionsProps) {
  const may = useMay();
  const waiting = useWaitingRequests().get(request.id);
  const [endsHold, showEndHold, closeEndHold] = useOpening<OpenRequest>();
  if (request.userId === ownUserId || !may('admin.claimRequest') || isHeldUp(claim)) return null;
  return (
    <>
      <Button onClick={() => onDecide('reject')}>Ablehnen</Button>
      {request.heldAt !== null ? (
        may('admin.endHold') && <Button onClick={() => showEndHold(request)}>Anhalten beenden</Button>
      ) : waiting ? (
        <ApprovalLink look="primary" size="md" approval={waiting} />
      ) : (
        <Button look="primary" onClick={() => onDecide('approve')}>
          Genehmigen
        </Button>
      )}
      {endsHold?.isOpen && (
        <EndHoldDialog
          key={endsHold.key}
          opened={request.heldAt !== null && request.id === endsHold.subject.id}
          request={request}
          onClose={closeEndHold}
        />
      )}
    </>
  );
}

function Details({ request, ownUserId, claim }: DetailsProps) {
  const now = useNow(30_000);
  const isOwn = request.userId === ownUserId;
  const waiting = useWaitingRequests().get(request.id);
  return (
    <>
      <div>
        <div className="[--unit-size:16px] text-3xl tracking-[-0.02em]">
          <Amount value={request.amount} unit={REQUEST_UNIT} />
        </div>
        <StandingMarks {...request} needsSecond={request.needsSecond && !waiting} />
      </div>
      <KeyValues
        facts={[
          { label: 'Währung', value: request.currency },
          ...(request.kind === 'deposit' ? [{ label: 'Einzahlungsadresse', value: request.address }] : []),
          { label: 'Erstellt', value: formatDateTime(request.createdAt) },
          { label: 'Wartezeit', value: formatElapsed(Date.parse(request.createdAt), now) },
          {
            label: 'Wallet jetzt',
            value: <Amount value={request.walletAfter - changeOf(request)} unit={WALLET_UNIT} />,
          },
          { label: 'Wallet nachher', value: <Amount value={request.walletAfter} unit={WALLET_UNIT} /> },
        ]}
      />
      <CustomerFacts
        userId={request.userId}
        withdrawalId={request.kind === 'withdrawal' ? request.id : undefined}
      />
      {request.heldAt !== null && <HeldNotice since={request.heldAt} />}
      {waiting && <WaitingNotice approval={waiting} />}
      {!isOwn && <ClaimNotice {...claim} />}
      {isOwn && (
        <Notice title="Eigener Antrag">
          Über Ihren eigenen Antrag kann nur ein anderer Administrator entscheiden.
        </Notice>
      )}
    </>
  );
}

function HeldNotice({ since }: { since: string }) {
  return (
    <Notice kind="warning" title={`Angehalten seit ${formatDateTime(since)}`}>
      Genehmigen kann das niemand, bis jemand das Anhalten beendet. Ablehnen geht, und der Kunde kann den
      Antrag zurücknehmen: Das Geld bleibt auf dem Konto.
    </Notice>
  );
}

interface EndHoldDialogProps {
  opened: boolean;
  request: OpenRequest;
  onClose: () => void;
}

/** The step before a held withdrawal can be decided on again. */
function EndHoldDialog({ opened, request, onClose }: EndHoldDialogProps) {
  const { run, error, refused, pending } = useCommand('admin.endHold', {
    onDone: () => {
      toast.success('Anhalten beendet', `${request.reference} · ${inUsd(request.amount)}`);
      onClose();
    },
  });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={`${request.reference} nicht mehr anhalten`}
      confirmLabel="Anhalten beenden"
      isFinal={refused}
      pending={pending}
      label="Warum die Auszahlung weitergehen kann"
      help="Der Grund steht in der Prüfspur. Der Kunde liest ihn nicht."
      effects="Über die Auszahlung kann danach wieder entschieden werden. Gebucht wird damit noch nichts."
      refusal={error ? errorText(error) : null}
      onConfirm={(reason) => run({ id: request.id, reason })}
    >
      <KeyValues
        facts={[
          { label: 'Kunde', value: request.email },
          { label: 'Betrag', value: inUsd(request.amount) },
        ]}
      />
    </ReasonDialog>
  );
}

interface RequestDialogsOptions {
  requests: readonly OpenRequest[];
  ownUserId: string;
  /** A decision was made, and its dialog is gone from the screen. */
  onDecided: () => void;
}

/** What is open above a short list of requests, and how to open it. */
export function useRequestDialogs({ requests, ownUserId, onDecided }: RequestDialogsOptions) {
  const [opening, open, close] = useOpening<OpenedRequest>();
  const show = (what: OpenedRequest['what'], request: OpenRequest) => open({ what, request });
  const dialogs = opening && (
    <RequestDialogs
      opening={opening}
      listed={requests.find(({ id }) => id === opening.subject.request.id)}
      ownUserId={ownUserId}
      onShow={show}
      onClose={close}
      onDecided={onDecided}
    />
  );
  return { show, dialogs };
}
