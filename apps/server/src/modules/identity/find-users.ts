import { count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { SearchTerms } from '../../platform/search-terms.ts';
import { users } from './identity.schema.ts';
import type { Role } from './identity.store.ts';

export type UserEntry = { userId: string; email: string; role: Role; createdAt: Date };
type Page = { page: number; pageSize: number };

const columns = { userId: users.id, email: users.email, role: users.role, createdAt: users.createdAt };

/** Everybody, newest first. */
export async function listUsers(tx: Tx, page: Page): Promise<{ items: UserEntry[]; total: number }> {
  return selectUsers(tx, undefined, [desc(users.createdAt), desc(users.id)], page);
}

/**
 * Users whose address contains the text, whose id begins so, or who are among the owners; by address.
 * @param search `owners`: whoever has what the search has found elsewhere.
 */
export async function findUsers(
  tx: Tx,
  search: Pick<SearchTerms, 'text' | 'ids'> & { owners: readonly string[] },
  page: Page,
): Promise<{ items: UserEntry[]; total: number }> {
  const { text, ids, owners } = search;
  const where = sql.join(
    [
      sql`strpos(${users.email}, ${text}) > 0`,
      ...(ids ? [sql`${users.id} BETWEEN ${ids.from}::uuid AND ${ids.to}::uuid`] : []),
      ...owners.map((owner) => eq(users.id, owner)),
    ],
    sql` OR `,
  );
  return selectUsers(tx, where, [users.email], page);
}

async function selectUsers(
  tx: Tx,
  where: SQL | undefined,
  order: (SQL | typeof users.email)[],
  { page, pageSize }: Page,
): Promise<{ items: UserEntry[]; total: number }> {
  const items = await tx
    .select(columns)
    .from(users)
    .where(where)
    .orderBy(...order)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await tx.select({ total: count() }).from(users).where(where);
  return { items, total: counted?.total ?? 0 };
}
