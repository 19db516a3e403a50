import { type AdminField, type BotType, DomainError, type LimitedField } from '@botdepot/contract';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { SearchTerms } from '../../platform/search-terms.ts';
import { sessions, users } from './identity.schema.ts';

export type Role = 'user' | 'admin';

export type User = {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** What they may do as an admin; null for everybody else. */
  adminField: AdminField | null;
  emailVerified: boolean;
  preferredBot: BotType | null;
  demo: boolean;
  twoFactorEnabled: boolean;
  /** Since when an admin keeps them out. */
  lockedAt: Date | null;
  lockedReason: string | null;
  createdAt: Date;
};

/** What somebody may do as an admin; null for everybody else. */
export const adminFieldOf = sql<AdminField | null>`CASE WHEN ${users.role} = 'admin' THEN coalesce(${users.limitedTo}, 'all') END`;

const userColumns = {
  id: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
  adminField: adminFieldOf,
  emailVerified: users.emailVerified,
  preferredBot: users.preferredBot,
  demo: users.demo,
  twoFactorEnabled: users.twoFactorEnabled,
  lockedAt: users.lockedAt,
  lockedReason: users.lockedReason,
  createdAt: users.createdAt,
};

/** Addresses are stored in lower case, so this is how they are compared. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

export async function findUserById(tx: Tx, id: string): Promise<User | null> {
  const [user] = await tx.select(userColumns).from(users).where(eq(users.id, id));
  return user ?? null;
}

/** Finds by address, whatever its case. */
export async function findUserByEmail(tx: Tx, email: string): Promise<User | null> {
  const [user] = await tx
    .select(userColumns)
    .from(users)
    .where(eq(users.email, normalizeEmail(email)));
  return user ?? null;
}

/** Keeps accounts from being deleted until the transaction ends. @returns the ids of those that are there, ascending. */
export async function holdUsers(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('key share');
  return rows.map(({ id }) => id);
}

/** The addresses of these users; ids of users that do not exist are missing in the map. */
export async function listEmails(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row.email]));
}

/** Since when these users are there. */
export async function listCreationTimes(tx: Tx, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await tx
    .select({ id: users.id, createdAt: users.createdAt })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
}

/** Those of these users whom an admin keeps out. */
export async function listLocked(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...new Set(ids)]), isNotNull(users.lockedAt)));
  return new Set(rows.map(({ id }) => id));
}

/** How many users there are, admins and demo personas included; with `since` only those created from then on. */
export async function countUsers(tx: Tx, since?: Date): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(users)
    .where(since ? gte(users.createdAt, since) : undefined);
  return row?.total ?? 0;
}

export async function listAdmins(tx: Tx): Promise<User[]> {
  return tx.select(userColumns).from(users).where(eq(users.role, 'admin')).orderBy(asc(users.createdAt));
}

/**
 * Which of these sessions still hold, with what their user may do now as an admin (null: nothing). A session that was revoked or
 * has expired is missing in the map. Asked every few seconds with those of all open sockets: one parameter, however many there are.
 */
export async function sessionsAlive(
  tx: Tx,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, AdminField | null>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: sessions.id, adminField: adminFieldOf })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(sql`${sessions.id} = ANY(${sql.param(ids)}::uuid[])`, gt(sessions.expiresAt, now)));
  return new Map(rows.map((row) => [row.id, row.adminField]));
}

export type LiveSession = {
  sessionId: string;
  userId: string;
  role: Role;
  adminField: AdminField | null;
  email: string;
  authenticatedAt: Date;
  twoFactorEnabled: boolean;
};

/** A session that still holds, with what its user is now; null when it was ended or has expired. */
export async function findLiveSession(tx: Tx, id: string, now: Date): Promise<LiveSession | null> {
  const [row] = await tx
    .select({
      sessionId: sessions.id,
      userId: users.id,
      role: users.role,
      adminField: adminFieldOf,
      email: users.email,
      authenticatedAt: sessions.authenticatedAt,
      twoFactorEnabled: users.twoFactorEnabled,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), gt(sessions.expiresAt, now)));
  return row ?? null;
}

/** The token of one of this user's sessions; null when it is somebody else's or gone. */
export async function findSessionToken(tx: Tx, userId: string, sessionId: string): Promise<string | null> {
  const [row] = await tx
    .select({ token: sessions.token })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  return row?.token ?? null;
}

/** The session has just proved who uses it. */
export async function markAuthenticated(tx: Tx, sessionId: string, at: Date): Promise<void> {
  await tx.update(sessions).set({ authenticatedAt: at }).where(eq(sessions.id, sessionId));
}

type ListedSession = { id: string; userAgent: string | null; createdAt: Date; seenAt: Date };

/** The sessions of a user that still hold, newest first. */
export async function listSessions(tx: Tx, userId: string, now: Date): Promise<ListedSession[]> {
  return tx
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      seenAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
}

/** Deletes sessions that expired before `now`; nobody can use them any more. */
export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<void> {
  await tx.delete(sessions).where(lt(sessions.expiresAt, now));
}

/** Changes what the platform itself may change of a user. Throws UNAUTHENTICATED when there is no such user any more. */
export async function updateUser(
  tx: Tx,
  id: string,
  change: {
    role?: Role;
    limitedTo?: LimitedField | null;
    preferredBot?: BotType | null;
    emailVerified?: boolean;
    updatedAt: Date;
  },
): Promise<User> {
  const [user] = await tx.update(users).set(change).where(eq(users.id, id)).returning(userColumns);
  if (!user) throw DomainError.of('UNAUTHENTICATED');
  return user;
}

type UserEntry = {
  userId: string;
  email: string;
  name: string;
  role: Role;
  adminField: AdminField | null;
  createdAt: Date;
  lockedAt: Date | null;
};
type Page = { page: number; pageSize: number };

type UserSearch = Pick<SearchTerms, 'text' | 'ids'> & {
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

/** The same as a query of their ids, for what belongs to them. */
export const meantUsers = (search: UserSearch): SQL =>
  sql`(SELECT ${users.id} FROM ${users} WHERE ${meantBy(search)})`;

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
