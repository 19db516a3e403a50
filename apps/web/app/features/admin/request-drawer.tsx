import { Link } from 'react-router';
import { formatDateTime, formatElapsed } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { REQUEST_UNIT, WALLET_UNIT } from '../../lib/units.ts';
import { urls } from '../../lib/urls.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { Notice } from '../../ui/notice.tsx';
import classes from './admin.module.css';
import { type Decision, REQUEST_WORDS } from './admin-texts.ts';
import { useWaitingWithdrawals } from './four-eyes/four-eyes.queries.ts';
import { WaitingNotice } from './four-eyes/four-eyes-notice.tsx';
import { ApprovalLink } from './four-eyes/waiting-state.tsx';
import { changeOf, type OpenRequest } from './open-request.ts';
import { ClaimNotice } from './queue/claim-notice.tsx';
import { type ClaimState, isHeldUp } from './queue/use-claim.ts';

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
  const waiting = useWaitingWithdrawals().get(request.id);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={`${REQUEST_WORDS[request.kind].noun} ${request.reference}`}
      note={formatDateTime(request.createdAt)}
      foot={
        !isOwn &&
        !isHeldUp(claim) && (
          <>
            <Button onClick={() => onDecide('reject')}>Ablehnen</Button>
            {waiting ? (
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
        <p className="small">
          <Link to={urls.adminCustomer(request.userId)}>{request.email}</Link>
        </p>
        <div className={classes.big}>
          <Amount value={request.amount} unit={REQUEST_UNIT} />
        </div>
      </div>
      <KeyValues
        facts={[
          { label: 'Währung', value: request.currency },
          {
            label: request.kind === 'deposit' ? 'Einzahlungsadresse' : 'Auszahlungsadresse',
            value: request.address,
          },
          { label: 'Erstellt', value: formatDateTime(request.createdAt) },
          { label: 'Wartezeit', value: formatElapsed(Date.parse(request.createdAt), now) },
          {
            label: 'Wallet jetzt',
            value: <Amount value={request.walletAfter - changeOf(request)} unit={WALLET_UNIT} />,
          },
          { label: 'Wallet nachher', value: <Amount value={request.walletAfter} unit={WALLET_UNIT} /> },
        ]}
      />
      {waiting && <WaitingNotice approval={waiting} />}
      {!isOwn && <ClaimNotice {...claim} />}
      {isOwn && (
        <Notice title="Eigener Antrag">
          Über Ihren eigenen Antrag kann nur ein anderer Administrator entscheiden.
        </Notice>
      )}
    </Drawer>
  );
}
