import { ofAdmin } from '../../../platform/api.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { listFaults } from '../../../platform/fault-log.ts';
import { type ReplicaFacts, readSystemState } from './read-system-state.ts';

export function systemRouter(deps: { database: Database; clock: Clock; replica: ReplicaFacts }) {
  const { database, replica } = deps;
  return ofAdmin({
    getSystemState: () => readSystemState(deps, replica),
    listFaults: async ({ input }) => {
      const { items, total } = await listFaults(database.db, input);
      const { page, pageSize } = input;
      return { items: items.map((row) => ({ ...row, at: row.at.toISOString() })), total, page, pageSize };
    },
  });
}
