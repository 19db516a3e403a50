import type { SystemState } from '@botdepot/contract';
import type { StatusTone } from '../../../ui/state/status-pill.tsx';

/** What an operator should look at, by area; empty when all is well. German, without a full stop. */
export interface Concerns {
  database: string[];
  feed: string[];
  mails: string[];
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

/**
 * What the server's clock shows by now, ms UTC: this computer's own may be wrong, but it can tell how long ago the answer came.
 * @param answeredMs when that was, as `nowMs` by the clock of this computer.
 */
export function serverTime({ at }: SystemState, answeredMs: number, nowMs: number): number {
  return Date.parse(at) + Math.max(0, nowMs - answeredMs);
}

/** @param nowMs ms UTC, of the same clock as the state's times. */
export function concernsOf({ database, feed, leader, mails }: SystemState, nowMs: number): Concerns {
  const lastTick = feed.lastTickAt === null ? null : Date.parse(feed.lastTickAt);
  const stale = feed.sources.reduce((sum, source) => sum + source.stale, 0);
  return {
    database: [
      ...(database.schema === 'behind' ? ['Der Datenbank fehlen Migrationen'] : []),
      ...(database.schema === 'ahead' ? ['Eine neuere Fassung hat die Datenbank migriert'] : []),
    ],
    feed: [
      ...(leader === null ? ['Keine Instanz führt'] : []),
      ...(lastTick === null
        ? ['Noch kein Kurs']
        : nowMs - lastTick > TICK_AGE_LIMIT_MS
          ? ['Keine neuen Kurse']
          : []),
      ...(stale > 0 ? [stale === 1 ? 'Ein Kurs ist veraltet' : `${stale} Kurse sind veraltet`] : []),
    ],
    mails: [
      ...(mails.retrying > 0 ? ['Der Versand scheitert und wird wiederholt'] : []),
      ...(mails.givenUp > 0 ? ['Mails wurden aufgegeben'] : []),
    ],
  };
}
