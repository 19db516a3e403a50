import type { Fault, SystemState } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { formatAge, formatDateTime, formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal, NBSP, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { priceSourcesText } from '../../../lib/format/price-sources.ts';
import { useNow } from '../../../lib/live/now.ts';
import { queries } from '../../../lib/server/api.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { pageNumber, text } from '../../../lib/url/url-state.ts';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { type KeyValue, KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { NotLoaded } from '../../../ui/state/not-loaded.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { KeyValuesSkeleton } from '../../../ui/state/skeleton.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { SearchField } from '../../../ui/table/search-field.tsx';
import { concernsOf, healthOf, serverTime } from './system-health.ts';

/** A state is looked at while something goes on. */
const AGAIN_MS = 5_000;

function useSystemState() {
  return useQuery(queries.admin.getSystemState.queryOptions({ refetchInterval: AGAIN_MS }));
}

/** Whether anything needs a hand, and what became of a failure that a customer reports. */
export function SystemPage() {
  const { data, dataUpdatedAt, isError, isPaused, refetch } = useSystemState();
  const now = useNow(1_000);
  const isOld = data !== undefined && (isError || isPaused);
  return (
    <>
      <PageHead title="System" note="Aktualisiert sich von selbst" />
      <div className="stack">
        {isOld && (
          <div role="status">
            <Notice kind="warning" title="Der Zustand lässt sich nicht mehr lesen">
              {`Die Angaben sind vom ${formatDateTime(data.at)}; was seitdem geschah, ist unbekannt. Die Seite versucht es von selbst weiter.`}
            </Notice>
          </div>
        )}
        {data ? (
          <SystemPanels
            state={data}
            nowMs={serverTime(data, dataUpdatedAt, isOld ? dataUpdatedAt : now)}
            isOld={isOld}
          />
        ) : isError ? (
          <Panel label="Zustand" flush>
            <NotLoaded onRetry={() => void refetch()}>Der Zustand konnte nicht geladen werden.</NotLoaded>
          </Panel>
        ) : (
          <SystemPanelsSkeleton />
        )}
        <FaultsPanel />
      </div>
    </>
  );
}

const LIST = { reference: text('kennung'), page: pageNumber() };

const COLUMNS: Column<Fault>[] = [
  {
    key: 'reference',
    head: 'Kennung',
    list: 'title',
    cell: ({ reference }) => <code className="text-[13px]/5 wrap-anywhere">{reference}</code>,
  },
  {
    key: 'request',
    head: 'Anfrage',
    list: 'note',
    cell: ({ request }) => <code className="text-[13px]/5 wrap-anywhere">{request}</code>,
  },
  {
    key: 'kind',
    head: 'Fehler',
    list: 'wide',
    cell: ({ kind, place }) => (
      <>
        <code className="text-[13px]/5 wrap-anywhere">{kind}</code>
        {place !== null && <small className="block text-xs text-muted wrap-anywhere">{place}</small>}
      </>
    ),
  },
  {
    key: 'at',
    head: 'Zeit',
    kind: 'amount',
    edge: true,
    list: 'amount-note',
    cell: ({ at }) => formatDateTimeShort(at),
  },
];

/** Failures that nobody foresaw: a customer reads out a reference, and it leads to the lines of the log. */
function FaultsPanel() {
  const list = useList(LIST, ({ reference, page }) =>
    queries.admin.listFaults.queryOptions({
      input: { page, ...(reference && { reference }) },
      refetchInterval: AGAIN_MS,
    }),
  );
  return (
    <Panel
      title="Unerwartete Fehler"
      note="Die Kennung steht in der Meldung, die der Kunde sah, und als requestId im Protokoll der Instanz. 30 Tage."
      aside={
        <SearchField
          label="Kennung suchen"
          placeholder="Kennung"
          value={list.value.reference}
          onSearch={(reference) => list.set({ reference })}
        />
      }
      flush
    >
      <PagedRows
        list={list}
        noun="Fehler"
        expected={3}
        none={
          <EmptyState title="Keine Fehler">
            In den letzten 30 Tagen ist nichts Unerwartetes geschehen.
          </EmptyState>
        }
        noMatch="In den letzten 30 Tagen gibt es keinen Fehler, dessen Kennung so beginnt."
        clearLabel="Suche leeren"
      >
        {(items) => (
          <DataTable
            caption="Unerwartete Fehler, neueste zuerst"
            columns={COLUMNS}
            rows={items}
            rowKey={(fault) => fault.reference}
          />
        )}
      </PagedRows>
    </Panel>
  );
}

const GRID = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,26rem),1fr))] gap-(--gap)';

const TRANSPORTS: Record<SystemState['mails']['transport'], string> = {
  smtp: 'über den Mailserver',
  mailbox: 'ins Postfach der Demo',
  none: 'keiner eingerichtet',
};
const SCHEMAS: Record<SystemState['database']['schema'], string> = {
  ok: 'auf dem Stand dieser Fassung',
  behind: 'hinter dieser Fassung',
  ahead: 'vor dieser Fassung',
};

const TITLES = {
  feed: 'Kurse und Bots',
  database: 'Datenbank',
  mails: 'Mails',
  replica: 'Diese Instanz',
};

interface SystemPanelsProps {
  state: SystemState;
  nowMs: number;
  /** How it is by now cannot be read. */
  isOld: boolean;
}

