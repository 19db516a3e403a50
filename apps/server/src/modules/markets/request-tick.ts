import { TICK_MS } from '@botdepot/contract';
import type { Database } from '../../platform/database.ts';
import type { MarketFeed } from './market-feed.ts';
import { readLastUpdate } from './market-prices.store.ts';

/**
 * Makes the answer to `POST /functions/v1/update-market-prices`: asks the leader for the tick of these 500 ms, joining
 * the one that is under way, or says on any other replica when prices were last updated. However often it is called, it
 * causes at most one tick, or one query, in 500 ms, so nobody can load the server with it. It never rejects: while the
 * database is away the answer is the last update that is known here.
 */
export function createTickRequest(deps: {
  feed: MarketFeed;
  database: Database;
}): () => Promise<{ lastUpdated: string | null }> {
  let read: { answer: Promise<number | null>; at: number } | undefined;
  let known: number | null = null;

  function readRarely(): Promise<number | null> {
    const at = performance.now();
    if (!read || at - read.at >= TICK_MS) {
      const answer = readLastUpdate(deps.database.db).catch(() => known);
      read = { answer, at };
    }
    return read.answer;
  }

  return async () => {
    // The feed itself logs what fails.
    const tick = await deps.feed.tick().catch(() => null);
    known = tick?.timeMs ?? (await readRarely());
    return { lastUpdated: known === null ? null : new Date(known).toISOString() };
  };
}
