import { DomainError } from '@botdepot/contract';
import { ofAdmin } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import { listEmails } from '../../identity/index.ts';
import type { ReconciliationRunner } from './reconciliation-runner.ts';
import { findRun, listRuns, presentRun, type RunRow } from './runs.store.ts';

export function reconciliationRouter(deps: { database: Database; reconciliation: ReconciliationRunner }) {
  const { database, reconciliation } = deps;

  async function present(rows: readonly RunRow[]) {
    const people = rows.flatMap(({ requestedBy }) => requestedBy ?? []);
    const emails = await listEmails(database.db, people);
    return rows.map((row) => ({ ...presentRun(row, emails), results: row.results }));
  }

  return ofAdmin({
    listReconciliationRuns: async ({ input }) => {
      const { items, total } = await listRuns(database.db, input);
      const { page, pageSize } = input;
      return { items: await present(items), total, page, pageSize };
    },
    getReconciliationRun: async ({ input }) => {
      const row = await findRun(database.db, input.id);
      const [run] = row ? await present([row]) : [];
      if (!run) throw DomainError.of('NOT_FOUND');
      return run;
    },
    startReconciliation: async ({ actor }) => {
      const [run] = await present([await reconciliation.begin(actor)]);
      if (!run) throw DomainError.of('NOT_FOUND');
      return run;
    },
  });
}
