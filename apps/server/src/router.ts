import type { Installation } from '@botdepot/contract';
import { adminRouter, type ReconciliationRunner, type ReplicaFacts } from './modules/admin/index.ts';
import {
  type BacktestRunner,
  type BotStrategies,
  backtestsRouter,
  botsRouter,
  trackRecordRouter,
  wealthRouter,
} from './modules/bots/index.ts';
import { type AccessChange, type AccountParts, holdAdmin, identityRouter } from './modules/identity/index.ts';
import { marketsRouter } from './modules/markets/index.ts';
import { type MailboxAccess, mailboxRouter, notificationsRouter } from './modules/notifications/index.ts';
import { type SupportParts, supportDeskRouter, supportRouter } from './modules/support/index.ts';
import {
  type CandleSources,
  endedStarts,
  readNewestNavs,
  readOwnBotNames,
  readOwnInvested,
  readOwnStarts,
  type StepTimesSeen,
  testbenchRouter,
} from './modules/testbench/index.ts';
import { type InvestedAmount, walletRouter } from './modules/wallet/index.ts';
import { createCommandRunner, implementAll } from './platform/api.ts';
import type { Database } from './platform/database.ts';
import type { Clock, WorkRunner } from './platform/work.ts';

export type RouterDeps = {
  database: Database;
  clock: Clock;
  runWork: WorkRunner;
  installation: Installation;
  baseUrl: string;
  /** Null where mail really goes out, or none does. */
  mailbox: MailboxAccess | null;
  readInvested: InvestedAmount;
  reconciliation: ReconciliationRunner;
  replica: ReplicaFacts;
  backtests: BacktestRunner;
  candleSources: CandleSources;
  ownBotsMax: number;
  /** What own bots take of this process. */
  stepTimes: StepTimesSeen;
  savingsRate: number;
  support: SupportParts;
  account: AccountParts;
  onAccountDeleted: (deleted: { userId: string; email: string }) => Promise<void>;
  onAccessChanged: (change: AccessChange) => void;
  /** What runs as bots; without them what the product runs. */
  strategies?: BotStrategies;
};

/** Every operation of the contract; one that is missing does not compile. */
export function createRouter(deps: RouterDeps) {
  const runCommand = createCommandRunner({ runWork: deps.runWork, holdAdmin });
  const handlers = {
    identity: identityRouter(deps),
    markets: marketsRouter(deps),
    wallet: walletRouter({ ...deps, readOwnInvested, readOwnBotNames }),
    bots: botsRouter(deps),
    wealth: wealthRouter({ ...deps, ownMoney: { endedStarts, readOwnStarts, readNewestNavs } }),
    backtests: backtestsRouter(deps),
    testbench: testbenchRouter(deps),
    trackRecord: trackRecordRouter(deps),
    notifications: notificationsRouter(deps),
    mailbox: mailboxRouter(deps),
    support: supportRouter(deps),
    supportDesk: supportDeskRouter(deps),
    admin: adminRouter({ ...deps, runCommand }),
  };
  return implementAll(handlers, runCommand);
}
