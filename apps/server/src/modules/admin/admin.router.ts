import type { AdminOverview, PendingDeposit, PendingWithdrawal } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { adminMoney, adminOnly, moneyCommand } from '../../platform/api.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { readSearchTerms } from '../../platform/search-terms.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { listActiveInvestments } from '../bots/index.ts';
import {
  approveDeposit,
  approveWithdrawal,
  correctWallet,
  listPendingDeposits,
  listPendingWithdrawals,
  rejectDeposit,
  rejectWithdrawal,
  sumPendingDeposits,
  sumPendingWithdrawals,
  sumWallets,
} from '../wallet/index.ts';
import { applyOneReturn, applyReturns } from './apply-returns.ts';
import { findCustomers, listUserProfiles, readCustomerBalance } from './find-customers.ts';

/** What admin needs of the modules that know: people by id, and the running investments. */
export type AdminSources = {
  countUsers(tx: Tx): Promise<{ total: number; newToday: number }>;
  listEmails(tx: Tx, userIds: string[]): Promise<Map<string, string>>;
  sumActiveInvestments(tx: Tx): Promise<{ count: number; value: bigint }>;
};

export function adminRouter(deps: { database: Database; runWork: WorkRunner; sources: AdminSources }) {
  const { database, runWork, sources } = deps;
  return {
    getOverview: adminOnly.admin.getOverview.handler(() => readOverview(database.db, sources)),
    listPendingDeposits: adminOnly.admin.listPendingDeposits.handler(async ({ input }) => {
      const items = await withEmails(database.db, sources, await listPendingDeposits(database.db, input));
      const { count } = await sumPendingDeposits(database.db);
      return {
        items: items satisfies PendingDeposit[],
        total: count,
        ...pageOf(input),
      };
    }),
    approveDeposit: adminMoney.admin.approveDeposit.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'admin.approveDeposit', input, (work) => approveDeposit(work, input)),
    ),
    rejectDeposit: adminMoney.admin.rejectDeposit.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'admin.rejectDeposit', input, (work) => rejectDeposit(work, input)),
    ),
    listPendingWithdrawals: adminOnly.admin.listPendingWithdrawals.handler(async ({ input }) => {
      const items = await withEmails(database.db, sources, await listPendingWithdrawals(database.db, input));
      const { count } = await sumPendingWithdrawals(database.db);
      return {
        items: items satisfies PendingWithdrawal[],
        total: count,
        ...pageOf(input),
      };
    }),
    approveWithdrawal: adminMoney.admin.approveWithdrawal.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'admin.approveWithdrawal', input, (work) =>
        approveWithdrawal(work, input),
      ),
    ),
    rejectWithdrawal: adminMoney.admin.rejectWithdrawal.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'admin.rejectWithdrawal', input, (work) =>
        rejectWithdrawal(work, input),
      ),
    ),
    listUsers: adminOnly.admin.listUsers.handler(async ({ input }) => ({
      ...(await listUserProfiles(database.db, input)),
      ...pageOf(input),
    })),
    findCustomers: adminOnly.admin.findCustomers.handler(async ({ input }) => ({
      ...(await findCustomers(database.db, input)),
      ...pageOf(input),
    })),
    getCustomerBalance: adminOnly.admin.getCustomerBalance.handler(({ input }) =>
      readCustomerBalance(database.db, input.id),
    ),
    correctWallet: adminMoney.admin.correctWallet.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'admin.correctWallet', input, (work) => correctWallet(work, input)),
    ),
    listActiveInvestments: adminOnly.admin.listActiveInvestments.handler(async ({ input }) => {
      const search = input.query ? readSearchTerms(input.query) : null;
      const { items, total } = await listActiveInvestments(database.db, { ...input, search });
      return {
        items: items.map((item) => ({ ...item, email: item.email ?? NOBODY })),
        total,
        ...pageOf(input),
      };
    }),
    applyReturn: adminMoney.admin.applyReturn.handler(({ context, input }) =>
      applyOneReturn(runWork, context, input),
    ),
    applyReturns: adminMoney.admin.applyReturns.handler(({ context, input }) =>
      applyReturns(runWork, context, input),
    ),
  };
}

/** Instead of the address of an account that is gone. */
const NOBODY = 'gelöschtes Konto';

const pageOf = ({ page, pageSize }: { page: number; pageSize: number }) => ({ page, pageSize });

async function readOverview(tx: Tx, sources: AdminSources): Promise<AdminOverview> {
  const users = await sources.countUsers(tx);
  const deposits = await sumPendingDeposits(tx);
  const withdrawals = await sumPendingWithdrawals(tx);
  const investments = await sources.sumActiveInvestments(tx);
  return {
    totalUsers: users.total,
    newUsersToday: users.newToday,
    pendingDeposits: deposits.count,
    pendingDepositsAmount: toWire(deposits.amount),
    activeBots: investments.count,
    activeBotsAmount: toWire(investments.value),
    pendingWithdrawals: withdrawals.count,
    pendingWithdrawalsAmount: toWire(withdrawals.amount),
    walletsTotal: toWire(await sumWallets(tx)),
  };
}

async function withEmails<T extends { userId: string }>(
  tx: Tx,
  sources: AdminSources,
  rows: T[],
): Promise<(T & { email: string })[]> {
  const emails = await sources.listEmails(tx, [...new Set(rows.map((row) => row.userId))]);
  return rows.map((row) => ({ ...row, email: emails.get(row.userId) ?? NOBODY }));
}
