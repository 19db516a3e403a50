import { MINUTE_MS } from '@botdepot/trading';
import { answerOf, type Handlers, pageOf } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import type { Clock } from '../../platform/work.ts';
import type { BacktestRunner } from './backtests/backtest-runner.ts';
import { listTradingEvents } from './events/trading-events.ts';
import { listInvestments, readInvestmentDetail } from './investments/read-investments.ts';
import { startBot, stopBot } from './investments/start-and-stop.ts';
import { listFills, listTradingRecords } from './investments/trading-records.ts';
import { getBot, listBots } from './overview/list-bots.ts';
import { listProtocol } from './protocol/list-protocol.ts';
import { type BotStrategies, STRATEGIES } from './strategies.ts';
import { listOutcomes, listTrackRecords, remembered } from './track-record/track-records.ts';
import type { OwnMoney } from './wealth/own-holdings.ts';
import { readWealthHistory } from './wealth/read-wealth-history.ts';

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

export function backtestsRouter({ backtests }: { backtests: BacktestRunner }): Handlers<'backtests'> {
  return {
    getBacktestData: () => backtests.readData(),
    runBacktest: ({ actor, context, input, signal }) =>
      backtests.start({
        userId: actor.userId,
        request: input,
        signal,
        answerOf: (error) => answerOf(error, context),
      }),
    getLiveReplay: ({ input }) => backtests.readLiveReplay(input.botType),
  };
}

/** Public and the same for everybody, and new once a minute: so it is also read from the database once a minute at most. */
export function trackRecordRouter({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Handlers<'trackRecord'> {
  const records = remembered(clock, MINUTE_MS / 2, () => listTrackRecords(database.db, clock.now()));
  const outcomes = remembered(clock, MINUTE_MS / 2, () => listOutcomes(database.db));
  return {
    listTrackRecords: records,
    listOutcomes: outcomes,
  };
}

export function wealthRouter({
  database,
  clock,
  ownMoney,
}: {
  database: Database;
  clock: Clock;
  ownMoney: OwnMoney;
}): Handlers<'wealth'> {
  return {
    getWealthHistory: ({ actor: { userId }, input: { range } }) =>
      // One snapshot: a start between two reads would be counted twice or not at all.
      database.snapshot((tx) => readWealthHistory(tx, ownMoney, { userId, range, clockNow: clock.now() })),
  };
}
