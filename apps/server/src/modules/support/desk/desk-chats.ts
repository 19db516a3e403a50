import {
  type ChatStatus,
  DELETED_ACCOUNT,
  DESK_LIMITS,
  type Deposit,
  type DeskChat,
  type DeskContext,
  DomainError,
  LIMITS,
  mayUse,
  type RequestClaim,
  readCustomerReference,
  SERVICE_TIMES,
  type TeamMember,
  type Withdrawal,
} from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import { and, between, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { readSearchTerms, type SearchTerms } from '../../../platform/search-terms.ts';
import { findInvestmentOwners, listInvestments, readInvested } from '../../bots/index.ts';
import { findUserById, listAdmins, listEmails, meantUsers } from '../../identity/index.ts';
import { listHeldOwnBots } from '../../testbench/index.ts';
import {
  findOwners,
  listDeposits,
  listWithdrawals,
  presentDeposit,
  presentWithdrawal,
  readBalances,
  readClaims,
} from '../../wallet/index.ts';
import { countChats, type Paging, preview } from '../customer-chats.ts';
import { supportChats, supportMessages } from '../support.schema.ts';
import { countByStatus, placeInLine, presentChat, type StatusCounts, unreadCount } from '../support.store.ts';

/** Everybody who can work on a chat, by id. Anyone who is no admin any more, limited to something else, or locked out, holds no chat either. */
export async function readTeam(tx: Tx): Promise<Map<string, TeamMember>> {
  const admins = await listAdmins(tx);
  return new Map(
    admins
      .filter(({ lockedAt, adminField }) => lockedAt === null && mayUse(adminField, 'supportDesk.reply'))
      .map(({ id, email }) => [id, { userId: id, email }]),
  );
}

export const memberOf = (team: ReadonlyMap<string, TeamMember>, userId: string | null): TeamMember | null =>
  userId === null ? null : (team.get(userId) ?? null);

const unreadByTeam = sql<number>`(SELECT count(*)::int FROM ${supportMessages} m
  WHERE m.chat_id = support_chats.id AND m.seq > support_chats.admin_read_seq AND m.sender_type = 'user')`;

const lastAnswer = (column: SQL) => sql`(SELECT ${column} FROM ${supportMessages} a
  WHERE a.chat_id = support_chats.id AND a.sender_type = 'admin' ORDER BY a.seq DESC LIMIT 1)`;

/**
 * Since when the customer waits for a human: since the escalation until somebody answers, afterwards since their first
 * message that came after the last answer. Nobody waits where the assistant answers, nor after the end. Names are written
 * out: a column of the outer query would lose its table.
 */
const waitingSince = sql`(CASE
  WHEN support_chats.status = 'resolved' THEN NULL
  WHEN support_chats.status = 'active' AND NOT support_chats.human_in_charge THEN NULL
  WHEN support_chats.status = 'escalated'
    AND support_chats.escalated_at > coalesce(${lastAnswer(sql`a.created_at`)}, '-infinity')
    THEN support_chats.escalated_at
  ELSE (SELECT min(m.created_at) FROM ${supportMessages} m
    WHERE m.chat_id = support_chats.id AND m.sender_type = 'user' AND m.seq > coalesce(${lastAnswer(sql`a.seq`)}, 0))
END)`.mapWith((at: string) => new Date(at));

/** From here on somebody has waited longer than they were told. */
const PROMISED_MS = SERVICE_TIMES.humanReplyMinutes[1] * 60_000;

type DeskBacklog = { escalated: number; overdue: number; oldestWaitingSince: Date | null };

/** The chats that the team has to answer, and for how long. Reads none that the assistant has. */
export async function readDeskBacklog(tx: Tx, now: Date): Promise<DeskBacklog> {
  const late = new Date(now.getTime() - PROMISED_MS).toISOString();
  const [row] = await tx
    .select({
      escalated: sql<number>`count(*) FILTER (WHERE status = 'escalated')::int`,
      overdue: sql<number>`count(*) FILTER (WHERE since < ${late}::timestamptz)::int`,
      oldestWaitingSince: sql<Date | null>`min(since)`.mapWith((at: string) => new Date(at)),
    })
    .from(
      sql`(SELECT status, ${waitingSince} AS since FROM support_chats
        WHERE status <> 'resolved' AND (status = 'escalated' OR human_in_charge)) AS team`,
    );
  return row ?? { escalated: 0, overdue: 0, oldestWaitingSince: null };
}

type DeskFilter = Paging & {
  status?: ChatStatus | undefined;
  assigned?: 'me' | undefined;
  query?: string | undefined;
  order: 'newest' | 'waiting';
};
type DeskCounts = StatusCounts & { mine: number; overdue: number };

/** Everybody's chats with the counters of the desk. Who waits longest comes first, or the chat with the latest message. */
export async function listDeskChats(
  tx: Tx,
  filter: DeskFilter & { userId: string; now: Date },
): Promise<{ items: (DeskChat & { excerpt: string | null })[]; total: number; counts: DeskCounts }> {
  const { status, assigned, query, userId, now } = filter;
  const search = query ? readSearchTerms(query) : null;
  const where = and(
    status && eq(supportChats.status, status),
    assigned && eq(supportChats.assignedTo, userId),
    search ? await meantBy(tx, search) : undefined,
  );
  const chats = await selectDeskChats(tx, where, filter);
  const excerpts = await readExcerpts(tx, chats, search);
  return {
    items: chats.map((chat) => ({ ...chat, excerpt: excerpts.get(chat.id) ?? null })),
    total: await countChats(tx, where),
    counts: {
      ...(await countByStatus(tx)),
      mine: await countChats(
        tx,
        and(ne(supportChats.status, 'resolved'), eq(supportChats.assignedTo, userId)),
      ),
      overdue: (await readDeskBacklog(tx, now)).overdue,
    },
  };
}

const wordsOf = ({ text }: SearchTerms): string[] => text.split(/\s+/);

/** Whether a message, `m.message`, has every word of what is searched for. */
const says = (search: SearchTerms): SQL =>
  sql.join(
    wordsOf(search).map((word) => sql`strpos(lower(m.message), ${word}) > 0`),
    sql` AND `,
  );

/** Chats of whoever is meant or owns what is meant, in which somebody said all of it, or whose id begins so. */
async function meantBy(tx: Tx, search: SearchTerms): Promise<SQL | undefined> {
  const owners = [...(await findOwners(tx, search)), ...(await findInvestmentOwners(tx, search))];
  const people = meantUsers({ ...search, ending: readCustomerReference(search.text), owners });
  return or(
    sql`${supportChats.userId} IN ${people}`,
    sql`EXISTS (SELECT FROM ${supportMessages} m WHERE m.chat_id = ${supportChats.id} AND ${says(search)})`,
    search.ids ? between(supportChats.id, search.ids.from, search.ids.to) : undefined,
  );
}

/** So much stands before the first word that was found. */
const LEAD = 24;
const EXCERPT = 160;

/** Of these chats the newest message that says what was searched for, in one line. */
async function readExcerpts(
  tx: Tx,
  chats: readonly DeskChat[],
  search: SearchTerms | null,
): Promise<Map<string, string>> {
  const [first] = search ? wordsOf(search) : [];
  if (!search || first === undefined || chats.length === 0) return new Map();
  const { rows } = await tx.execute<{ chat_id: string; excerpt: string }>(sql`
    SELECT DISTINCT ON (chat_id) chat_id,
      CASE WHEN at > ${LEAD} THEN '… ' || substr(line, at - ${LEAD}, ${EXCERPT}) ELSE left(line, ${EXCERPT}) END AS excerpt
    FROM (
      SELECT m.chat_id, m.seq, regexp_replace(m.message, '\\s+', ' ', 'g') AS line,
        strpos(lower(regexp_replace(m.message, '\\s+', ' ', 'g')), ${first}) AS at
      FROM ${supportMessages} m
      WHERE m.chat_id = ANY(${`{${chats.map(({ id }) => id).join(',')}}`}::uuid[]) AND ${says(search)}
    ) found ORDER BY chat_id, seq DESC`);
  return new Map(rows.map((row) => [row.chat_id, row.excerpt]));
}

/** One chat as the desk shows it. Throws SUPPORT_CHAT_NOT_FOUND. */
export async function readDeskChat(tx: Tx, id: string): Promise<DeskChat> {
  const one = { page: 1, pageSize: 1, order: 'newest' } as const;
  const [chat] = await selectDeskChats(tx, eq(supportChats.id, id), one);
  if (!chat) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  return chat;
}

async function selectDeskChats(
  tx: Tx,
  where: SQL | undefined,
  { page, pageSize, order }: Pick<DeskFilter, 'page' | 'pageSize' | 'order'>,
): Promise<DeskChat[]> {
  const newest = [desc(supportChats.lastMessageAt), desc(supportChats.id)];
  const rows = await tx
    .select({
      row: supportChats,
      unread: unreadCount,
      placeInLine,
      unreadByTeam,
      waitingSince,
      firstMessage: preview(sql`ASC`),
      lastMessage: preview(sql`DESC`),
      lastFromCustomer: preview(sql`DESC`, 'customer'),
    })
    .from(supportChats)
    .where(where)
    .orderBy(...(order === 'waiting' ? [sql`${waitingSince} ASC NULLS LAST`, ...newest] : newest))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const emails = await listEmails(
    tx,
    rows.map(({ row }) => row.userId),
  );
  const team = await readTeam(tx);
  return rows.map(({ row, unread, placeInLine: place, waitingSince: since, ...rest }) => ({
    ...presentChat(row, unread, place),
    ...rest,
    userId: row.userId,
    userEmail: emails.get(row.userId) ?? DELETED_ACCOUNT,
    // The column may be empty although the type of the expression does not say so.
    waitingSince: (since as Date | null)?.toISOString() ?? null,
    assignee: memberOf(team, row.assignedTo),
  }));
}

const ACTIVE = { page: 1, pageSize: DESK_LIMITS.contextRows, status: 'active' } as const;
const PENDING = { page: 1, pageSize: LIMITS.pageSizeMax, status: 'pending' } as const;

/** Those that have waited longest, the oldest first; the list has the newest first. */
const longestWaiting = <T>(newestFirst: readonly T[]): T[] =>
  newestFirst.slice(-DESK_LIMITS.contextRows).reverse();

const openRequest = (request: Deposit | Withdrawal, claims: ReadonlyMap<string, RequestClaim>) => ({
  id: request.id,
  reference: request.reference,
  amountUsd: request.amountUsd,
  cryptoCurrency: request.cryptoCurrency,
  createdAt: request.createdAt,
  address: 'depositAddress' in request ? request.depositAddress : request.withdrawalAddress,
  heldAt: 'heldAt' in request ? request.heldAt : null,
  claim: claims.get(request.id) ?? null,
});

/**
 * What the team should know about the customer of a chat before it answers; the caller reads on one snapshot, for the total
 * adds up. Throws SUPPORT_CHAT_NOT_FOUND.
 */
export async function readContext(tx: Tx, chatId: string, now: Date): Promise<DeskContext> {
  const [chat] = await tx
    .select({ userId: supportChats.userId })
    .from(supportChats)
    .where(eq(supportChats.id, chatId));
  const user = chat && (await findUserById(tx, chat.userId));
  if (!user) throw DomainError.of('SUPPORT_CHAT_NOT_FOUND');
  const balances = await readBalances(tx, user.id);
  const invested = await readInvested(tx, user.id);
  const ownBots = await listHeldOwnBots(tx, user.id);
  const deposits = await listDeposits(tx, user.id, PENDING);
  const withdrawals = await listWithdrawals(tx, user.id, PENDING);
  const investments = await listInvestments(tx, user.id, ACTIVE);
  const waiting = {
    deposits: longestWaiting(deposits.rows).map(presentDeposit),
    withdrawals: longestWaiting(withdrawals.rows).map(presentWithdrawal),
  };
  const claims = await readClaims(
    tx,
    [...waiting.deposits, ...waiting.withdrawals].map(({ id }) => id),
    now,
  );
  return {
    userId: user.id,
    email: user.email,
    name: user.name,
    memberSince: user.createdAt.toISOString(),
    isLocked: user.lockedAt !== null,
    available: toWire(balances.available),
    reserved: toWire(balances.reserved),
    inBots: toWire(invested.value),
    total: toWire(ownBots.reduce((sum, { value }) => sum + fromWire(value), balances.total + invested.value)),
    ownBots,
    deposits: waiting.deposits.map((request) => openRequest(request, claims)),
    withdrawals: waiting.withdrawals.map((request) => openRequest(request, claims)),
    investments: investments.items.map(
      ({ id, reference, botType, series, startedAt, usdCurrentAmount, units }) => ({
        id,
        reference,
        botType,
        series,
        startedAt,
        usdCurrentAmount,
        units,
      }),
    ),
    pendingDeposits: deposits.total,
    pendingWithdrawals: withdrawals.total,
    activeBots: investments.total,
    otherChats: (await countChats(tx, eq(supportChats.userId, user.id))) - 1,
  };
}
