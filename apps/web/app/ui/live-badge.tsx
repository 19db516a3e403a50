import { formatAge } from '../lib/dates.ts';
import { useNow } from '../lib/now.ts';
import classes from './live-badge.module.css';

export type LiveState = 'connecting' | 'live' | 'simulated' | 'stale' | 'disconnected';

export interface LiveBadgeProps {
  state: LiveState;
  /** `simulated`, `kraken`, `twelvedata`, `several` of the live ones, or `mixed` when some prices are simulated. */
  source: string | null;
  /** Markets in session whose price is too old, although ticks arrive. */
  staleMarkets: number;
  /** Epoch milliseconds of the newest tick, or null before the first. */
  updatedAt: number | null;
}

/** Younger prices are simply live; a counter that jumps between 0 and 1 would only be restless. */
const AGE_SHOWN_FROM_MS = 10_000;

const WORDS: Record<LiveState, string> = {
  connecting: 'Verbinden …',
  live: 'Live',
  simulated: 'Live',
  stale: 'Veraltet',
  disconnected: 'Getrennt',
};

/** Where the prices come from: in full, and as it is said on phones, where simulated prices are named all the same. */
const SOURCES: Record<string, { text: string; short?: string }> = {
  simulated: { text: 'Kurse simuliert', short: 'simuliert' },
  mixed: { text: 'Kurse teils simuliert', short: 'teils simuliert' },
  kraken: { text: 'Live-Kurse: Kraken' },
  twelvedata: { text: 'Live-Kurse: Twelve Data' },
  several: { text: 'Live-Kurse' },
};

/** What the prices are and, from 10 s on, how old they are. Counts the age itself, once a second. */
export function LiveBadge({ state, source, staleMarkets, updatedAt }: LiveBadgeProps) {
  const now = useNow(updatedAt === null ? null : 1000);
  const connected = state !== 'connecting' && state !== 'disconnected';
  const from = connected && source !== null ? SOURCES[source] : undefined;
  const where = state === 'disconnected' ? 'Verbindung wird aufgebaut' : from?.text;
  const isOld = updatedAt !== null && now - updatedAt >= AGE_SHOWN_FROM_MS;
  return (
    <span className={classes.badge} data-state={state}>
      <span className={classes.dot} aria-hidden />
      {/* Announced only when the state changes, not with every second. */}
      <span className={classes.word} role="status">
        {WORDS[state]}
      </span>
      {where && <span className={classes.source}>{where}</span>}
      {from?.short && state !== 'stale' && <span className={classes.shortSource}>{from.short}</span>}
      {state === 'live' && staleMarkets > 0 && (
        <span
          className={classes.age}
        >{`${staleMarkets} ${staleMarkets === 1 ? 'Kurs' : 'Kurse'} veraltet`}</span>
      )}
      {isOld && <span className={classes.age}>{formatAge(now - updatedAt)}</span>}
    </span>
  );
}
