import { DELETED_ACCOUNT } from '@botdepot/contract';
import type { Tx } from '../../platform/database.ts';
import { listEmails } from '../identity/index.ts';

/** Rows of other modules with the e-mail address of whoever they belong to. */
export async function withEmails<T extends { userId: string }>(
  tx: Tx,
  rows: T[],
): Promise<(T & { email: string })[]> {
  const emails = await listEmails(
    tx,
    rows.map((row) => row.userId),
  );
  return rows.map((row) => ({ ...row, email: emails.get(row.userId) ?? DELETED_ACCOUNT }));
}
