import { DAY_MS } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { readDayCloses } from '../portfolio/nav-series.store.ts';
import type { PortfolioRow } from '../portfolio/portfolio.store.ts';
import { dayOf, type Strike } from '../portfolio/strike.ts';

/** Days that are over, by portfolio and the moment it went live: strikes are never changed, so neither are these. */
const finished = new Map<string, { closes: number[]; until: Date }>();

/**
 * NAVs at the ends of the UTC days since a bot went live, the day of its last strike included; none before. Only days that
 * were not over when somebody last asked are read.
 */
export async function liveDayCloses(
  tx: Tx,
  { id, liveSince }: Pick<PortfolioRow, 'id' | 'liveSince'>,
  strike: Strike | null,
): Promise<readonly number[]> {
  if (liveSince === null || strike?.phase !== 'live') return [];
  const key = `${id} ${liveSince.getTime()}`;
  const known = finished.get(key) ?? { closes: [], until: liveSince };
  const today = new Date(dayOf(strike.at) * DAY_MS);
  // A snapshot from before the last one that was asked for.
  const after = known.until <= today ? known : { closes: [], until: liveSince };
  const read = await readDayCloses(tx, id, after.until, new Date(strike.at));
  const closes = [...after.closes, ...read];
  finished.set(key, { closes: closes.slice(0, -1), until: today > liveSince ? today : liveSince });
  return closes;
}
