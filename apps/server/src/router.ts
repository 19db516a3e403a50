import { contract, type Installation } from '@botdepot/contract';
import { implement } from '@orpc/server';
import { type AdminSources, adminRouter } from './modules/admin/index.ts';
import { type BacktestRunner, backtestsRouter, botsRouter, trackRecordRouter } from './modules/bots/index.ts';
import { identityRouter } from './modules/identity/index.ts';
import { marketsRouter } from './modules/markets/index.ts';
import { notificationsRouter } from './modules/notifications/index.ts';
import { type InvestedAmount, walletRouter } from './modules/wallet/index.ts';
import type { ApiContext } from './platform/api.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { WorkRunner } from './platform/work.ts';

export type RouterDeps = {
  database: Database;
  clock: Clock;
  runWork: WorkRunner;
  installation: Installation;
  readInvested: InvestedAmount;
  adminSources: AdminSources;
  backtests: BacktestRunner;
};

/** Every operation of the contract; one that is missing does not compile. */
export function createRouter(deps: RouterDeps) {
  return implement(contract)
    .$context<ApiContext>()
    .router({
      identity: identityRouter(deps),
      markets: marketsRouter(deps),
      wallet: walletRouter(deps),
      bots: botsRouter(deps),
      backtests: backtestsRouter(deps),
      trackRecord: trackRecordRouter(deps),
      notifications: notificationsRouter(deps),
      admin: adminRouter({ ...deps, sources: deps.adminSources }),
    });
}
