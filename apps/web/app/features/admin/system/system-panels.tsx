import { BOTS, type SystemState } from '@botdepot/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { capitalised } from '../../../lib/format/capitalised.ts';
import { formatAge, formatDateTime, formatElapsed, formatSince } from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal, NBSP, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { priceSourcesText } from '../../../lib/format/price-sources.ts';
import { urls } from '../../../lib/url/urls.ts';
import { type KeyValue, KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { KeyValuesSkeleton } from '../../../ui/state/skeleton.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
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
  waiting: 'Was auf das Team wartet',
  feed: 'Kurse und Bots',
  mails: 'Mails',
  safety: 'Sicherung und Abgleich',
  database: 'Datenbank',
  replicas: 'Instanzen',
};

interface SystemPanelsProps {
  state: SystemState;
  nowMs: number;
  /** How it is by now cannot be read. */
  isOld: boolean;
}

/** What waits, prices, mails, copies, the database and its processes, each with what an operator should look at. */
export function SystemPanels({ state, nowMs, isOld }: SystemPanelsProps) {
  const concerns = concernsOf(state, nowMs);
  return (
    <div className={GRID}>
      <Area
        title={TITLES.waiting}
        concerns={concerns.waiting}
        isOld={isOld}
        facts={waitingFacts(state, nowMs)}
      />
      <Area title={TITLES.feed} concerns={concerns.feed} isOld={isOld} facts={feedFacts(state, nowMs)} />
      <Area
        title={TITLES.mails}
        concerns={concerns.mails}
        isOld={isOld}
        isOff={state.mails.transport === 'none'}
        facts={mailFacts(state)}
      />
      <Area
        title={TITLES.safety}
        concerns={concerns.safety}
        isOld={isOld}
        facts={safetyFacts(state, nowMs)}
      />
      <Area title={TITLES.database} concerns={concerns.database} isOld={isOld} facts={databaseFacts(state)} />
      <Area title={TITLES.replicas} concerns={concerns.replicas} isOld={isOld} facts={replicaFacts(state)} />
    </div>
  );
}

/** With as many facts as there usually are. */
export function SystemPanelsSkeleton() {
  return (
    <div className={GRID}>
      <AreaSkeleton title={TITLES.waiting} facts={6} />
      <AreaSkeleton title={TITLES.feed} facts={8} />
      <AreaSkeleton title={TITLES.mails} facts={4} />
      <AreaSkeleton title={TITLES.safety} facts={3} />
      <AreaSkeleton title={TITLES.database} facts={4} />
      <AreaSkeleton title={TITLES.replicas} facts={6} />
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

function waitingFacts({ waiting }: SystemState, nowMs: number): KeyValue[] {
  const { deposits, withdrawals, approvals, manualReturns, chats } = waiting;
  const open = (label: string, to: string, { count, oldestSince }: typeof deposits): KeyValue => ({
    label,
    value: oldestSince === null ? formatCount(count) : linked(to, countSince(count, oldestSince, nowMs)),
  });
  return [
    open('Einzahlungen', `${urls.admin}#einzahlungen`, deposits),
    open('Auszahlungen', `${urls.admin}#auszahlungen`, withdrawals),
    open('Freigaben', urls.adminApprovals, approvals),
    open('Manuelle Renditen', urls.adminApprovals, manualReturns),
    {
      label: 'Chats beim Team',
      value:
        chats.escalated === 0 && chats.overdue === 0
          ? formatCount(chats.escalated)
          : linked(
              urls.adminSupport,
              `${formatCount(chats.escalated)}, überfällig ${formatCount(chats.overdue)}`,
            ),
    },
    {
      label: 'Längste Wartezeit im Chat',
      value: chats.oldestSince === null ? NO_FIGURE : formatElapsed(Date.parse(chats.oldestSince), nowMs),
    },
  ];
}

const linked = (to: string, text: string): ReactNode => (
  <Link className="link" to={to}>
    {text}
  </Link>
);

const countSince = (count: number, since: string, nowMs: number): string =>
  `${formatCount(count)}, die älteste ${formatSince(Date.parse(since), nowMs)}`;

function feedFacts({ feed, leader, bots, ownBotsUntil }: SystemState, nowMs: number): KeyValue[] {
  const age = (at: string | null) =>
    at === null ? NO_FIGURE : formatAge(Math.max(0, nowMs - Date.parse(at)));
  return [
    { label: 'Letzter Kurs', value: age(feed.lastTickAt) },
    ...bots.map(({ botType, lastStepAt }) => ({
      label: `Letzter Schritt des ${BOTS[botType].name}`,
      value: age(lastStepAt),
    })),
    {
      label: 'Letzter Schritt eigener Bots',
      value: ownBotsUntil === null ? 'keiner läuft' : linked(urls.adminOwnBots, age(ownBotsUntil)),
    },
    ...feed.sources.map(({ source, symbols, stale, closed }) => ({
      label: capitalised(priceSourcesText([source])),
      value: [
        symbols === 1 ? '1 Markt' : `${formatCount(symbols)} Märkte`,
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

function safetyFacts({ lastBackupAt, reconciliation }: SystemState, nowMs: number): KeyValue[] {
  return [
    {
      label: 'Letzte Sicherung',
      value:
        lastBackupAt === null
          ? NO_FIGURE
          : `${formatDateTime(lastBackupAt)}, ${formatElapsed(Date.parse(lastBackupAt), nowMs)} alt`,
    },
    {
      label: 'Letzter Abgleich',
      value:
        reconciliation === null
          ? NO_FIGURE
          : linked(urls.adminReconciliation, formatDateTime(reconciliation.finishedAt)),
    },
    ...(reconciliation === null
      ? []
      : [
          {
            label: 'Verletzte Regeln',
            value: `${formatCount(reconciliation.failedChecks)} von ${formatCount(reconciliation.checksTotal)}`,
          },
        ]),
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

/** Beside all of them, what the one says of itself that answers. */
function replicaFacts(state: SystemState): KeyValue[] {
  const { version, replica, replicas, startedAt, bus, sockets } = state;
  return [
    {
      label: 'Am Werk',
      value:
        replicas.length === 0
          ? NO_FIGURE
          : replicas.map(({ name, isLeader }) => (
              <span key={name} className="block">
                {isLeader ? `${nameOf(name)} (führt)` : nameOf(name)}
              </span>
            )),
    },
    { label: 'Diese Instanz', value: nameOf(replica) },
    { label: 'Fassung', value: version },
    { label: 'Gestartet', value: formatDateTime(startedAt) },
    {
      label: 'Live-Verbindungen',
      value: `${formatCount(sockets.connections)} offen, von ${formatCount(sockets.accounts)} ${sockets.accounts === 1 ? 'Konto' : 'Konten'}`,
    },
    { label: 'Verbindung zu anderen', value: bus === 'redis' ? 'über Redis' : 'keine vorgesehen' },
  ];
}

/** Host and process; what follows only tells one start from the next. */
function nameOf(replica: string): string {
  const [host = replica, process] = replica.split('/');
  return process === undefined ? host : `${host}, Prozess ${process}`;
}

const megabytes = (bytes: number) => `${formatDecimal(bytes / 1_000_000, { digits: 1 })}${NBSP}MB`;
