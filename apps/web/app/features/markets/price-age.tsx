import { useEffect, useState } from 'react';
import { formatDecimal } from '../../lib/format/numbers.ts';
import { ageText, clockText, dayMonthTimeText } from './market-clock.ts';
import type { MarketRow } from './use-market-rows.ts';

/** Younger prices are simply there; a counter that jumps between 0 and 1 would only be restless. */
const AGE_SHOWN_FROM_MS = 10_000;

/** The width is that of the figures to come, and a new price is tinted for a moment. */
export function Price({ row }: { row: MarketRow }) {
  return (
    <span className="block h-6 leading-6">
      {row.price === null ? (
        <span className="inline-block w-[6.5rem] h-5 my-0.5 mx-0 rounded-[4px] bg-border" />
      ) : (
        <span
          key={row.price}
          className="num text-[18px]/6 animate-[tint_300ms_ease-out] motion-reduce:animate-none"
        >
          {formatDecimal(row.price, { digits: row.decimals })}
        </span>
      )}
    </span>
  );
}

/** As of when the price holds: the clock while it is young, else its age, or since when the market is shut. */
export function Since({ row, now }: { row: MarketRow; now: number }) {
  if (row.at === null) return null;
  if (row.state === 'closed') return `geschlossen seit ${dayMonthTimeText(row.at)}`;
  if (row.state === 'stale')
    return <b className="font-semibold text-text">veraltet, {ageText(now - row.at)}</b>;
  return now - row.at < AGE_SHOWN_FROM_MS ? clockText(row.at) : ageText(now - row.at);
}

/** The present time, once a second. */
export function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
