import { type Handlers, pageOf } from '../../platform/api.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
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
  strategies?: BotStrategies;
}): Handlers<'bots'> {
  const { database, clock, strategies = STRATEGIES } = deps;
  return {
    listBots: () => listBots(database.db, strategies, clock.now()),
    getBot: ({ input }) => getBot(database.db, strategies, input.botType, clock.now()),
    listProtocol: async ({ input }) => ({
      ...(await listProtocol(database.db, input)),
      ...pageOf(input),
    }),
    listTradingEvents: () => listTradingEvents(database.db, clock.now()),
    listInvestments: async ({ actor, input }) => ({
      ...(await listInvestments(database.db, actor.userId, input)),
      ...pageOf(input),
    }),
    // One snapshot: its parts add up to its value.
    getInvestment: ({ actor, input }) =>
      database.snapshot((tx) => readInvestmentDetail(tx, actor.userId, input.id)),
    listInvestmentFills: async ({ actor, input }) => ({
      ...(await listFills(database.db, actor.userId, input)),
      ...pageOf(input),
    }),
    listTradingRecords: async ({ actor, input }) => ({
      ...(await listTradingRecords(database.db, actor.userId, input)),
      ...pageOf(input),
    }),
    startBot: ({ work, input, actor }) => startBot(work, { ...input, userId: actor.userId }),
    stopBot: ({ work, input, actor }) => stopBot(work, { investmentId: input.id, userId: actor.userId }),
  };
}
