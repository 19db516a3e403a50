import { type Customer, isLate } from '@botdepot/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatElapsed } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { useMay } from '../../../lib/profile.ts';
import { REQUEST_UNIT } from '../../../lib/units.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { ENTRY_ICONS } from '../../../ui/entry-icon.tsx';
import { focusPageTitle } from '../../../ui/focus-page-title.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { REQUEST_WORDS } from '../admin-texts.ts';
import { CountedTitle } from '../counted-title.tsx';
import { useWaitingRequests } from '../four-eyes/four-eyes.queries.ts';
import { ApprovalLink, WaitingState } from '../four-eyes/waiting-state.tsx';
import { type OpenRequest, openRequestOf, queueUrl } from '../review/open-request.ts';
import type { OpenedRequest } from '../review/request-dialogs.tsx';
import { StandingMarks } from '../review/standing-marks.tsx';
import { useRequestDialogs } from '../review/use-request-dialogs.tsx';
import classes from './customers.module.css';

interface OpenRequestsPanelProps {
  customer: Customer;
  ownUserId: string;
}

/** What waits for a decision, the oldest first, decided by the same dialogs as in the queue. */
export function OpenRequestsPanel({ customer, ownUserId }: OpenRequestsPanelProps) {
  const owner = { ...customer, isLocked: customer.lockedAt !== null };
  // Who works on one is asked when it is opened.
  const requests = [
    ...customer.pendingDeposits.map((row) =>
      openRequestOf('deposit', { ...row, address: row.depositAddress, heldAt: null, claim: null }, owner),
    ),
    ...customer.pendingWithdrawals.map((row) =>
      openRequestOf('withdrawal', { ...row, address: row.withdrawalAddress, claim: null }, owner),
    ),
  ].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  const { show, dialogs } = useRequestDialogs({ requests, ownUserId, onDecided: focusPageTitle });
  return (
    <Panel title={<CountedTitle count={requests.length}>Offen</CountedTitle>} flush>
      {requests.length === 0 ? (
        <p className={classes.none}>Kein Antrag wartet auf eine Entscheidung.</p>
      ) : (
        <ul className={`${classes.rows} ${classes.openList}`} aria-label="Offene Anträge, älteste zuerst">
          {requests.map((request) => (
            <Request
              key={request.id}
              request={request}
              isSelf={request.userId === ownUserId}
              onShow={(what) => show(what, request)}
            />
          ))}
        </ul>
      )}
      {dialogs}
    </Panel>
  );
}

interface RequestProps {
  request: OpenRequest;
  isSelf: boolean;
  onShow: (what: OpenedRequest['what']) => void;
}

function Request({ request, isSelf, onShow }: RequestProps) {
  const now = useNow(30_000);
  const approval = useWaitingRequests().get(request.id);
  const { kind, reference, createdAt } = request;
  const canDecide = useMay()('admin.approveDeposit');
  const late = isLate(kind, createdAt, now);
  const elapsed = formatElapsed(Date.parse(createdAt), now);
  return (
    <li className={classes.open}>
      <span className={classes.openIcon}>
        <Icon as={ENTRY_ICONS[kind]} size={18} />
      </span>
      <span className={classes.openTitle}>
        <Link to={queueUrl(request)}>{`${REQUEST_WORDS[kind].noun} ${reference}`}</Link>
        <small data-late={late || undefined}>
          {late && <Icon as={IconAlertTriangle} size={14} stroke={1.8} />}
          {`in ${request.currency}, ${late ? 'überfällig, ' : ''}wartet ${elapsed}`}
        </small>
        {(approval || request.heldAt !== null) && (
          <span className={classes.openState}>
            {approval && <WaitingState approval={approval} />}
            <StandingMarks isLocked={false} heldAt={request.heldAt} />
          </span>
        )}
      </span>
      <span className={classes.openAmount}>
        <Amount
          value={request.amount}
          unit={REQUEST_UNIT}
          onOpen={() => onShow('details')}
          opensLabel="Antrag öffnen"
        />
      </span>
      {!isSelf && canDecide && (
        <span className={classes.openDecide}>
          {approval ? (
            <ApprovalLink approval={approval} />
          ) : (
            <>
              <Button size="sm" look="quiet" onClick={() => onShow('reject')}>
                Ablehnen<span className="vh">{`: ${reference}`}</span>
              </Button>
              {request.heldAt === null && (
                <Button size="sm" onClick={() => onShow('approve')}>
                  Genehmigen<span className="vh">{`: ${reference}`}</span>
                </Button>
              )}
            </>
          )}
        </span>
      )}
    </li>
  );
}
