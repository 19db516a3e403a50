import { inUsd } from '@botdepot/money';
import { formatDateTime, formatElapsed } from '../../../lib/format/dates.ts';
import { REQUEST_UNIT, WALLET_UNIT } from '../../../lib/format/units.ts';
import { useNow } from '../../../lib/live/now.ts';
import { toast } from '../../../lib/page/toast.ts';
import { type Opening, useOpening } from '../../../lib/page/use-opening.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Drawer } from '../../../ui/overlay/drawer.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { type Decision, REQUEST_WORDS } from '../admin-texts.ts';
import { CustomerFacts } from '../customer-facts.tsx';
import { useWaitingRequests } from '../four-eyes/four-eyes.queries.ts';
import { WaitingNotice } from '../four-eyes/four-eyes-notice.tsx';
import { ApprovalLink } from '../four-eyes/waiting-state.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { ClaimNotice } from './claim-notice.tsx';
import { ApproveDialog, RejectDialog } from './decision-dialogs.tsx';
import { changeOf, type OpenRequest } from './open-request.ts';
import { StandingMarks } from './standing-marks.tsx';
import { type ClaimState, isHeldUp, useClaim } from './use-claim.ts';

/** What is open above a list of requests. */
export interface OpenedRequest {
  what: 'details' | Decision;
  request: OpenRequest;
}

interface RequestDialogsProps {
  opening: Opening<OpenedRequest>;
  /** The same request as the list has it now; undefined when it is not there any more. */
  listed: OpenRequest | undefined;
  /** Nobody decides on their own request. */
  ownUserId: string;
  onShow: (what: OpenedRequest['what'], request: OpenRequest) => void;
  onClose: () => void;
  /** A decision was made, and its dialog is gone from the screen. */
  onDecided?: (() => void) | undefined;
}

/** The details of one request and the two decisions about it, the same wherever requests are listed. */
export function RequestDialogs(props: RequestDialogsProps) {
  const { opening, listed, ownUserId, onShow, onClose, onDecided } = props;
  const { key, subject: opened, isOpen } = opening;
  const request = listed ?? opened.request;
  const isOwn = request.userId === ownUserId;
  const canDecide = useMay()('admin.claimRequest') && !isOwn;
  const claim = useClaim(isOpen && canDecide ? opened.request : null, listed, ownUserId);
  const shows = (what: OpenedRequest['what']) => isOpen && opened.what === what;
  const shared = { request, claim, onClose, onDecided };
  return (
    <>
      <RequestDrawer
        opened={shows('details')}
        request={request}
        ownUserId={ownUserId}
        claim={claim}
        onClose={onClose}
        onDecide={(decision) => onShow(decision, request)}
      />
      <ApproveDialog key={`approve-${key}`} opened={shows('approve')} {...shared} />
      <RejectDialog key={`reject-${key}`} opened={shows('reject')} {...shared} />
    </>
  );
}

interface RequestDrawerProps {
  opened: boolean;
  request: OpenRequest;
  ownUserId: string;
  claim: ClaimState;
  onClose: () => void;
  onDecide: (decision: Decision) => void;
}

/** Everything that is known of a request, with the two ways out. */
function RequestDrawer({ opened, request, ownUserId, claim, onClose, onDecide }: RequestDrawerProps) {
  const now = useNow(30_000);
  const isOwn = request.userId === ownUserId;
  const may = useMay();
  const waiting = useWaitingRequests().get(request.id);
  const [endsHold, showEndHold, closeEndHold] = useOpening<OpenRequest>();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={`${REQUEST_WORDS[request.kind].noun} ${request.reference}`}
      note={formatDateTime(request.createdAt)}
      foot={
        !isOwn &&
        may('admin.claimRequest') &&
        !isHeldUp(claim) && (
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
          </>
        )
      }
    >
      <div>
        <div className="[--unit-size:16px] text-3xl tracking-[-0.02em]">
          <Amount value={request.amount} unit={REQUEST_UNIT} />
        </div>
        <StandingMarks {...request} />
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
      {endsHold?.isOpen && (
        <EndHoldDialog
          key={endsHold.key}
          opened={request.heldAt !== null}
          request={request}
          onClose={closeEndHold}
        />
      )}
      {isOwn && (
        <Notice title="Eigener Antrag">
          Über Ihren eigenen Antrag kann nur ein anderer Administrator entscheiden.
        </Notice>
      )}
    </Drawer>
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
