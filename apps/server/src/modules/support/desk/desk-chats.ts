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
  type TeamMember,
  type Withdrawal,
} from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { listInvestments, readInvested } from '../../bots/index.ts';
import { findUserById, listAdmins, listEmails } from '../../identity/index.ts';
import {
  listDeposits,
  listWithdrawals,
  presentDeposit,
  presentWithdrawal,
  readBalances,
  readClaims,
} from '../../wallet/index.ts';
import { countChats, type Paging, preview } from '../customer-chats.ts';
import { supportChats, supportMessages } from '../support.schema.ts';
import { countByStatus, presentChat, type StatusCounts, unreadCount } from '../support.store.ts';

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

type DeskFilter = Paging & { status?: ChatStatus | undefined; order: 'newest' | 'waiting' };

/** Everybody's chats with the counters of the desk. Who waits longest comes first, or the chat with the latest message. */
export async function listDeskChats(
  tx: Tx,
  filter: DeskFilter,
): Promise<{ items: DeskChat[]; total: number; counts: StatusCounts }> {
  const where = filter.status ? eq(supportChats.status, filter.status) : undefined;
  const items = await selectDeskChats(tx, where, filter);
  return { items, total: await countChats(tx, where), counts: await countByStatus(tx) };
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
  { page, pageSize, order }: Omit<DeskFilter, 'status'>,
): Promise<DeskChat[]> {
  const newest = [desc(supportChats.lastMessageAt), desc(supportChats.id)];
  const rows = await tx
    .select({
      row: supportChats,
      unread: unreadCount,
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
  return rows.map(({ row, unread, waitingSince: since, ...rest }) => ({
    ...presentChat(row, unread),
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
    total: toWire(balances.total + invested.value),
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
