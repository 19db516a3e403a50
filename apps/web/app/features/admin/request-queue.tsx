import { formatAmount, fromWire, type Micros } from '@botdepot/money';
import { formatDayMonthTime, formatElapsed } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { CsvButton, type CsvRows } from '../../ui/csv-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { CountPill } from '../../ui/status-pill.tsx';
import classes from './admin.module.css';
import type { OpenRequests } from './admin.queries.ts';
import { type Decision, REQUEST_WORDS, UNIT } from './admin-texts.ts';
import { SecondMark } from './four-eyes/second-mark.tsx';
import { isLate, type OpenRequest, otherHolder, type RequestKind, shortAddress } from './open-request.ts';
import { ChooseAll, ChooseBox } from './queue/choose-box.tsx';
import queueClasses from './queue/queue.module.css';
import { SelectionBar } from './queue/selection-bar.tsx';
import type { Selection } from './use-selection.ts';

interface RequestQueueProps {
  /** Links lead here. */
  id: string;
  kind: RequestKind;
  requests: OpenRequests | undefined;
  selection: Selection<OpenRequest>;
  currentId: string | undefined;
  /** Nobody decides on their own request. */
  ownUserId: string;
  isFiltered: boolean;
  onClearFilter: () => void;
  onOpen: (request: OpenRequest) => void;
  onDecide: (decision: Decision, request: OpenRequest) => void;
  onDecideAll: (decision: Decision) => void;
  onChooseAll: () => void;
  loadingAll: boolean;
  onPage: (page: number) => void;
  loadCsv: () => Promise<CsvRows>;
  /** Loading failed and there is nothing older to show. */
  onRetry?: (() => void) | undefined;
}

export function RequestQueue(props: RequestQueueProps) {
  const { kind, requests, selection, currentId, onOpen, onPage, onRetry } = props;
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
        aside={
          requests &&
          requests.total > 0 && (
            <CsvButton
              fileName={kind === 'deposit' ? 'offene-einzahlungen.csv' : 'offene-auszahlungen.csv'}
              label={words.queue}
              load={props.loadCsv}
            />
          )
        }
      >
        {requests ? (
          <DataTable
            caption={words.queue}
            columns={columnsOf(props, now, fromWire(requests.totalAmount))}
            rows={requests.items}
            rowKey={(request) => request.id}
            onOpen={onOpen}
            isSelected={(request) => selection.has(request.id)}
            isCurrent={(request) => request.id === currentId}
            footLabel={props.isFiltered ? 'Alle Treffer' : 'Alle offenen'}
            empty={<Empty {...props} />}
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
        {selection.rows.length > 0 && (
          <SelectionBar
            selection={selection}
            total={requests?.total ?? 0}
            loadingAll={props.loadingAll}
            onChooseAll={props.onChooseAll}
            onDecide={props.onDecideAll}
          />
        )}
      </Panel>
    </div>
  );
}

function Empty({ kind, isFiltered, onClearFilter }: RequestQueueProps) {
  if (!isFiltered) return <EmptyState title="Alles entschieden">{REQUEST_WORDS[kind].noneOpen}</EmptyState>;
  return (
    <EmptyState title="Keine Treffer" action={<Button onClick={onClearFilter}>Filter aufheben</Button>}>
      {`${REQUEST_WORDS[kind].queue}, auf die der Filter passt, gibt es nicht.`}
    </EmptyState>
  );
}

function columnsOf(props: RequestQueueProps, now: number, total: Micros): Column<OpenRequest>[] {
  const { kind, requests, selection, ownUserId } = props;
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
      key: 'choose',
      head: (
        <ChooseAll
          requests={(requests?.items ?? []).filter(({ userId }) => userId !== ownUserId)}
          selection={selection}
        />
      ),
      phone: 'choose',
      cell: (request) =>
        request.userId !== ownUserId && <ChooseBox request={request} selection={selection} />,
    },
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
          {claimText(request, ownUserId) && <small>{claimText(request, ownUserId)}</small>}
          {kind === 'withdrawal' && <SecondMark withdrawalId={request.id} />}
        </span>
      ),
    },
    {
      key: 'reference',
      head: 'Referenz',
      phone: 'note',
      cell: (request) => (
        <>
          <span className="nowrap">
            {request.reference}
            <small>{request.currency}</small>
            <span className={classes.onPhone}>
              {` · ${request.currency} · `}
              {waiting(request)}
            </span>
          </span>
          {claimText(request, ownUserId) && (
            <span className={`${classes.onPhone} ${queueClasses.claimed}`}>
              {claimText(request, ownUserId)}
            </span>
          )}
        </>
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
      // The drawer has the same two buttons.
      phone: 'hidden',
      cell: (request) => <Decide {...props} request={request} />,
    },
    {
      key: 'amount',
      head: `Betrag, ${UNIT}`,
      kind: 'amount',
      edge: true,
      phone: 'amount',
      cell: (request) => <Amount value={request.amount} />,
      foot: <Amount value={total} />,
      total: true,
    },
  ];
}

function claimText(request: OpenRequest, ownUserId: string): string | null {
  const holder = otherHolder(request, ownUserId);
  return holder && `bearbeitet von ${holder.name}`;
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
