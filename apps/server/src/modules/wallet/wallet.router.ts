import { DomainError, type Wallet } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { type Handlers, pageOf } from '../../platform/api.ts';
import type { Database, Tx } from '../../platform/database.ts';
import type { Clock } from '../../platform/work.ts';
import {
  cancelDeposit,
  countOpenDeposits,
  findDeposit,
  listDeposits,
  presentDeposit,
  requestDeposit,
} from './deposits.ts';
import { readBalances } from './ledger.ts';
import { depositAddress, ownAddress } from './play-money-address.ts';
import {
  findTransfer,
  getStatement,
  listTransactions,
  type OwnBotNames,
  sumTransactions,
} from './transactions.ts';
import {
  cancelWithdrawal,
  countOpenWithdrawals,
  findWithdrawal,
  listWithdrawals,
  presentWithdrawal,
  requestWithdrawal,
} from './withdrawals.ts';

/** What the bots hold for a customer. The bots module knows; server.ts brings the two together. */
export type InvestedAmount = (tx: Tx, userId: string) => Promise<{ value: bigint; activeBots: number }>;

/** The own bots that hold a customer's money; the test bench knows. */
type OwnInvestedAmount = (
  tx: Tx,
  userId: string,
) => Promise<{
  held: { id: string; name: string; put: bigint; value: bigint; isWaiting: boolean }[];
  hasBegun: boolean;
}>;

export function walletRouter(deps: {
  database: Database;
  readInvested: InvestedAmount;
  readOwnInvested: OwnInvestedAmount;
  /** The test bench knows. */
  readOwnBotNames: (tx: Tx, userId: string) => Promise<OwnBotNames>;
  clock: Clock;
}): Handlers<'wallet'> {
  const { database, clock, readOwnBotNames } = deps;
  return {
    // One snapshot: what a bot pays out between two reads would be counted twice or not at all.
    getWallet: ({ actor }) => database.snapshot((tx) => readWallet(tx, actor.userId, deps)),
    listTransactions: async ({ actor: { userId }, input }) => {
      const names = await readOwnBotNames(database.db, userId);
      return { ...(await listTransactions(database.db, userId, { ...input, names })), ...pageOf(input) };
    },
    getTransactionSum: async ({ actor: { userId }, input }) => {
      const names = await readOwnBotNames(database.db, userId);
      const { available, reserved } = await sumTransactions(database.db, userId, { ...input, names });
      return {
        available: toWire(available),
        reserved: toWire(reserved),
        total: toWire(available + reserved),
      };
    },
    getStatement: ({ actor: { userId }, input: { month } }) =>
      database.snapshot(async (tx) =>
        getStatement(tx, userId, { month, now: clock.now(), names: await readOwnBotNames(tx, userId) }),
      ),
    getTransfer: async ({ actor: { userId }, input }) => {
      const names = await readOwnBotNames(database.db, userId);
      const found = await findTransfer(database.db, userId, input.id, names);
      if (!found) throw DomainError.of('TRANSFER_NOT_FOUND');
      return found;
    },
    getCryptoAddress: ({ actor, input }) => ({
      currency: input.currency,
      address: depositAddress(input.currency),
      ownAddress: ownAddress(input.currency, actor.userId),
    }),
    listDeposits: async ({ actor, input }) => {
      const { rows, total } = await listDeposits(database.db, actor.userId, input);
      return { items: rows.map(presentDeposit), total, ...pageOf(input) };
    },
    getDeposit: async ({ actor, input }) => {
      const row = await findDeposit(database.db, actor.userId, input.id);
      if (!row) throw DomainError.of('DEPOSIT_NOT_FOUND');
      return presentDeposit(row);
    },
    requestDeposit: ({ work, input, actor }) => requestDeposit(work, { ...input, userId: actor.userId }),
    cancelDeposit: ({ work, input, actor }) => cancelDeposit(work, { ...input, userId: actor.userId }),
    listWithdrawals: async ({ actor, input }) => {
      const { rows, total } = await listWithdrawals(database.db, actor.userId, input);
      return { items: rows.map(presentWithdrawal), total, ...pageOf(input) };
    },
    getWithdrawal: async ({ actor, input }) => {
      const row = await findWithdrawal(database.db, actor.userId, input.id);
      if (!row) throw DomainError.of('WITHDRAWAL_NOT_FOUND');
      return presentWithdrawal(row);
    },
    requestWithdrawal: ({ work, input, actor }) =>
      requestWithdrawal(work, { ...input, userId: actor.userId }),
    cancelWithdrawal: ({ work, input, actor }) => cancelWithdrawal(work, { ...input, userId: actor.userId }),
  };
}

async function readWallet(
  tx: Tx,
  userId: string,
  { readInvested, readOwnInvested }: { readInvested: InvestedAmount; readOwnInvested: OwnInvestedAmount },
): Promise<Wallet> {
  const balances = await readBalances(tx, userId);
  const invested = await readInvested(tx, userId);
  const { held, hasBegun } = await readOwnInvested(tx, userId);
  const running = held.filter(({ isWaiting }) => !isWaiting);
  const sumOf = (own: typeof held) => own.reduce((total, { value }) => total + value, 0n);
  const [inOwn, inOwnBots] = [sumOf(held), sumOf(running)];
  return {
    currency: 'USDT',
    usdBalance: toWire(balances.total),
    usdLockedBalance: toWire(balances.reserved),
    available: toWire(balances.available),
    inBots: toWire(invested.value),
    activeBots: invested.activeBots,
    inOwnBots: toWire(inOwnBots),
    inOrders: toWire(inOwn - inOwnBots),
    activeOwnBots: running.length,
    hasOwnBots: hasBegun,
    ownBots: held.map((one) => ({ ...one, put: toWire(one.put), value: toWire(one.value) })),
    total: toWire(balances.total + invested.value + inOwn),
    pendingDeposits: await countOpenDeposits(tx, userId),
    pendingWithdrawals: await countOpenWithdrawals(tx, userId),
  };
}
