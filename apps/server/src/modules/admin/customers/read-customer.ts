import { type Customer, customerReference, DomainError, LIMITS, type Transfer } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { readInvested } from '../../bots/index.ts';
import { findUserById, listSessions } from '../../identity/index.ts';
import {
  checkWallet,
  findTransfer,
  listDeposits,
  listWithdrawals,
  presentDeposit,
  presentWithdrawal,
  readBalances,
} from '../../wallet/index.ts';

const PENDING = { page: 1, pageSize: LIMITS.pageSizeMax, status: 'pending' } as const;

/** Throws CUSTOMER_NOT_FOUND. */
export async function assertCustomer(tx: Tx, userId: string): Promise<void> {
  if ((await findUserById(tx, userId)) === null) throw DomainError.of('CUSTOMER_NOT_FOUND');
}

/** Throws CUSTOMER_NOT_FOUND, CUSTOMER_NOT_LOCKED. */
export async function assertLocked(tx: Tx, userId: string): Promise<void> {
  const user = await findUserById(tx, userId);
  if (!user) throw DomainError.of('CUSTOMER_NOT_FOUND');
  if (!user.lockedAt) throw DomainError.of('CUSTOMER_NOT_LOCKED');
}

/**
 * Somebody's access, money, open requests and sessions. The balances are compared with the sum of their entries here and
 * now, so all of it has to come from one snapshot. Throws CUSTOMER_NOT_FOUND.
 */
export async function readCustomer(tx: Tx, userId: string, now: Date): Promise<Customer> {
  const user = await findUserById(tx, userId);
  if (!user) throw DomainError.of('CUSTOMER_NOT_FOUND');
  const balances = await readBalances(tx, userId);
  const invested = await readInvested(tx, userId);
  const check = await checkWallet(tx, userId);
  const deposits = await listDeposits(tx, userId, PENDING);
  const withdrawals = await listWithdrawals(tx, userId, PENDING);
  const sessions = await listSessions(tx, userId, now);
  return {
    userId,
    reference: customerReference(userId),
    email: user.email,
    name: user.name,
    role: user.role,
    adminField: user.adminField,
    createdAt: user.createdAt.toISOString(),
    lockedAt: user.lockedAt?.toISOString() ?? null,
    lockedReason: user.lockedReason,
    emailVerified: user.emailVerified,
    twoFactorEnabled: user.twoFactorEnabled,
    available: toWire(balances.available),
    reserved: toWire(balances.reserved),
    inBots: toWire(invested.value),
    total: toWire(balances.total + invested.value),
    check: {
      ok: check.ok,
      at: now.toISOString(),
      availableEntries: toWire(check.availableEntries),
      reservedEntries: toWire(check.reservedEntries),
    },
    pendingDeposits: deposits.rows.toReversed().map(presentDeposit),
    pendingWithdrawals: withdrawals.rows.toReversed().map(presentWithdrawal),
    sessions: sessions.map(({ createdAt, seenAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
    })),
  };
}

/** A booking of somebody else: their accounts are not „Ihr Wallet“ here. Throws TRANSFER_NOT_FOUND. */
export async function readCustomerTransfer(tx: Tx, userId: string, id: string): Promise<Transfer> {
  const found = await findTransfer(tx, userId, id);
  if (!found) throw DomainError.of('TRANSFER_NOT_FOUND');
  const entries = found.entries.map((entry) => ({
    ...entry,
    accountLabel: entry.accountLabel.replace(/^Ihr Wallet/, 'Wallet des Kunden'),
  }));
  return { ...found, entries };
}
