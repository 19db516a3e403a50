import {
  type CustomerBalance,
  type CustomerEntry,
  customerReference,
  DomainError,
  readCustomerReference,
  type UserProfile,
} from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { readSearchTerms } from '../../../platform/search-terms.ts';
import { findInvestmentOwners } from '../../bots/index.ts';
import { findUserById, findUsers, listUsers, type UserFilter } from '../../identity/index.ts';
import { findChatOwners } from '../../support/index.ts';
import { findOwners, readBalances, summarizeWallets } from '../../wallet/index.ts';

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
