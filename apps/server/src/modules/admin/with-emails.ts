import type { Tx } from '../../platform/database.ts';

/** Instead of the address of an account that is gone. */
export const NOBODY = 'gelöschtes Konto';

/** Rows of other modules with the e-mail address of whoever they belong to. */
export async function withEmails<T extends { userId: string }>(
  tx: Tx,
  sources: { listEmails(tx: Tx, userIds: string[]): Promise<Map<string, string>> },
  rows: T[],
): Promise<(T & { email: string })[]> {
  const emails = await sources.listEmails(tx, [...new Set(rows.map((row) => row.userId))]);
  return rows.map((row) => ({ ...row, email: emails.get(row.userId) ?? NOBODY }));
}
