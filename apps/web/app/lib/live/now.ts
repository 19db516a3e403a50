import { useEffect, useState } from 'react';

/**
 * The time in epoch milliseconds, again and again: for ages and waiting times that are on the screen.
 * @param everyMs null while there is nothing to count.
 */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
