import { type AdminOverview, DELETED_ACCOUNT, DomainError, type Installation } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { berlinInstant, berlinWallTime } from '@botdepot/trading';
import { type CommandRunner, type Handlers, ofAdmin, pageOf } from '../../platform/api.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { listFaults } from '../../platform/fault-log.ts';
import { readSearchTerms } from '../../platform/search-terms.ts';
import type { Clock, WorkRunner } from '../../platform/work.ts';
import {
  applyReturn,
  type BotStrategies,
  cancelTradingEvent,
  createTradingEvent,
  listActiveInvestments,
  listAdminBots,
  listBotPauses,
  listCalendar,
  moveTradingEvent,
  pauseBot,
  resumeBot,
  STRATEGIES,
  sumActiveInvestments,
} from '../bots/index.ts';
import { type AccessChange, countUsers, listEmails } from '../identity/index.ts';
import type { StepTimesSeen } from '../testbench/index.ts';
import {
  checkFourEyes,
  correctWallet,
  sumPendingDeposits,
  sumPendingWithdrawals,
  sumWallets,
} from '../wallet/index.ts';
import { customersRouter } from './customers.router.ts';
import { listApprovalRows } from './four-eyes/approval-requests.ts';
import {
  approveRequest,
  pausePastApproval,
  rejectApproval,
  withdrawApproval,
} from './four-eyes/decide-approval.ts';
import { getFourEyes, setThreshold } from './four-eyes/four-eyes-settings.ts';
import { presentApprovals } from './four-eyes/present-approval.ts';
import { previewApproval, requestApproval } from './four-eyes/request-approval.ts';
import { getAudit, listAudit, readChainState } from './list-audit.ts';
import { adminOwnBotsRouter } from './own-bots.router.ts';
import { queueRouter } from './queue.router.ts';
import type { ReconciliationRunner } from './reconciliation/reconciliation-runner.ts';
import { findRun, listRuns, presentRun, type RunRow } from './reconciliation/runs.store.ts';
import { applyReturns } from './returns.ts';
import { type ReplicaFacts, readSystemState } from './system.ts';

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
  ownBotsMax: number;
  stepTimes: StepTimesSeen;
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
    ...adminOwnBotsRouter(deps),
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

function auditRouter({ database }: { database: Database }) {
  return ofAdmin({
    listAuditEntries: ({ input }) => database.snapshot((tx) => listAudit(tx, input)),
    getAuditEntry: ({ input }) => database.snapshot((tx) => getAudit(tx, input.seq)),
    getAuditChain: () => readChainState(database.db),
  });
}

/** The bots know nobody by name. */
const people = { listEmails };

/**
 * The bots as an operator sees them. The commands move no money, so nobody is asked who they are once more: a brake must be
 * fast. They take a key all the same, since customers are told of each.
 */
function adminBotsRouter(deps: { database: Database; clock: Clock; strategies?: BotStrategies }) {
  const { database, clock, strategies = STRATEGIES } = deps;
  const { db } = database;
  return ofAdmin({
    listAdminBots: async () => ({
      items: await database.snapshot((tx) => listAdminBots(tx, { people, strategies }, clock.now())),
    }),
    listBotPauses: async ({ input }) => ({
      ...(await listBotPauses(db, people, input)),
      ...pageOf(input),
    }),
    pauseBot: ({ work, input }) =>
      pausePastApproval(work, input.botType, (inner) => pauseBot(inner, { people, strategies }, input)),
    resumeBot: ({ work, input }) => resumeBot(work, { people }, input),
    listCalendar: async ({ input }) => ({
      ...(await listCalendar(db, people, clock.now(), input)),
      ...pageOf(input),
    }),
    createTradingEvent: ({ work, input }) => createTradingEvent(work, people, input),
    moveTradingEvent: ({ work, input }) => moveTradingEvent(work, people, input),
    cancelTradingEvent: ({ work, input }) => cancelTradingEvent(work, people, input),
  });
}

function fourEyesRouter(deps: { database: Database; runWork: WorkRunner; strategies?: BotStrategies }) {
  const { database, runWork, strategies = STRATEGIES } = deps;
  return ofAdmin({
    getFourEyes: ({ actor, now }) => getFourEyes(database.db, actor.userId, now),
    checkFourEyes: ({ actor, now, input }) =>
      checkFourEyes(database.db, { adminId: actor.userId, now }, input),
    setFourEyesThreshold: ({ work, input }) => setThreshold(work, input),
    requestApproval: ({ work, input }) => requestApproval(work, strategies, input),
    listApprovals: async ({ input, now }) => {
      const { rows, total } = await listApprovalRows(database.db, input, now);
      const items = await presentApprovals(database.db, rows, now);
      return { items, total, ...pageOf(input) };
    },
    getApproval: ({ actor, input }) => previewApproval(runWork, strategies, actor, input),
    approveRequest: ({ work, input }) => approveRequest(work, strategies, input),
    rejectApproval: ({ work, input }) => rejectApproval(work, input),
    withdrawApproval: ({ work, input }) => withdrawApproval(work, input),
  });
}

function reconciliationRouter(deps: { database: Database; reconciliation: ReconciliationRunner }) {
  const { database, reconciliation } = deps;

  async function present(rows: readonly RunRow[]) {
    const people = rows.flatMap(({ requestedBy }) => requestedBy ?? []);
    const emails = await listEmails(database.db, people);
    return rows.map((row) => ({ ...presentRun(row, emails), results: row.results }));
  }

  return ofAdmin({
    listReconciliationRuns: async ({ input }) => {
      const { items, total } = await listRuns(database.db, input);
      const { page, pageSize } = input;
      return { items: await present(items), total, page, pageSize };
    },
    getReconciliationRun: async ({ input }) => {
      const row = await findRun(database.db, input.id);
      const [run] = row ? await present([row]) : [];
      if (!run) throw DomainError.of('NOT_FOUND');
      return run;
    },
    startReconciliation: async ({ actor }) => {
      const [run] = await present([await reconciliation.begin(actor)]);
      if (!run) throw DomainError.of('NOT_FOUND');
      return run;
    },
  });
}

function systemRouter(deps: { database: Database; clock: Clock; replica: ReplicaFacts }) {
  const { database, replica } = deps;
  return ofAdmin({
    getSystemState: () => readSystemState(deps, replica),
    listFaults: async ({ input }) => {
      const { items, total } = await listFaults(database.db, input);
      const { page, pageSize } = input;
      return { items: items.map((row) => ({ ...row, at: row.at.toISOString() })), total, page, pageSize };
    },
  });
}
