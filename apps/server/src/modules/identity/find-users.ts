import type { AdminField } from '@botdepot/contract';
import { count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { SearchTerms } from '../../platform/search-terms.ts';
import { users } from './identity.schema.ts';
import { adminFieldOf, type Role } from './identity.store.ts';

export type UserEntry = {
  userId: string;
  email: string;
  name: string;
  role: Role;
  adminField: AdminField | null;
  createdAt: Date;
  lockedAt: Date | null;
};
type Page = { page: number; pageSize: number };

export type UserSearch = Pick<SearchTerms, 'text' | 'ids'> & {
  /** Those who have what the search has found elsewhere. */
  owners: readonly string[];
  /** The last digits of an id. */
  ending: string | null;
};
export type UserFilter = { role?: Role | undefined; state?: 'open' | 'locked' | undefined };

const columns = {
  userId: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
  adminField: adminFieldOf,
  createdAt: users.createdAt,
  lockedAt: users.lockedAt,
};
const newestFirst = [desc(users.createdAt), desc(users.id)];

/** Everybody, newest first. */
export async function listUsers(tx: Tx, page: Page): Promise<{ items: UserEntry[]; total: number }> {
  return selectUsers(tx, undefined, newestFirst, page);
}

/**
 * Users whose address or name contains the text, whose id begins or ends so, or who are among the owners; whose address it is
 * first, then by address. Without a search everybody, newest first.
 */
export async function findUsers(
  tx: Tx,
  search: UserSearch | null,
  filter: UserFilter & Page,
): Promise<{ items: UserEntry[]; total: number }> {
  const conditions = [
    ...(search ? [sql`(${meantBy(search)})`] : []),
    ...(filter.role ? [sql`${users.role} = ${filter.role}`] : []),
    ...(filter.state ? [filter.state === 'locked' ? isNotNull(users.lockedAt) : isNull(users.lockedAt)] : []),
  ];
  const where = conditions.length === 0 ? undefined : sql.join(conditions, sql` AND `);
  return selectUsers(
    tx,
    where,
    search ? [desc(sql`${users.email} = ${search.text}`), users.email] : newestFirst,
    filter,
  );
}

function meantBy({ text, ids, owners, ending }: UserSearch): SQL {
  return sql.join(
    [
      sql`strpos(${users.email}, ${text}) > 0`,
      sql`strpos(lower(${users.name}), ${text}) > 0`,
      ...(ids ? [sql`${users.id} BETWEEN ${ids.from}::uuid AND ${ids.to}::uuid`] : []),
      ...(ending === null ? [] : [sql`${users.id}::text LIKE ${`%${ending}`}`]),
      ...owners.map((owner) => eq(users.id, owner)),
    ],
    sql` OR `,
  );
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
