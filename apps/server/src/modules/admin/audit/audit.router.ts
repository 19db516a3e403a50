import { ofAdmin } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import { getAudit, listAudit, readChainState } from './list-audit.ts';

export function auditRouter({ database }: { database: Database }) {
  return ofAdmin({
    listAuditEntries: ({ input }) => database.snapshot((tx) => listAudit(tx, input)),
    getAuditEntry: ({ input }) => database.snapshot((tx) => getAudit(tx, input.seq)),
    getAuditChain: () => readChainState(database.db),
  });
}
