import { useEffect, useState } from 'react';
import { formatAge } from '../lib/dates.ts';
import classes from './live-badge.module.css';

export type LiveState = 'connecting' | 'live' | 'simulated' | 'stale' | 'disconnected';

export interface LiveBadgeProps {
  state: LiveState;
  /** Where live prices come from: „Kraken“. Simulated ones say so themselves. */
  source?: string | undefined;
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

function sourceText(state: LiveState, source: string | undefined): string | null {
  if (state === 'connecting') return null;
  if (state === 'disconnected') return 'Verbindung wird aufgebaut';
  if (state === 'simulated') return 'Kurse simuliert';
  return source ? `Live-Kurse: ${source}` : null;
}

/** What the prices are and, from 10 s on, how old they are. Counts the age itself, once a second. */
export function LiveBadge({ state, source, updatedAt }: LiveBadgeProps) {
  const now = useNow(updatedAt !== null);
  const where = sourceText(state, source);
  return (
    <span className={classes.badge} data-state={state}>
      <span className={classes.dot} aria-hidden />
      {/* Announced only when the state changes, not with every second. */}
      <span className={classes.word} role="status">
        {WORDS[state]}
      </span>
      {where && <span className={classes.source}>{where}</span>}
      {state === 'simulated' && <span className={classes.shortSource}>simuliert</span>}
      {updatedAt !== null && now - updatedAt >= AGE_SHOWN_FROM_MS && (
        <span className={classes.age}>{formatAge(now - updatedAt)}</span>
      )}
    </span>
  );
}

function useNow(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