/** Database, prices, mails and connections, each with what an operator should look at. */
function SystemPanels({ state, nowMs, isOld }: SystemPanelsProps) {
  const concerns = concernsOf(state, nowMs);
  return (
    <div className={GRID}>
      <Area title={TITLES.feed} concerns={concerns.feed} isOld={isOld} facts={feedFacts(state, nowMs)} />
      <Area title={TITLES.database} concerns={concerns.database} isOld={isOld} facts={databaseFacts(state)} />
      <Area
        title={TITLES.mails}
        concerns={concerns.mails}
        isOld={isOld}
        isOff={state.mails.transport === 'none'}
        facts={mailFacts(state)}
      />
      <Area title={TITLES.replica} concerns={[]} isOld={isOld} facts={replicaFacts(state)} />
    </div>
  );
}

/** With as many facts as there usually are. */
function SystemPanelsSkeleton() {
  return (
    <div className={GRID}>
      <AreaSkeleton title={TITLES.feed} facts={5} />
      <AreaSkeleton title={TITLES.database} facts={4} />
      <AreaSkeleton title={TITLES.mails} facts={4} />
      <AreaSkeleton title={TITLES.replica} facts={5} />
    </div>
  );
}

function AreaSkeleton({ title, facts }: { title: string; facts: number }) {
  return (
    <Panel title={title}>
      <KeyValuesSkeleton count={facts} />
    </Panel>
  );
}

interface AreaProps {
  title: string;
  concerns: string[];
  isOld: boolean;
  /** The installation does without it. */
  isOff?: boolean;
  facts: KeyValue[];
}

function Area({ title, concerns, isOld, isOff = false, facts }: AreaProps) {
  const health = healthOf(concerns, { isOld, isOff });
  return (
    <Panel title={title} aside={<StatusPill tone={health.tone}>{health.text}</StatusPill>}>
      {concerns.length > 0 && (
        <ul className="mb-3 pl-3 border-l-2 border-control text-md font-semibold">
          {concerns.map((concern) => (
            <li key={concern}>{concern}.</li>
          ))}
        </ul>
      )}
      <KeyValues facts={facts} />
    </Panel>
  );
}

function feedFacts({ feed, leader }: SystemState, nowMs: number): KeyValue[] {
  return [
    {
      label: 'Letzter Kurs',
      value:
        feed.lastTickAt === null ? NO_FIGURE : formatAge(Math.max(0, nowMs - Date.parse(feed.lastTickAt))),
    },
    ...feed.sources.map(({ source, symbols, stale, closed }) => ({
      label: capital(priceSourcesText([source])),
      value: [
        `${formatCount(symbols)} Märkte`,
        ...(closed > 0 ? [`${formatCount(closed)} geschlossen`] : []),
        ...(stale > 0 ? [`${formatCount(stale)} veraltet`] : []),
      ].join(', '),
    })),
    {
      label: 'Führende Instanz',
      value: leader === null ? NO_FIGURE : leader.isThisReplica ? 'diese Instanz' : nameOf(leader.holder),
    },
    {
      label: 'Führt seit',
      value:
        leader === null ? NO_FIGURE : `${formatDateTime(leader.since)}, Epoche ${formatCount(leader.epoch)}`,
    },
  ];
}

function databaseFacts({ database }: SystemState): KeyValue[] {
  return [
    { label: 'PostgreSQL', value: database.version },
    { label: 'Größe', value: megabytes(database.sizeBytes) },
    { label: 'Verbindungen', value: formatCount(database.connections) },
    {
      label: 'Schema',
      value: `${SCHEMAS[database.schema]}, ${formatCount(database.migrations)} Migrationen`,
    },
  ];
}

function mailFacts({ mails }: SystemState): KeyValue[] {
  return [
    { label: 'Versand', value: TRANSPORTS[mails.transport] },
    {
      label: 'Warten',
      value:
        mails.oldestWaitingSince === null
          ? formatCount(mails.waiting)
          : `${formatCount(mails.waiting)}, die älteste seit ${formatDateTime(mails.oldestWaitingSince)}`,
    },
    { label: 'Aufgegeben', value: formatCount(mails.givenUp) },
    { label: 'In 24 Stunden versandt', value: formatCount(mails.sentToday) },
    ...(mails.lastError === null ? [] : [{ label: 'Letzter Fehler', value: mails.lastError }]),
  ];
}

function replicaFacts({ version, replica, startedAt, bus, sockets }: SystemState): KeyValue[] {
  return [
    { label: 'Fassung', value: version },
    { label: 'Läuft auf', value: nameOf(replica) },
    { label: 'Gestartet', value: formatDateTime(startedAt) },
    {
      label: 'Live-Verbindungen',
      value: `${formatCount(sockets.connections)} offen, von ${formatCount(sockets.accounts)} ${sockets.accounts === 1 ? 'Konto' : 'Konten'}`,
    },
    { label: 'Andere Instanzen', value: bus === 'redis' ? 'verbunden über Redis' : 'keine vorgesehen' },
  ];
}

/** Host and process; what follows only tells one start from the next. */
function nameOf(replica: string): string {
  const [host = replica, process] = replica.split('/');
  return process === undefined ? host : `${host}, Prozess ${process}`;
}

const megabytes = (bytes: number) => `${formatDecimal(bytes / 1_000_000, { digits: 1 })}${NBSP}MB`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
