import type { AdminOverview, PendingDeposit, PendingWithdrawal } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { adminOnly, moneyCommand } from '../../platform/api.ts';
import type { Database, Tx } from '../../platform/database.ts';
import type { WorkRunner } from '../../platform/work.ts';
import {
  approveDeposit,
  approveWithdrawal,
  listPendingDeposits,
  listPendingWithdrawals,
  rejectDeposit,
  rejectWithdrawal,
  sumPendingDeposits,
  sumPendingWithdrawals,
} from '../wallet/index.ts';

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
        page: input.page,
        pageSize: input.pageSize,
      };
    }),
    approveDeposit: adminOnly.admin.approveDeposit.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'admin.approveDeposit', input, (work) => approveDeposit(work, input)),
    ),
    rejectDeposit: adminOnly.admin.rejectDeposit.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'admin.rejectDeposit', input, (work) => rejectDeposit(work, input)),
    ),
    listPendingWithdrawals: adminOnly.admin.listPendingWithdrawals.handler(async ({ input }) => {
      const items = await withEmails(database.db, sources, await listPendingWithdrawals(database.db, input));
      const { count } = await sumPendingWithdrawals(database.db);
      return {
        items: items satisfies PendingWithdrawal[],
        total: count,
        page: input.page,
        pageSize: input.pageSize,
      };
    }),
    approveWithdrawal: adminOnly.admin.approveWithdrawal.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'admin.approveWithdrawal', input, (work) =>
        approveWithdrawal(work, input),
      ),
    ),
    rejectWithdrawal: adminOnly.admin.rejectWithdrawal.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'admin.rejectWithdrawal', input, (work) =>
        rejectWithdrawal(work, input),
      ),
    ),
  };
}

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
  };
}

async function withEmails<T extends { userId: string }>(
  tx: Tx,
  sources: AdminSources,
  rows: T[],
): Promise<(T & { email: string })[]> {
  const emails = await sources.listEmails(tx, [...new Set(rows.map((row) => row.userId))]);
  return rows.map((row) => ({ ...row, email: emails.get(row.userId) ?? 'gelöschtes Konto' }));
}
