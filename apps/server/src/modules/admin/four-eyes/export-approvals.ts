import type { Tx } from '../../../platform/database.ts';
import { selectConcerning } from './approval-requests.store.ts';
import { approvalReference } from './present-approval.ts';

const ROWS_AT_ONCE = 500;

/**
 * What two admins had to decide about a customer's money, the oldest first, each with the customer's own part of it only:
 * a section of the download of their data. What the team wrote concerns the team as well, as with the notes of the desk.
 */
export async function* exportApprovals(tx: Tx, userId: string): AsyncGenerator<object> {
  for (let number = 0; ; ) {
    const rows = await selectConcerning(tx, userId, { number, limit: ROWS_AT_ONCE });
    for (const row of rows) {
      number = row.number;
      const { lines } = row.result ?? row.foreseen;
      yield {
        reference: approvalReference(row.number),
        kind: row.kind,
        status: row.status,
        requestedAt: row.requestedAt.toISOString(),
        decidedAt: row.decidedAt?.toISOString() ?? null,
        lines: lines
          .filter((line) => line.userId === userId)
          .map(({ reference, before, after }) => ({ reference, before, after })),
      };
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
