import type { LiveMessage, LiveSubject, OperationName } from '@botdepot/contract';
import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import { queries } from '../server/api.ts';
import { touched } from '../server/contract-routes.ts';

export type HintMessage = Extract<LiveMessage, { type: 'account' | 'admin' }>;

const { wallet, wealth, bots, testbench, notifications, support, supportDesk, admin } = queries;

/** What a customer's page has to ask for again when a subject changed. A booking never changes, so it is not here. */
const ACCOUNT_KEYS: Record<LiveSubject, readonly QueryKey[]> = {
  wallet: [
    wallet.getWallet.key(),
    wallet.listTransactions.key(),
    wallet.getTransactionSum.key(),
    wallet.getStatement.key(),
    wealth.key(),
  ],
  deposits: [wallet.listDeposits.key(), wallet.getDeposit.key()],
  withdrawals: [wallet.listWithdrawals.key(), wallet.getWithdrawal.key()],
  claims: [],
  investments: [
    wallet.getWallet.key(),
    bots.listInvestments.key(),
    bots.getInvestment.key(),
    bots.listInvestmentFills.key(),
    bots.listTradingRecords.key(),
    wealth.key(),
  ],
  notifications: [notifications.key()],
  bots: [bots.listBots.key(), bots.getBot.key(), bots.listProtocol.key(), bots.listTradingEvents.key()],
  support: [support.getSupportChat.key(), support.listSupportMessages.key(), support.listSupportChats.key()],
  access: [],
  approvals: [],
  own_bots: [
    testbench.listOwnBots.key(),
    testbench.getOwnBot.key(),
    testbench.getOwnBotResult.key(),
    testbench.listOwnBotOrders.key(),
    testbench.listOwnBotRuns.key(),
    testbench.getOwnBotCurve.key(),
    testbench.listOwnBotFills.key(),
    testbench.listOwnBotProtocol.key(),
    testbench.listTrials.key(),
  ],
};

/** The customers and the page of one of them, which shows something of everything. */
const CUSTOMER_KEYS: readonly QueryKey[] = [
  admin.findCustomers.key(),
  admin.getCustomer.key(),
  admin.getCustomerFacts.key(),
  admin.listCustomerTransactions.key(),
  admin.listCustomerInvestments.key(),
  admin.listCustomerDeposits.key(),
  admin.listCustomerWithdrawals.key(),
  admin.listCustomerChats.key(),
  admin.listCustomerAudit.key(),
  admin.getCustomerOwnBots.key(),
  // What stands beside a chat.
  supportDesk.getContext.key(),
  // What approving would do at this moment.
  admin.getApproval.key(),
];

const ADMIN_KEYS: Record<LiveSubject, readonly QueryKey[]> = {
  wallet: [
    admin.getOverview.key(),
    admin.listPendingDeposits.key(),
    admin.listPendingWithdrawals.key(),
    admin.getCustomerBalance.key(),
    ...CUSTOMER_KEYS,
  ],
  deposits: [
    admin.getOverview.key(),
    admin.listPendingDeposits.key(),
    admin.listRequests.key(),
    ...CUSTOMER_KEYS,
  ],
  withdrawals: [
    admin.getOverview.key(),
    admin.listPendingWithdrawals.key(),
    admin.listRequests.key(),
    ...CUSTOMER_KEYS,
  ],
  claims: [admin.listPendingDeposits.key(), admin.listPendingWithdrawals.key(), supportDesk.getContext.key()],
  investments: [admin.getOverview.key(), admin.listActiveInvestments.key(), ...CUSTOMER_KEYS],
  notifications: [],
  bots: [
    admin.getOverview.key(),
    admin.listAdminBots.key(),
    admin.listBotPauses.key(),
    admin.listCalendar.key(),
  ],
  support: [supportDesk.key(), ...CUSTOMER_KEYS],
  access: [
    ...CUSTOMER_KEYS,
    admin.getFourEyes.key(),
    admin.listPendingDeposits.key(),
    admin.listPendingWithdrawals.key(),
  ],
  approvals: [admin.getFourEyes.key(), admin.listApprovals.key(), admin.getApproval.key()],
  own_bots: [
    admin.listAllOwnBots.key(),
    admin.getOwnBotRun.key(),
    admin.listOwnBotHolds.key(),
    ...CUSTOMER_KEYS,
  ],
};

/** The query keys of a hint, each once. */
export function keysOf({ type, subjects }: HintMessage): QueryKey[] {
  const bySubject = type === 'account' ? ACCOUNT_KEYS : ADMIN_KEYS;
  const keys = new Map(
    subjects.flatMap((subject) => bySubject[subject]).map((key) => [JSON.stringify(key), key]),
  );
  return [...keys.values()];
}

/**
 * Asks again for what is on the screen; what is not is fetched when it is shown again. A first answer that is under way may
 * have been read before the change, and TanStack does not begin it anew: once it is there it is asked for again.
 */
export function askAgain(client: QueryClient, filters: QueryFilters = {}): Promise<void> {
  const underWay = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  for (const { state, promise, queryKey } of underWay) {
    if (state.data !== undefined) continue;
    promise?.then(
      () => client.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
  }
  return client.invalidateQueries(filters);
}

/**
 * After a command: of one's own what it touches, of the back office everything, which shows much of everybody. The server's hints
 * name it as well, but this comes at once, and also when the command failed.
 */
export async function askAgainAfter(client: QueryClient, operation: OperationName): Promise<void> {
  const keys = operation.startsWith('admin.')
    ? [admin.key(), supportDesk.getContext.key()]
    : operation.startsWith('supportDesk.')
      ? [supportDesk.key()]
      : keysOf({ type: 'account', subjects: [...(touched[operation] ?? [])] });
  await Promise.all(keys.map((queryKey) => askAgain(client, { queryKey })));
}

/** A busy minute brings many hints; each query is asked at most once in this time. */
const REFETCH_PAUSE_MS = 1_000;
/** The parts of one change arrive within this time and are fetched together. */
const GATHER_MS = 60;
/** All tabs hear of an interruption at the same moment and must not all ask at the same moment. */
const RESYNC_SPREAD_MS = 2_000;

export interface HintFollower {
  follow: (hint: HintMessage) => void;
  /** Everything is out of date. */
  refetchAll: (options?: { spread: boolean }) => void;
  close: () => void;
}

/** Turns hints into refetches. */
export function createHintFollower(client: QueryClient): HintFollower {
  const waiting = new Map<string, QueryKey>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let flushing = false;
  let flushedAt = Number.NEGATIVE_INFINITY;

  const later = (run: () => void, ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  };
  const flush = () => {
    flushing = false;
    flushedAt = Date.now();
    const keys = [...waiting.values()];
    waiting.clear();
    for (const queryKey of keys) void askAgain(client, { queryKey });
  };

  return {
    follow(hint) {
      for (const key of keysOf(hint)) waiting.set(JSON.stringify(key), key);
      if (flushing || waiting.size === 0) return;
      flushing = true;
      later(flush, Math.max(GATHER_MS, flushedAt + REFETCH_PAUSE_MS - Date.now()));
    },
    refetchAll({ spread } = { spread: false }) {
      later(() => void askAgain(client), spread ? Math.random() * RESYNC_SPREAD_MS : 0);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
