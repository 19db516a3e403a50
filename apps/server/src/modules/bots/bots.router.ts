import { moneyCommand, pageOf, signedIn } from '../../platform/api.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { listTradingEvents } from './events/list-trading-events.ts';
import { listFills } from './investments/list-fills.ts';
import { listTradingRecords } from './investments/list-trading-records.ts';
import { readInvestmentDetail } from './investments/read-investment-detail.ts';
import { listInvestments } from './investments/read-investments.ts';
import { startBot } from './investments/start-bot.ts';
import { stopBot } from './investments/stop-bot.ts';
import { getBot } from './overview/get-bot.ts';
import { listBots } from './overview/list-bots.ts';
import { listProtocol } from './protocol/list-protocol.ts';
import { type BotStrategies, STRATEGIES } from './strategies.ts';

export function botsRouter(deps: {
  database: Database;
  clock: Clock;
  runWork: WorkRunner;
  strategies?: BotStrategies;
}) {
  const { database, clock, runWork, strategies = STRATEGIES } = deps;
  return {
    listBots: signedIn.bots.listBots.handler(() => listBots(database.db, strategies, clock.now())),
    getBot: signedIn.bots.getBot.handler(({ input }) =>
      getBot(database.db, strategies, input.botType, clock.now()),
    ),
    listProtocol: signedIn.bots.listProtocol.handler(async ({ input }) => ({
      ...(await listProtocol(database.db, input)),
      ...pageOf(input),
    })),
    listTradingEvents: signedIn.bots.listTradingEvents.handler(() =>
      listTradingEvents(database.db, clock.now()),
    ),
    listInvestments: signedIn.bots.listInvestments.handler(async ({ context, input }) => ({
      ...(await listInvestments(database.db, context.actor.userId, input)),
      ...pageOf(input),
    })),
    // One snapshot: its parts add up to its value.
    getInvestment: signedIn.bots.getInvestment.handler(({ context, input }) =>
      database.snapshot((tx) => readInvestmentDetail(tx, context.actor.userId, input.id)),
    ),
    listInvestmentFills: signedIn.bots.listInvestmentFills.handler(async ({ context, input }) => ({
      ...(await listFills(database.db, context.actor.userId, input)),
      ...pageOf(input),
    })),
    listTradingRecords: signedIn.bots.listTradingRecords.handler(async ({ context, input }) => ({
      ...(await listTradingRecords(database.db, context.actor.userId, input)),
      ...pageOf(input),
    })),
    startBot: signedIn.bots.startBot.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'bots.startBot', input, (work) =>
        startBot(work, { ...input, userId: context.actor.userId }),
      ),
    ),
    stopBot: signedIn.bots.stopBot.handler(({ context, input }) =>
      moneyCommand(runWork, context, 'bots.stopBot', input, (work) =>
        stopBot(work, { investmentId: input.id, userId: context.actor.userId }),
      ),
    ),
  };
}
