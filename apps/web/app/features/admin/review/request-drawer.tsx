import { inUsd } from '@botdepot/money';
import { errorText } from '../../../lib/api.ts';
import { formatDateTime, formatElapsed } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { useMay } from '../../../lib/profile.ts';
import { toast } from '../../../lib/toast.ts';
import { REQUEST_UNIT, WALLET_UNIT } from '../../../lib/units.ts';
import { useCommand } from '../../../lib/use-command.ts';
import { useOpening } from '../../../lib/use-opening.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { KeyValues } from '../../../ui/key-values.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type Decision, REQUEST_WORDS } from '../admin-texts.ts';
import { CustomerFacts } from '../customer-facts.tsx';
import { useWaitingRequests } from '../four-eyes/four-eyes.queries.ts';
import { WaitingNotice } from '../four-eyes/four-eyes-notice.tsx';
import { ApprovalLink } from '../four-eyes/waiting-state.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { ClaimNotice } from './claim-notice.tsx';
import { changeOf, type OpenRequest } from './open-request.ts';
import { StandingMarks } from './standing-marks.tsx';
import { type ClaimState, isHeldUp } from './use-claim.ts';

interface RequestDrawerProps {
  opened: boolean;
  request: OpenRequest;
  ownUserId: string;
  claim: ClaimState;
  onClose: () => void;
  onDecide: (decision: Decision) => void;
}

/** Everything that is known of a request, with the two ways out. */
export function RequestDrawer({ opened, request, ownUserId, claim, onClose, onDecide }: RequestDrawerProps) {
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
