import { formatAmount, fromWire } from '@botdepot/money';
import { formatDayMonthTime, formatElapsed } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { CountPill } from '../../ui/status-pill.tsx';
import classes from './admin.module.css';
import type { OpenRequests } from './admin.queries.ts';
import { type Decision, REQUEST_WORDS, UNIT } from './admin-texts.ts';
import { isLate, type OpenRequest, type RequestKind, shortAddress } from './open-request.ts';

interface RequestQueueProps {
  /** Links lead here. */
  id: string;
  kind: RequestKind;
  requests: OpenRequests | undefined;
  /** All open ones together, not only this page's; a decimal string of the API. */
  totalAmount: string | undefined;
  currentId: string | undefined;
  /** Nobody decides on their own request. */
  ownUserId: string;
  onOpen: (request: OpenRequest) => void;
  onDecide: (decision: Decision, request: OpenRequest) => void;
  onPage: (page: number) => void;
  /** Loading failed and there is nothing older to show. */
  onRetry?: (() => void) | undefined;
}

export function RequestQueue(props: RequestQueueProps) {
  const { kind, requests, totalAmount, currentId, onOpen, onPage, onRetry } = props;
  const words = REQUEST_WORDS[kind];
  const now = useNow(30_000);
  return (
    <div id={props.id} className={classes.section}>
      <Panel
        flush
        title={
          <span className={classes.title}>
            {words.queue}
            {requests && requests.total > 0 && <CountPill count={requests.total} />}
          </span>
        }
      >
        {requests ? (
          <DataTable
            caption={words.queue}
            columns={columnsOf(props, now)}
            rows={requests.items}
            rowKey={(request) => request.id}
            onOpen={onOpen}
            isCurrent={(request) => request.id === currentId}
            footLabel={totalAmount === undefined ? undefined : 'Alle offenen'}
            empty={<EmptyState title="Alles entschieden">{words.noneOpen}</EmptyState>}
          />
        ) : onRetry ? (
          <EmptyState title="Nicht geladen" action={<Button onClick={onRetry}>Erneut versuchen</Button>}>
            Die Liste konnte nicht geladen werden. Es wurde nichts verändert.
          </EmptyState>
        ) : (
          <RowsSkeleton count={3} />
        )}
        {requests && requests.total > requests.pageSize && (
          <Pager
            page={requests.page}
            pageSize={requests.pageSize}
            total={requests.total}
            noun={words.queue}
            onPage={onPage}
          />
        )}
      </Panel>
    </div>
  );
}

function columnsOf(props: RequestQueueProps, now: number): Column<OpenRequest>[] {
  const { kind, totalAmount } = props;
  const waiting = (request: OpenRequest) => (
    <span className={isLate(request, now) ? classes.late : undefined}>
      {formatElapsed(Date.parse(request.createdAt), now)}
    </span>
  );
  const walletAfter: Column<OpenRequest> = {
    key: 'after',
    head: 'Wallet danach',
    kind: 'amount',
    phone: 'amount-note',
    cell: (request) => (
      <span className={classes.after}>
        {request.walletAfter !== null && formatAmount(request.walletAfter)}
        <span className={classes.onPhone}> danach</span>
      </span>
    ),
  };
  return [
    {
      key: 'customer',
      head: kind === 'deposit' ? 'Kunde' : 'Kunde und Adresse',
      kind: 'primary',
      phone: 'title',
      cell: (request) => (
        <span className={classes.customer} data-kind={kind} title={request.email}>
          {request.email}
          {kind === 'withdrawal' && (
            <small className="mono-address">{`an ${shortAddress(request.address)}`}</small>
          )}
        </span>
      ),
    },
    {
      key: 'reference',
      head: 'Referenz',
      phone: 'note',
      cell: (request) => (
        <span className="nowrap">
          {request.reference} <span className="muted">· {request.currency}</span>
          <span className={classes.onPhone}> · {waiting(request)}</span>
        </span>
      ),
    },
    {
      key: 'waiting',
      head: 'Wartet',
      phone: 'hidden',
      cell: (request) => (
        <span className="nowrap">
          {waiting(request)}
          <small>{`seit ${formatDayMonthTime(request.createdAt)}`}</small>
        </span>
      ),
    },
    ...(kind === 'withdrawal' ? [walletAfter] : []),
    {
      key: 'actions',
      head: <span className="vh">Entscheidung</span>,
      phone: 'actions',
      cell: (request) => <Decide {...props} request={request} />,
    },
    {
      key: 'amount',
      head: `Betrag, ${UNIT}`,
      kind: 'amount',
      edge: true,
      phone: 'amount',
      cell: (request) => <Amount value={request.amount} />,
      foot: totalAmount === undefined ? undefined : <Amount value={fromWire(totalAmount)} />,
      total: true,
    },
  ];
}

function Decide({ request, ownUserId, onDecide }: RequestQueueProps & { request: OpenRequest }) {
  if (request.userId === ownUserId) return <span className="small muted">Eigener Antrag</span>;
  return (
    <div className={classes.decide}>
      <Button size="sm" look="quiet" onClick={() => onDecide('reject', request)}>
        Ablehnen<span className="vh">{`: ${request.reference}`}</span>
      </Button>
      <Button size="sm" onClick={() => onDecide('approve', request)}>
        Genehmigen<span className="vh">{`: ${request.reference}`}</span>
      </Button>
    </div>
  );
}
