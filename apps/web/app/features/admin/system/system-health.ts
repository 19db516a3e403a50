import { BOTS, isLate, type SystemState } from '@botdepot/contract';
import type { StatusTone } from '../../../ui/state/status-pill.tsx';

/** What an operator should look at, by area; empty when all is well. German, without a full stop. */
export interface Concerns {
  waiting: string[];
  feed: string[];
  mails: string[];
  safety: string[];
  database: string[];
  replicas: string[];
}

/** How an area stands: an installation that does without it is neither well nor unwell. */
export function healthOf(
  concerns: readonly string[],
  { isOld, isOff }: { isOld: boolean; isOff: boolean },
): { tone: StatusTone; text: string } {
  if (isOld) return { tone: 'cancelled', text: 'Unbekannt' };
  if (concerns.length > 0) return { tone: 'special', text: 'Ansehen' };
  return isOff ? { tone: 'cancelled', text: 'Ausgeschaltet' } : { tone: 'done', text: 'In Ordnung' };
}

/** The same limit as `/ready` has. */
const TICK_AGE_LIMIT_MS = 10_000;
/** Bots trade every minute; what is later than this has missed two. */
const STEP_AGE_LIMIT_MS = 3 * 60_000;
/** They come after the minute, and have a queue: as in `docs/operations/alerts.yml`. */
const OWN_BOTS_AGE_LIMIT_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** Nightly runs begin at the same time and take their while, and once a year a night is an hour longer. */
const NIGHTLY_AGE_LIMIT_MS = DAY_MS + 2 * 3_600_000;

/**
 * What the server's clock shows by now, ms UTC: this computer's own may be wrong, but it can tell how long ago the answer came.
 * @param answeredMs when that was, as `nowMs` by the clock of this computer.
 */
export function serverTime({ at }: SystemState, answeredMs: number, nowMs: number): number {
  return Date.parse(at) + Math.max(0, nowMs - answeredMs);
}

/** @param nowMs ms UTC, of the same clock as the state's times. */
export function concernsOf(state: SystemState, nowMs: number): Concerns {
  return {
    waiting: waitingConcerns(state.waiting, nowMs),
    feed: feedConcerns(state, nowMs),
    mails: [
      ...(state.mails.retrying > 0 ? ['Der Versand scheitert und wird wiederholt'] : []),
      ...(state.mails.givenUp > 0 ? ['Mails wurden aufgegeben'] : []),
    ],
    safety: safetyConcerns(state, nowMs),
    database: [
      ...(state.database.schema === 'behind' ? ['Der Datenbank fehlen Migrationen'] : []),
      ...(state.database.schema === 'ahead' ? ['Eine neuere Fassung hat die Datenbank migriert'] : []),
    ],
    replicas: state.replicas.some(({ isLeader }) => isLeader) ? [] : ['Keine Instanz führt'],
  };
}

const isOlder = (at: string, nowMs: number, limitMs: number): boolean => nowMs - Date.parse(at) > limitMs;

function waitingConcerns(waiting: SystemState['waiting'], nowMs: number): string[] {
  const { deposits, withdrawals, approvals, manualReturns, chats } = waiting;
  const isForgotten = ({ oldestSince }: typeof approvals) =>
    oldestSince !== null && isOlder(oldestSince, nowMs, DAY_MS);
  return [
    ...(deposits.oldestSince !== null && isLate('deposit', deposits.oldestSince, nowMs)
      ? ['Einzahlungen warten länger als zugesagt']
      : []),
    ...(withdrawals.oldestSince !== null && isLate('withdrawal', withdrawals.oldestSince, nowMs)
      ? ['Auszahlungen warten länger als zugesagt']
      : []),
    ...(isForgotten(approvals) || isForgotten(manualReturns)
      ? ['Eine Freigabe wartet seit mehr als einem Tag']
      : []),
    ...(chats.overdue > 0 ? ['Im Chat wartet jemand länger als zugesagt'] : []),
  ];
}

function feedConcerns({ feed, bots, ownBotsUntil }: SystemState, nowMs: number): string[] {
  const { lastTickAt } = feed;
  const stale = feed.sources.reduce((sum, source) => sum + source.stale, 0);
  const late = bots.filter(
    ({ lastStepAt }) => lastStepAt === null || isOlder(lastStepAt, nowMs, STEP_AGE_LIMIT_MS),
  );
  return [
    ...(lastTickAt === null
      ? ['Noch kein Kurs']
      : isOlder(lastTickAt, nowMs, TICK_AGE_LIMIT_MS)
        ? ['Keine neuen Kurse']
        : []),
    ...(stale > 0 ? [stale === 1 ? 'Ein Kurs ist veraltet' : `${stale} Kurse sind veraltet`] : []),
    ...late.map(({ botType }) => `${BOTS[botType].name} hat seit Minuten keinen Schritt getan`),
    ...(ownBotsUntil !== null && isOlder(ownBotsUntil, nowMs, OWN_BOTS_AGE_LIMIT_MS)
      ? ['Eigene Bots hängen seit Minuten hinterher']
      : []),
  ];
}

function safetyConcerns({ lastBackupAt, reconciliation }: SystemState, nowMs: number): string[] {
  return [
    ...(lastBackupAt === null
      ? ['Noch keine Sicherung']
      : isOlder(lastBackupAt, nowMs, NIGHTLY_AGE_LIMIT_MS)
        ? ['Die letzte Sicherung ist älter als ein Tag']
        : []),
    ...(reconciliation === null
      ? ['Noch kein Abgleich']
      : isOlder(reconciliation.finishedAt, nowMs, NIGHTLY_AGE_LIMIT_MS)
        ? ['Der letzte Abgleich ist älter als ein Tag']
        : []),
    ...(reconciliation !== null && reconciliation.failedChecks > 0
      ? ['Der Abgleich hat verletzte Regeln gefunden']
      : []),
  ];
}
