import { type DeskContext, isLate } from '@botdepot/contract';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { Link } from 'react-router';
import { formatElapsed } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { useMay } from '../../../lib/profile.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { REQUEST_WORDS } from '../admin-texts.ts';
import { useWaitingRequests } from '../four-eyes/four-eyes.queries.ts';
import { ApprovalLink, WaitingState } from '../four-eyes/waiting-state.tsx';
import { type OpenRequest, openRequestOf, otherHolder, queueUrl } from '../review/open-request.ts';
import type { OpenedRequest } from '../review/request-dialogs.tsx';
import { StandingMarks } from '../review/standing-marks.tsx';
import { useRequestDialogs } from '../review/use-request-dialogs.tsx';

export const DESK_PART = clsx(
  'grid grid-cols-1 gap-3 py-4 px-(--pad) [&+&]:border-t [&+&]:border-border',
  '[&_h3]:text-[14px]/5 [&_h3]:font-bold',
);

const REFERENCE = clsx(
  'flex flex-wrap justify-between gap-x-3 gap-y-0 text-sm font-580',
  '[&>a]:text-inherit [&>a:hover]:underline [&>a:hover]:underline-offset-4',
  '[&>:last-child]:ml-auto',
);
const SINCE = clsx(
  'flex items-center gap-1 mb-1 text-[12px]/4.5 text-muted',
  '[&_svg]:flex-none data-late:font-620 data-late:text-text',
);

interface DeskRequestsProps {
  context: DeskContext;
  ownUserId: string;
  /** A decision was made, and its dialog is gone: the conversation goes on. */
  onDecided: () => void;
}

/** What the customer waits for, decided beside the conversation by the same dialogs as in the queue. */
export function DeskRequests({ context, ownUserId, onDecided }: DeskRequestsProps) {
  const requests = [
    ...context.deposits.map((row) => openRequestOf('deposit', row, context)),
    ...context.withdrawals.map((row) => openRequestOf('withdrawal', row, context)),
  ];
  const more =
    context.pendingDeposits -
    context.deposits.length +
    (context.pendingWithdrawals - context.withdrawals.length);
  const { show, dialogs } = useRequestDialogs({ requests, ownUserId, onDecided });
  return (
    <section className={DESK_PART}>
      <h3>Offen</h3>
      {requests.length === 0 && <p className="small muted">Kein Antrag wartet auf eine Entscheidung.</p>}
      {requests.map((request) => (
        <Request
          key={request.id}
          request={request}
          ownUserId={ownUserId}
          onShow={(what) => show(what, request)}
        />
      ))}
      {more > 0 && <p className="small muted">{`und ${more} weitere`}</p>}
      {dialogs}
    </section>
  );
}

interface RequestProps {
  request: OpenRequest;
  ownUserId: string;
  onShow: (what: OpenedRequest['what']) => void;
}

function Request({ request, ownUserId, onShow }: RequestProps) {
  const now = useNow(30_000);
  const approval = useWaitingRequests().get(request.id);
  const { reference, kind, createdAt } = request;
  const late = isLate(kind, createdAt, now);
  const holder = otherHolder(request, ownUserId);
  const may = useMay();
  const title = `${REQUEST_WORDS[kind].noun} ${reference}`;
  return (
    <div className="grid grid-cols-1 gap-1 [&+&]:pt-2">
      <p className={REFERENCE}>
        {may('admin.listPendingDeposits') ? <Link to={queueUrl(request)}>{title}</Link> : title}
        <Amount
          value={request.amount}
          {...(may('admin.getCustomerFacts') && {
            onOpen: () => onShow('details'),
            opensLabel: 'Antrag öffnen',
          })}
        />
      </p>
      <p className={SINCE} data-late={late || undefined}>
        <Icon as={late ? IconAlertTriangle : IconClock} size={14} stroke={1.8} />
        <span>
          {request.currency} · {late ? 'überfällig, ' : 'wartet '}
          {formatElapsed(Date.parse(createdAt), now)}
        </span>
      </p>
      {holder && (
        <p className={SINCE}>
          bearbeitet von <bdi>{holder.name}</bdi>
        </p>
      )}
      {approval && (
        <p className="grid text-[12px]/4.5 text-muted wrap-anywhere">
          <WaitingState approval={approval} />
        </p>
      )}
      {/* That the account is locked stands above. */}
      <StandingMarks isLocked={false} heldAt={request.heldAt} />
      {request.userId === ownUserId ? (
        <p className="small muted">Eigener Antrag</p>
      ) : !may('admin.approveDeposit') ? null : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-2 pt-1">
          {approval ? (
            <ApprovalLink approval={approval} />
          ) : (
            <>
              {request.heldAt === null && (
                <Button size="sm" onClick={() => onShow('approve')}>
                  Genehmigen<span className="vh">{`: ${reference}`}</span>
                </Button>
              )}
              <Button size="sm" look="quiet" onClick={() => onShow('reject')}>
                Ablehnen<span className="vh">{`: ${reference}`}</span>
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}
