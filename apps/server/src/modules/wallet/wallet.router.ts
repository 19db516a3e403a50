import { DomainError, type Wallet } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { moneyCommand, pageOf, signedIn } from '../../platform/api.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { cancelDeposit } from './deposits/decide-deposit.ts';
import { countOpenDeposits, findDeposit, listDeposits, presentDeposit } from './deposits/deposit.store.ts';
import { requestDeposit } from './deposits/request-deposit.ts';
import { getStatement } from './get-statement.ts';
import { readBalances } from './ledger/ledger.store.ts';
import { depositAddress, ownAddress } from './play-money-address.ts';
import { findTransfer, listTransactions, sumTransactions } from './transactions.store.ts';
import { cancelWithdrawal } from './withdrawals/decide-withdrawal.ts';
import { requestWithdrawal } from './withdrawals/request-withdrawal.ts';
import {
  countOpenWithdrawals,
  findWithdrawal,
  listWithdrawals,
  presentWithdrawal,
} from './withdrawals/withdrawal.store.ts';

/** What the bots hold for a customer. The bots module knows; server.ts brings the two together. */
export type InvestedAmount = (tx: Tx, userId: string) => Promise<{ value: bigint; activeBots: number }>;

export function walletRouter(deps: {
  database: Database;
  runWork: WorkRunner;
  readInvested: InvestedAmount;
  clock: Clock;
}) {
  const { database, runWork, readInvested, clock } = deps;
  return {
    // One snapshot: what a bot pays out between two reads would be counted twice or not at all.
    getWallet: signedIn.wallet.getWallet.handler(({ context }) =>
      database.snapshot((tx) => readWallet(tx, context.actor.userId, readInvested)),
    ),
    listTransactions: signedIn.wallet.listTransactions.handler(async ({ context, input }) => ({
      ...(await listTransactions(database.db, context.actor.userId, input)),
      ...pageOf(input),
    })),
    getTransactionSum: signedIn.wallet.getTransactionSum.handler(async ({ context, input }) => {
      const { available, reserved } = await sumTransactions(database.db, context.actor.userId, input);
      return {
        available: toWire(available),
        reserved: toWire(reserved),
        total: toWire(available + reserved),
      };
    }),
    getStatement: signedIn.wallet.getStatement.handler(({ context, input }) =>
      database.snapshot((tx) => getStatement(tx, context.actor.userId, input.month, clock.now())),
    ),
    getTransfer: signedIn.wallet.getTransfer.handler(async ({ context, input }) => {
      const found = await findTransfer(database.db, context.actor.userId, input.id);
      if (!found) throw DomainError.of('TRANSFER_NOT_FOUND');
      return found;
    }),
    getCryptoAddress: signedIn.wallet.getCryptoAddress.handler(({ context, input }) => ({
      currency: input.currency,
      address: depositAddress(input.currency),
      ownAddress: ownAddress(input.currency, context.actor.userId),
    })),
    listDeposits: signedIn.wallet.listDeposits.handler(async ({ context, input }) => {
      const { rows, total } = await listDeposits(database.db, context.actor.userId, input);
      return { items: rows.map(presentDeposit), total, ...pageOf(input) };
    }),
    getDeposit: signedIn.wallet.getDeposit.handler(async ({ context, input }) => {
      const row = await findDeposit(database.db, context.actor.userId, input.id);
      if (!row) throw DomainError.of('DEPOSIT_NOT_FOUND');
      return presentDeposit(row);
    }),
    requestDeposit: signedIn.wallet.requestDeposit.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'wallet.requestDeposit', input, (work) =>
        requestDeposit(work, { ...input, userId: context.actor.userId }),
      ),
    ),
    cancelDeposit: signedIn.wallet.cancelDeposit.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'wallet.cancelDeposit', input, (work) =>
        cancelDeposit(work, { ...input, userId: context.actor.userId }),
      ),
    ),
    listWithdrawals: signedIn.wallet.listWithdrawals.handler(async ({ context, input }) => {
      const { rows, total } = await listWithdrawals(database.db, context.actor.userId, input);
      return { items: rows.map(presentWithdrawal), total, ...pageOf(input) };
    }),
    getWithdrawal: signedIn.wallet.getWithdrawal.handler(async ({ context, input }) => {
      const row = await findWithdrawal(database.db, context.actor.userId, input.id);
      if (!row) throw DomainError.of('WITHDRAWAL_NOT_FOUND');
      return presentWithdrawal(row);
    }),
    requestWithdrawal: signedIn.wallet.requestWithdrawal.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'wallet.requestWithdrawal', input, (work) =>
        requestWithdrawal(work, { ...input, userId: context.actor.userId }),
      ),
    ),
    cancelWithdrawal: signedIn.wallet.cancelWithdrawal.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'wallet.cancelWithdrawal', input, (work) =>
        cancelWithdrawal(work, { ...input, userId: context.actor.userId }),
      ),
    ),
  };
}

async function readWallet(tx: Tx, userId: string, readInvested: InvestedAmount): Promise<Wallet> {
  const balances = await readBalances(tx, userId);
  const invested = await readInvested(tx, userId);
  return {
    currency: 'USDT',
    usdBalance: toWire(balances.total),
    usdLockedBalance: toWire(balances.reserved),
    available: toWire(balances.available),
    inBots: toWire(invested.value),
    activeBots: invested.activeBots,
    total: toWire(balances.total + invested.value),
    pendingDeposits: await countOpenDeposits(tx, userId),
    pendingWithdrawals: await countOpenWithdrawals(tx, userId),
  };
}
