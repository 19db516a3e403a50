import {
  type Customer,
  type CustomerBalance,
  type CustomerEntry,
  customerReference,
  DELETED_ACCOUNT,
  DomainError,
  LIMITS,
  readCustomerReference,
  type Transfer,
  type UserProfile,
} from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import type { Tx } from '../../platform/database.ts';
import { readSearchTerms } from '../../platform/search-terms.ts';
import type { Work } from '../../platform/work.ts';
import { findInvestmentOwners, readInvested } from '../bots/index.ts';
import {
  type AccessChange,
  type AccessLetterhead,
  accessMail,
  accessNews,
  findUserById,
  findUsers,
  listEmails,
  listSessions,
  listUsers,
  type UserFilter,
} from '../identity/index.ts';
import { notify } from '../notifications/index.ts';
import { findChatOwners } from '../support/index.ts';
import { listHeldOwnBots } from '../testbench/index.ts';
import {
  checkWallet,
  findOwners,
  findTransfer,
  listDeposits,
  listWithdrawals,
  presentDeposit,
  presentWithdrawal,
  readBalances,
  summarizeWallets,
} from '../wallet/index.ts';

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

type Page = { page: number; pageSize: number };

/** The specification's `user_profiles`. */
export async function listUserProfiles(tx: Tx, page: Page): Promise<{ items: UserProfile[]; total: number }> {
  const { items, total } = await listUsers(tx, page);
  return {
    items: items.map(({ userId, email, role, createdAt }) => ({
      userId,
      email,
      role,
      createdAt: createdAt.toISOString(),
    })),
    total,
  };
}

/**
 * People by part of their e-mail address or name, or by anything of theirs that has an id or a reference; without a query
 * everybody, newest first.
 */
export async function findCustomers(
  tx: Tx,
  input: Page & UserFilter & { query?: string | undefined },
): Promise<{ items: CustomerEntry[]; total: number }> {
  const { items, total } = await findUsers(tx, input.query ? await readSearch(tx, input.query) : null, input);
  const wallets = await summarizeWallets(
    tx,
    items.map(({ userId }) => userId),
  );
  return {
    items: items.map((user) => ({
      ...user,
      reference: customerReference(user.userId),
      createdAt: user.createdAt.toISOString(),
      lockedAt: user.lockedAt?.toISOString() ?? null,
      walletTotal: toWire(wallets.get(user.userId)?.total ?? 0n),
      pendingRequests: wallets.get(user.userId)?.pendingRequests ?? 0,
    })),
    total,
  };
}

async function readSearch(tx: Tx, query: string) {
  const terms = readSearchTerms(query);
  const owners = [
    ...(await findOwners(tx, terms)),
    ...(await findInvestmentOwners(tx, terms)),
    ...(await findChatOwners(tx, terms)),
  ];
  return { ...terms, ending: readCustomerReference(query), owners: [...new Set(owners)] };
}

/** Throws USER_NOT_FOUND. */
export async function readCustomerBalance(tx: Tx, userId: string): Promise<CustomerBalance> {
  const user = await findUserById(tx, userId);
  if (!user) throw DomainError.of('USER_NOT_FOUND');
  const { total, reserved, available } = await readBalances(tx, userId);
  return {
    userId,
    email: user.email,
    total: toWire(total),
    reserved: toWire(reserved),
    available: toWire(available),
  };
}

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
  const ownBots = await listHeldOwnBots(tx, userId);
  const inOwnBots = ownBots.reduce((sum, { value }) => sum + fromWire(value), 0n);
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
    ownBots,
    total: toWire(balances.total + invested.value + inOwnBots),
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

/** Changes somebody's access and tells them, by mail and in the app, in one transaction. */
export async function changeCustomerAccess(
  work: Work,
  letterhead: AccessLetterhead,
  change: (work: Work) => Promise<AccessChange>,
): Promise<AccessChange> {
  const changed = await change(work);
  if (changed.kind !== 'sessions' || changed.ended > 0)
    await notify(work, {
      event: 'security',
      userId: changed.userId,
      ...accessNews(changed),
      type: changed.kind === 'unlocked' ? 'info' : 'warning',
      subject: 'security',
      subjectId: null,
      letter: accessMail(letterhead, changed),
    });
  work.hintAdmins('access');
  return changed;
}
