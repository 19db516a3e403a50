import { OWN_BOT_LIMITS, type OwnBotOrder, type OwnBotRun } from '@botdepot/contract';
import { ownRecordHeadUrl, ownRecordUrl } from '@botdepot/contract/catalogue';
import { fromWire } from '@botdepot/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProtocolDays } from '../../../entities/bot/protocol-days.tsx';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal } from '../../../lib/format/numbers.ts';
import { queries } from '../../../lib/server/api.ts';
import { Link } from '../../../lib/url/link.tsx';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { priceText } from '../decision-reason.tsx';
import { type Fill, FillReason, reasonOf } from './fill-reason.tsx';

const PAGE_SIZE = 10;
/** Values move with every minute. */
const FRESH_MS = 30_000;

interface RunListProps {
  id: string;
  series: number;
}

interface RunFillsProps extends RunListProps {
  /** Why nothing was done yet; null of a run that is over. */
  waitsFor: string | null;
  /** Of the bars that its rule decides on. */
  interval: '1h' | '1d';
}

/** What the bot bought and sold, per unit. */
export function RunFills({ id, series, waitsFor, interval }: RunFillsProps) {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useQuery(
    queries.testbench.listOwnBotFills.queryOptions({
      input: { id, series, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
      refetchInterval: FRESH_MS,
    }),
  );
  return (
    <Panel flush title="Ausführungen" note="Neueste zuerst, Mengen je Anteil">
      {data === undefined ? (
        error ? (
          <LoadFailure error={error} pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={3} />
        )
      ) : (
        <>
          <DataTable
            caption="Ausführungen"
            columns={fillColumns(open, (fill) => setOpen(fill === open ? null : fill))}
            rows={data.items}
            rowKey={({ id: fill }) => fill}
            detail={(fill) => (fill.id === open ? <FillReason fill={fill} interval={interval} /> : null)}
            empty={
              <EmptyState title={waitsFor === null ? 'Keine Ausführung' : 'Noch keine Ausführung'}>
                {waitsFor ?? 'In diesem Lauf hat der Bot nicht gehandelt.'}
              </EmptyState>
            }
          />
          {data.total > PAGE_SIZE && (
            <Pager page={page} pageSize={PAGE_SIZE} total={data.total} noun="Ausführungen" onPage={setPage} />
          )}
        </>
      )}
    </Panel>
  );
}

const fillColumns = (open: string | null, toggle: (fill: string) => void): Column<Fill>[] => [
  {
    key: 'symbol',
    head: 'Markt',
    list: 'title',
    cell: ({ symbol, side }) => (
      <>
        <b className="font-semibold">{symbol}</b>
        {side === 'buy' ? ' Kauf' : ' Verkauf'}
      </>
    ),
  },
  { key: 'at', head: 'Zeit', kind: 'moment', list: 'note', cell: ({ at }) => formatDateTimeShort(at) },
  { key: 'reason', head: 'Anlass', kind: 'muted', list: 'wide', cell: ({ reason }) => reasonOf(reason) },
  {
    key: 'quantity',
    head: 'Menge',
    kind: 'amount',
    list: 'amount-note',
    cell: ({ quantity }) => formatDecimal(quantity, { digits: 6 }),
  },
  {
    key: 'price',
    head: 'Kurs',
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: ({ symbol, price }) => priceText(symbol, price),
  },
  {
    key: 'why',
    head: <span className="vh">Erklärung</span>,
    list: 'action',
    cell: ({ id, symbol, at }) => (
      <Button
        size="sm"
        aria-expanded={id === open}
        aria-label={`Warum: ${symbol}, ${formatDateTimeShort(at)}`}
        onClick={() => toggle(id)}
      >
        Warum
      </Button>
    ),
  },
];

/** What the bot did and why, in words. */
export function RunProtocol({ id, series }: RunListProps) {
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useQuery(
    queries.testbench.listOwnBotProtocol.queryOptions({
      input: { id, series, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
      refetchInterval: FRESH_MS,
    }),
  );
  return (
    <Panel flush title="Protokoll" note="Was der Bot tat und warum">
      {data === undefined ? (
        error ? (
          <LoadFailure error={error} pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <RowsSkeleton count={3} />
        )
      ) : data.items.length === 0 ? (
        <p className="p-(--pad) text-muted">Noch hat der Bot nichts entschieden.</p>
      ) : (
        <>
          <div className="px-(--pad) pt-1 pb-5">
            <ProtocolDays entries={data.items} />
          </div>
          {data.total > PAGE_SIZE && (
            <Pager page={page} pageSize={PAGE_SIZE} total={data.total} noun="Einträge" onPage={setPage} />
          )}
        </>
      )}
    </Panel>
  );
}

/** Starts and stops with what became of them. */
export function OrdersPanel({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const { data } = useQuery(
    queries.testbench.listOwnBotOrders.queryOptions({
      input: { id, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
    }),
  );
  if (data === undefined || data.total === 0) return null;
  return (
    <Panel flush title="Aufträge">
      <DataTable
        caption="Aufträge"
        columns={ORDER_COLUMNS}
        rows={data.items}
        rowKey={({ id: order }) => order}
      />
      {data.total > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} total={data.total} noun="Aufträge" onPage={setPage} />
      )}
    </Panel>
  );
}

const KINDS: Readonly<Record<OwnBotOrder['kind'], string>> = { start: 'Start', stop: 'Ende' };
const STATUSES: Readonly<Record<OwnBotOrder['status'], string>> = {
  waiting: 'in Auftrag',
  executed: 'ausgeführt',
  cancelled: 'zurückgenommen',
  expired: 'verfallen',
};

const ORDER_COLUMNS: Column<OwnBotOrder>[] = [
  {
    key: 'kind',
    head: 'Auftrag',
    list: 'title',
    cell: ({ kind, version }) => (
      <>
        <b className="font-semibold">{KINDS[kind]}</b>
        {`, Fassung ${version}`}
      </>
    ),
  },
  {
    key: 'at',
    head: 'Erteilt',
    kind: 'moment',
    list: 'note',
    cell: ({ createdAt }) => formatDateTimeShort(createdAt),
  },
  {
    key: 'status',
    head: 'Stand',
    list: 'wide',
    cell: ({ status, decidedAt }) =>
      decidedAt === null ? STATUSES[status] : `${STATUSES[status]} ${formatDateTimeShort(decidedAt)}`,
  },
  {
    key: 'amount',
    head: 'USDT',
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: ({ amountUsd, payoutUsd }) => {
      const shown = payoutUsd ?? amountUsd;
      return shown === null ? '–' : <Amount value={fromWire(shown)} />;
    },
  },
];

interface RunsPanelProps {
  id: string;
  /** Newest first. */
  runs: readonly OwnBotRun[];
  /** Which one is on the page. */
  shown: number;
}

/** The runs of a bot; a row shows it on this page. */
export function RunsPanel({ id, runs, shown }: RunsPanelProps) {
  const most = OWN_BOT_LIMITS.runsListed;
  const newest = runs.length < most ? '' : `Die neuesten ${formatCount(most)}. `;
  return (
    <Panel flush title="Läufe" note={`${newest}Eine Zeile zeigt den Lauf auf dieser Seite`}>
      <DataTable
        caption="Läufe"
        columns={RUN_COLUMNS}
        rows={runs}
        rowKey={({ id }) => id}
        rowTo={({ series }) => urls.ownBotRun(id, series)}
        isSelected={({ series }) => series === shown}
      />
    </Panel>
  );
}

const RUN_COLUMNS: Column<OwnBotRun>[] = [
  {
    key: 'run',
    head: 'Lauf',
    kind: 'primary',
    list: 'title',
    cell: ({ series, version }) => `Lauf ${formatCount(series)}, Fassung ${formatCount(version)}`,
  },
  {
    key: 'time',
    head: 'Zeit',
    kind: 'moment',
    list: 'note',
    cell: ({ startedAt, endedAt }) =>
      `${formatDateTimeShort(startedAt)} bis ${endedAt === null ? 'jetzt' : formatDateTimeShort(endedAt)}`,
  },
  {
    key: 'put',
    head: 'Eingesetzt',
    kind: 'amount',
    list: 'amount-note',
    cell: ({ amountUsd }) => <Amount value={fromWire(amountUsd)} />,
  },
  {
    key: 'result',
    head: 'Ergebnis in USDT',
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: ({ amountUsd, valueUsd }) => (
      <Amount value={fromWire(valueUsd) - fromWire(amountUsd)} tone="delta" />
    ),
  },
];

/** Sealed once a minute. */
const SEALED_MS = 60_000;

/** The sealed record of the bot, for its owner to keep; nothing before its first seal. */
export function RecordLine({ id }: { id: string }) {
  const { data } = useQuery(
    queries.testbench.getOwnBotRecord.queryOptions({ input: { id }, refetchInterval: SEALED_MS }),
  );
  if (!data?.sealedUntil) return null;
  const entries = `${formatCount(data.entries)} ${data.entries === 1 ? 'Eintrag' : 'Einträge'}`;
  return (
    <p className="text-sm text-muted">
      <Link className="link" to={ownRecordUrl(id)} reloadDocument download>
        Versiegeltes Protokoll laden
      </Link>
      {` (${entries}, `}
      <TermHint id="sealed">versiegelt</TermHint>
      {` bis ${formatDateTimeShort(data.sealedUntil)}). `}
      <Link className="link" to={ownRecordHeadUrl(id)} reloadDocument download>
        Kopf der Kette laden
      </Link>
      {'. Den Stand jedes Tages hält auch die '}
      <Link className="link" to={urls.daySeals}>
        öffentliche Liste
      </Link>
      {' fest: nur Nummer und Hash.'}
    </p>
  );
}
