import { type CustomerBalance, DomainError, type UserProfile } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import type { Tx } from '../../platform/database.ts';
import { readSearchTerms } from '../../platform/search-terms.ts';
import { findInvestmentOwners } from '../bots/index.ts';
import { findUserById, findUsers, listUsers, type UserEntry } from '../identity/index.ts';
import { findOwners, readBalances } from '../wallet/index.ts';

type Page = { page: number; pageSize: number };
type Found = { items: UserProfile[]; total: number };

export async function listUserProfiles(tx: Tx, page: Page): Promise<Found> {
  return present(await listUsers(tx, page));
}

/** By part of the e-mail address, or by anything of theirs that has an id or a reference. */
export async function findCustomers(tx: Tx, input: Page & { query: string }): Promise<Found> {
  const terms = readSearchTerms(input.query);
  const owners = [...(await findOwners(tx, terms)), ...(await findInvestmentOwners(tx, terms))];
  return present(await findUsers(tx, { ...terms, owners: [...new Set(owners)] }, input));
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

function present({ items, total }: { items: UserEntry[]; total: number }): Found {
  return { items: items.map((user) => ({ ...user, createdAt: user.createdAt.toISOString() })), total };
}
