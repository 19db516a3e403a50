import { DomainError, OWN_BOT_LIMITS } from '@botdepot/contract';
import { type ApiContext, answerOf, type Handlers, pageOf, type SignedIn } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import type { WorkRunner } from '../../platform/work.ts';
import type { BacktestRunner } from '../bots/index.ts';
import type { CandleSources } from './candles/candle-sources.ts';
import { checkRule } from './check-rule.ts';
import { listTrials, readTestPeriod } from './list-trials.ts';
import { createExplainer } from './live/explain-fill.ts';
import { cancelOwnBotOrder, startOwnBot, stopOwnBot } from './live/orders.ts';
import { getOwnBotRecord } from './live/own-record.ts';
import {
  getOwnBotCurve,
  listOfRun,
  listOwnBotOrders,
  listOwnBotRuns,
  presentOrder,
} from './live/read-live.ts';
import {
  createOwnBot,
  createOwnBotVersion,
  deleteOwnBot,
  getOwnBot,
  listOwnBots,
  readEntries,
  updateOwnBot,
} from './own-bots.ts';
import { getOwnBotResult, listOpenSources, readFindings } from './results/own-bot-results.ts';
import { type Asker, certifyOwnBot, openTestPeriod, runOwnBacktest } from './results/runs.ts';
import { TEMPLATES } from './templates.ts';
import { recordTrials } from './trials.ts';

export function testbenchRouter(deps: {
  database: Database;
  runWork: WorkRunner;
  candleSources: CandleSources;
  backtests: Pick<BacktestRunner, 'stream' | 'explain'>;
  /** Interest of a savings account a year, fraction. */
  savingsRate: number;
  /** How many own bots may trade at the same time; 0: there are none. */
  ownBotsMax: number;
}): Handlers<'testbench'> {
  const { database, candleSources } = deps;
  const isOn = deps.ownBotsMax > 0;
  const assertOn = (): void => {
    if (!isOn) throw DomainError.of('OWN_BOTS_OFF');
  };
  const runs = { ...deps, sources: candleSources };
  const askerOf = (call: { actor: SignedIn; signal: AbortSignal; context: ApiContext }): Asker => ({
    actor: call.actor,
    signal: call.signal,
    answerOf: (error) => answerOf(error, call.context),
  });
  const explain = createExplainer({ db: database.db, backtests: deps.backtests });
  /** Of one person. */
  const sources = async (userId: string) => candleSources.list(await readTestPeriod(database.db, userId));

  return {
    listOwnBots: async ({ actor }) => {
      const bots = await listOwnBots(database.db, actor.userId);
      const ids = bots.map(({ id }) => id);
      const findings = await readFindings(database.db, actor.userId, ids);
      const entries = await readEntries(database.db, bots);
      return {
        isOn,
        limit: OWN_BOT_LIMITS.bots,
        savingsRate: deps.savingsRate,
        items: bots.map((bot) => ({
          ...bot,
          entry: entries.get(bot.id) ?? null,
          finding: findings.get(bot.id) ?? null,
        })),
      };
    },
    getOwnBot: ({ actor, input }) => getOwnBot(database.db, { id: input.id, userId: actor.userId }),
    createOwnBot: ({ work, input }) => {
      assertOn();
      return createOwnBot(work, input);
    },
    updateOwnBot: ({ work, input }) => {
      assertOn();
      return updateOwnBot(work, input);
    },
    createOwnBotVersion: ({ work, input }) => {
      assertOn();
      return createOwnBotVersion(work, input);
    },
    deleteOwnBot: ({ work, input }) => deleteOwnBot(work, input),
    startOwnBot: async ({ work, input }) => {
      assertOn();
      return presentOrder(await startOwnBot(work, { ownBotsMax: deps.ownBotsMax }, input));
    },
    stopOwnBot: async ({ work, input }) => presentOrder(await stopOwnBot(work, input)),
    cancelOwnBotOrder: async ({ work, input }) => presentOrder(await cancelOwnBotOrder(work, input)),
    listOwnBotOrders: async ({ actor, input }) => ({
      ...(await listOwnBotOrders(database.db, { id: input.id, userId: actor.userId }, input)),
      ...pageOf(input),
    }),
    listOwnBotRuns: ({ actor, input }) => listOwnBotRuns(database.db, { id: input.id, userId: actor.userId }),
    listOwnBotFills: async ({ actor, input }) => ({
      ...(await listOfRun(database.db, 'fills', { id: input.id, userId: actor.userId }, input)),
      ...pageOf(input),
    }),
    explainDecision: ({ actor, input, signal }) => explain({ id: input.id, userId: actor.userId }, signal),
    listOwnBotStrikes: async ({ actor, input }) => ({
      ...(await listOfRun(database.db, 'strikes', { id: input.id, userId: actor.userId }, input)),
      ...pageOf(input),
    }),
    listOwnBotProtocol: async ({ actor, input }) => ({
      ...(await listOfRun(database.db, 'protocol', { id: input.id, userId: actor.userId }, input)),
      ...pageOf(input),
    }),
    getOwnBotCurve: ({ actor, input }) =>
      getOwnBotCurve(database.db, { id: input.id, userId: actor.userId }, input.series),
    getOwnBotRecord: ({ actor, input }) =>
      getOwnBotRecord(database.db, { id: input.id, userId: actor.userId }),
    getOwnBotResult: ({ actor, input }) =>
      getOwnBotResult(database.db, candleSources, { id: input.id, userId: actor.userId }),
    runOwnBacktest: async (call) => {
      assertOn();
      return runOwnBacktest(runs, askerOf(call), call.input);
    },
    certifyOwnBot: async (call) => {
      assertOn();
      return certifyOwnBot(runs, askerOf(call), call.input);
    },
    openTestPeriod: async (call) => {
      assertOn();
      return openTestPeriod(runs, askerOf(call), call.input);
    },
    listTemplates: () => [...TEMPLATES],
    checkRule: ({ input }) => checkRule(input.rule),
    listCandleSources: async ({ actor }) => {
      const open = await listOpenSources(database.db, actor.userId);
      const listed = await sources(actor.userId);
      return listed.map((one) => ({ ...one, isTestPeriodOpen: open.includes(one.source) }));
    },
    recordTrials: async ({ work, input, actor }) => {
      assertOn();
      const [installation] = input.source === 'installation' ? await sources(actor.userId) : [];
      return recordTrials(work, input, installation?.testPeriodFrom ?? null);
    },
    listTrials: async ({ actor, input }) => ({
      ...(await listTrials(database.db, actor.userId, input)),
      ...pageOf(input),
    }),
  };
}
