import { type Customer, isLate } from '@botdepot/contract';
import { clsx } from 'clsx';
import { Link } from 'react-router';
import { formatElapsed } from '../../../lib/format/dates.ts';
import { REQUEST_UNIT } from '../../../lib/format/numbers.ts';
import { useNow } from '../../../lib/live/now.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { Button } from '../../../ui/form/button.tsx';
import { focusPageTitle } from '../../../ui/frame/page-focus.ts';
import { ENTRY_ICONS } from '../../../ui/icon/entry-icon.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { IconAlertTriangle } from '../../../ui/icon/icons.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { REQUEST_WORDS } from '../admin-texts.ts';
import { CountedTitle } from '../counted-title.tsx';
import { useWaitingRequests } from '../four-eyes/four-eyes.queries.ts';
import { ApprovalLink, WaitingState } from '../four-eyes/waiting-state.tsx';
import { StandingMarks } from '../review/claim-notice.tsx';
import { type OpenRequest, openRequestOf, queueUrl } from '../review/open-request.ts';
import type { OpenedRequest } from '../review/request-dialogs.tsx';
import { useRequestDialogs } from '../review/request-dialogs.tsx';

const OPEN = clsx(
  'grid grid-cols-[auto_minmax(0,1fr)_auto_auto] gap-x-3 gap-y-0.5 items-center py-2.5 px-(--pad)',
  'text-sm @max-[520.02px]:grid-cols-[auto_minmax(0,1fr)_auto]',
);
const OPEN_TITLE = clsx(
  'font-580 [&>a]:text-inherit [&>a:hover]:underline [&>a:hover]:underline-offset-4',
  '[&_small]:flex [&_small]:items-center [&_small]:gap-1 [&_small]:font-book',
  '[&_small[data-late]]:font-620 [&_small[data-late]]:text-text',
);

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
        <p className="py-4 px-(--pad) text-sm text-muted">Kein Antrag wartet auf eine Entscheidung.</p>
      ) : (
        <ul
          className="[&>li+li]:border-t [&>li+li]:border-border [&_small]:block [&_small]:text-[12px]/4 [&_small]:text-muted @container"
          aria-label="Offene Anträge, älteste zuerst"
        >
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
    <li className={OPEN}>
      <span className="grid place-items-center size-9 border border-border rounded-control">
        <Icon as={ENTRY_ICONS[kind]} size={18} />
      </span>
      <span className={OPEN_TITLE}>
        <Link to={queueUrl(request)}>{`${REQUEST_WORDS[kind].noun} ${reference}`}</Link>
        <small data-late={late || undefined}>
          {late && <Icon as={IconAlertTriangle} size={14} stroke={1.8} />}
          {`in ${request.currency}, ${late ? 'überfällig, ' : ''}wartet ${elapsed}`}
        </small>
        {(approval || request.heldAt !== null) && (
          <span className="grid text-xs font-book text-muted">
            {approval && <WaitingState approval={approval} />}
            <StandingMarks isLocked={false} heldAt={request.heldAt} />
          </span>
        )}
      </span>
      <span className="font-semibold whitespace-nowrap">
        <Amount
          value={request.amount}
          unit={REQUEST_UNIT}
          onOpen={() => onShow('details')}
          opensLabel="Antrag öffnen"
        />
      </span>
      {!isSelf && canDecide && (
        <span className="flex gap-2 @max-[520.02px]:col-[2_/_-1] @max-[520.02px]:mt-2">
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
