import type { Handlers } from '../../../platform/api.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { readWealthHistory } from './read-wealth-history.ts';

export function wealthRouter({ database, clock }: { database: Database; clock: Clock }): Handlers<'wealth'> {
  return {
    getWealthHistory: ({ actor, input }) =>
      // One snapshot: a start between two reads would be counted twice or not at all.
      database.snapshot((tx) => readWealthHistory(tx, actor.userId, input.range, clock.now())),
  };
}
