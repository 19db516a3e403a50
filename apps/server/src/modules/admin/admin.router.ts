import { type AdminOverview, DELETED_ACCOUNT, type Installation } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { berlinInstant, berlinWallTime } from '@botdepot/trading';
import { type CommandRunner, type Handlers, pageOf } from '../../platform/api.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { readSearchTerms } from '../../platform/search-terms.ts';
import type { WorkRunner } from '../../platform/work.ts';
import {
  applyReturn,
  type BotStrategies,
  listActiveInvestments,
  sumActiveInvestments,
} from '../bots/index.ts';
import { type AccessChange, countUsers } from '../identity/index.ts';
import { correctWallet, sumPendingDeposits, sumPendingWithdrawals, sumWallets } from '../wallet/index.ts';
import { applyReturns } from './apply-returns.ts';
import { auditRouter } from './audit/audit.router.ts';
import { adminBotsRouter } from './bots/bots.router.ts';
import { customersRouter } from './customers/customers.router.ts';
import { fourEyesRouter } from './four-eyes/four-eyes.router.ts';
import { queueRouter } from './queue/queue.router.ts';
import { reconciliationRouter } from './reconciliation/reconciliation.router.ts';
import type { ReconciliationRunner } from './reconciliation/reconciliation-runner.ts';
import type { ReplicaFacts } from './system/read-system-state.ts';
import { systemRouter } from './system/system.router.ts';

export function adminRouter(deps: {
  database: Database;
  clock: Clock;
  runWork: WorkRunner;
  runCommand: CommandRunner;
  installation: Installation;
  baseUrl: string;
  onAccessChanged: (change: AccessChange) => void;
  reconciliation: ReconciliationRunner;
  replica: ReplicaFacts;
  strategies?: BotStrategies;
}): Handlers<'admin'> {
  const { database, clock } = deps;
  return {
    ...queueRouter(deps),
    ...auditRouter(deps),
    ...reconciliationRouter(deps),
    ...systemRouter(deps),
    ...fourEyesRouter(deps),
    ...customersRouter(deps),
    ...adminBotsRouter(deps),
    getOverview: () => readOverview(database.db, clock.now()),
    correctWallet: ({ work, input }) => correctWallet(work, input),
    listActiveInvestments: async ({ input }) => {
      const search = input.query ? readSearchTerms(input.query) : null;
      const { items, total } = await listActiveInvestments(database.db, { ...input, search });
      return {
        items: items.map((item) => ({ ...item, email: item.email ?? DELETED_ACCOUNT })),
        total,
        ...pageOf(input),
      };
    },
    applyReturn: ({ work, input }) => applyReturn(work, input),
    applyReturns: ({ context, input }) => applyReturns(deps, context, input),
  };
}

async function readOverview(tx: Tx, now: Date): Promise<AdminOverview> {
  const midnight = berlinInstant({ ...berlinWallTime(now.getTime()), hour: 0, minute: 0 });
  const deposits = await sumPendingDeposits(tx);
  const withdrawals = await sumPendingWithdrawals(tx);
  const investments = await sumActiveInvestments(tx);
  return {
    totalUsers: await countUsers(tx),
    newUsersToday: await countUsers(tx, new Date(midnight)),
    pendingDeposits: deposits.count,
    pendingDepositsAmount: toWire(deposits.amount),
    oldestDepositAt: deposits.oldestAt?.toISOString() ?? null,
    activeBots: investments.count,
    activeBotsAmount: toWire(investments.value),
    pendingWithdrawals: withdrawals.count,
    pendingWithdrawalsAmount: toWire(withdrawals.amount),
    oldestWithdrawalAt: withdrawals.oldestAt?.toISOString() ?? null,
    walletsTotal: toWire(await sumWallets(tx)),
  };
}
