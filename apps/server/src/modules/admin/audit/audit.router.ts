import { adminOnly } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import { getAudit, listAudit, readChainState } from './list-audit.ts';

export function auditRouter({ database }: { database: Database }) {
  return {
    listAuditEntries: adminOnly.admin.listAuditEntries.handler(({ input }) =>
      database.snapshot((tx) => listAudit(tx, input)),
    ),
    getAuditEntry: adminOnly.admin.getAuditEntry.handler(({ input }) =>
      database.snapshot((tx) => getAudit(tx, input.seq)),
    ),
    getAuditChain: adminOnly.admin.getAuditChain.handler(() => readChainState(database.db)),
  };
}
