import type { SystemState } from '@botdepot/contract';
import { formatAge, formatDateTime } from '../../../lib/dates.ts';
import { formatCount, formatDecimal, NBSP, NO_FIGURE } from '../../../lib/numbers.ts';
import { priceSourcesText } from '../../../lib/price-sources.ts';
import { type KeyValue, KeyValues } from '../../../ui/key-values.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { KeyValuesSkeleton } from '../../../ui/skeleton.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { concernsOf, healthOf } from './system-health.ts';

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
export function SystemPanels({ state, nowMs, isOld }: SystemPanelsProps) {
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
export function SystemPanelsSkeleton() {
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
