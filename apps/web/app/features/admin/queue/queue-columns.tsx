import type { RequestKind } from '@botdepot/contract';
import { type Approval, isLate, type RequestClaim } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { clsx } from 'clsx';
import { shortAddress } from '../../../entities/request/money-request.tsx';
import { formatDayMonthTime, formatElapsed } from '../../../lib/format/dates.ts';
import { REQUEST_UNIT } from '../../../lib/format/numbers.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import type { OpenRequests } from '../admin.queries.ts';
import { WaitingState } from '../four-eyes/waiting-state.tsx';
import { StandingMarks } from '../review/claim-notice.tsx';
import { isChoosable, type OpenRequest, otherHolder } from '../review/open-request.ts';
import type { Selection } from '../use-selection.ts';

/** The box is 20 px, what can be pressed 44 px, and neither makes the row higher. */
const BOX = 'relative z-1 grid place-items-center size-11 -m-3 cursor-pointer';

/** In tables one line, however long the address is; the drawer shows all of it. */
const CUSTOMER = clsx(
  'block max-w-[17rem] overflow-clip text-ellipsis whitespace-nowrap',
  '[&_small]:overflow-clip [&_small]:text-ellipsis',
  '@max-[1100.02px]:data-[kind=withdrawal]:max-w-[12rem]',
  'list:max-w-none list:whitespace-normal list:wrap-anywhere list:data-[kind=withdrawal]:max-w-none',
  'list:data-[kind=withdrawal]:whitespace-normal list:data-[kind=withdrawal]:wrap-anywhere',
);
/** Beside amounts in millions the address gives way, so that no row is wider than the page. */
const GIVES_WAY = 'grid grid-cols-[minmax(7rem,max-content)] list:block';
export interface QueueRows {
  kind: RequestKind;
  requests: OpenRequests | undefined;
  selection: Selection<OpenRequest>;
  /** Nobody decides on their own request. */
  ownUserId: string;
  /** Whether deciding is in the field of this admin. */
  canDecide: boolean;
  /** Those that wait for a second admin; they are approved with the request to them. */
  waiting: ReadonlyMap<string, Approval>;
}

/** A queue's columns; `now` for how long its requests have been waiting. */
export function queueColumns(props: QueueRows, now: number): Column<OpenRequest>[] {
  const { kind, requests, selection, ownUserId, canDecide, waiting } = props;
  const total = fromWire(requests?.totalAmount ?? '0');
  const canChoose = (request: OpenRequest) => isChoosable(request, ownUserId, waiting);
  const elapsed = (request: OpenRequest) => (
    <span className={isLate(request.kind, request.createdAt, now) ? 'font-620 text-text' : undefined}>
      {formatElapsed(Date.parse(request.createdAt), now)}
    </span>
  );
  const walletAfter: Column<OpenRequest> = {
    key: 'after',
    head: 'Wallet danach',
    kind: 'amount',
    list: 'amount-note',
    cell: (request) => (
      <span className="font-book text-muted">
        {formatAmount(request.walletAfter)}
        <span data-room="list"> danach</span>
      </span>
    ),
  };
  const choose: Column<OpenRequest> = {
    key: 'choose',
    head: <ChooseAll requests={(requests?.items ?? []).filter(canChoose)} selection={selection} />,
    list: 'choose',
    cell: (request) => canChoose(request) && <ChooseBox request={request} selection={selection} />,
  };
  return [
    ...(canDecide ? [choose] : []),
    {
      key: 'customer',
      head: kind === 'deposit' ? 'Kunde' : 'Kunde und Adresse',
      kind: 'primary',
      list: 'title',
      cell: (request) => {
        const approval = waiting.get(request.id);
        return (
          <span className={GIVES_WAY}>
            <span className={CUSTOMER} data-kind={kind} title={request.email}>
              <EmailAddress>{request.email}</EmailAddress>
              {kind === 'withdrawal' && (
                <small className="mono-address">{`an ${shortAddress(request.address)}`}</small>
              )}
              <ClaimedBy holder={otherHolder(request, ownUserId)} />
              {approval && <WaitingState approval={approval} />}
              <StandingMarks {...request} needsSecond={request.needsSecond && !approval} />
            </span>
          </span>
        );
      },
    },
    {
      key: 'reference',
      head: 'Referenz',
      list: 'note',
      cell: (request) => (
        <>
          <span className="nowrap">
            {request.reference}
            <small data-room="table">{request.currency}</small>
          </span>
          <span data-room="list">
            {` · ${request.currency} · `}
            <span className="nowrap">{elapsed(request)}</span>
          </span>
        </>
      ),
    },
    {
      key: 'waiting',
      head: 'Wartet',
      list: 'hidden',
      cell: (request) => (
        <span className="nowrap">
          {elapsed(request)}
          <small>{`seit ${formatDayMonthTime(request.createdAt)}`}</small>
        </span>
      ),
    },
    ...(kind === 'withdrawal' ? [walletAfter] : []),
    {
      key: 'amount',
      head: `Betrag, ${REQUEST_UNIT}`,
      kind: 'amount',
      edge: true,
      list: 'amount',
      cell: (request) => <Amount value={request.amount} />,
      foot: <Amount value={total} />,
      total: true,
    },
  ];
}

function ClaimedBy({ holder }: { holder: RequestClaim | null }) {
  return (
    holder && (
      <small>
        bearbeitet von <bdi>{holder.name}</bdi>
      </small>
    )
  );
}

interface ChooseBoxProps {
  request: OpenRequest;
  selection: Selection<OpenRequest>;
}

function ChooseBox({ request, selection }: ChooseBoxProps) {
  return (
    <label className={BOX}>
      <Checkbox
        checked={selection.has(request.id)}
        onChange={() => selection.toggle(request)}
        aria-label={`${request.reference} von ${request.email} wählen`}
      />
    </label>
  );
}

interface ChooseAllProps {
  requests: readonly OpenRequest[];
  selection: Selection<OpenRequest>;
}

function ChooseAll({ requests, selection }: ChooseAllProps) {
  const chosen = requests.filter(({ id }) => selection.has(id)).length;
  const all = requests.length > 0 && chosen === requests.length;
  return (
    <label className={clsx(BOX, 'list:flex list:w-fit list:gap-3 list:-my-2 list:mx-0')} data-all>
      <Checkbox
        aria-label="Alle auf dieser Seite wählen"
        checked={all}
        isPartly={chosen > 0 && !all}
        disabled={requests.length === 0}
        onChange={() => (all ? selection.remove(requests) : selection.add(requests))}
      />
      <span className="hidden list:inline" aria-hidden>
        Alle auf dieser Seite
      </span>
    </label>
  );
}
