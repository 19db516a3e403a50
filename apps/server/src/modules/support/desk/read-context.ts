import {
  DESK_LIMITS,
  type Deposit,
  type DeskContext,
  DomainError,
  LIMITS,
  type RequestClaim,
  type Withdrawal,
} from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { listInvestments, readInvested } from '../../bots/index.ts';
import { findUserById } from '../../identity/index.ts';
import {
  listDeposits,
  listWithdrawals,
  presentDeposit,
  presentWithdrawal,
  readBalances,
  readClaims,
} from '../../wallet/index.ts';
import { countChats } from '../list-chats.ts';
import { supportChats } from '../support.schema.ts';

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
