import { ofAdmin, pageOf } from '../../../platform/api.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import {
  type BotStrategies,
  cancelTradingEvent,
  createTradingEvent,
  listAdminBots,
  listBotPauses,
  listCalendar,
  moveTradingEvent,
  pauseBot,
  resumeBot,
  STRATEGIES,
} from '../../bots/index.ts';
import { listEmails } from '../../identity/index.ts';
import { pausePastApproval } from '../four-eyes/decide-approval.ts';

/** The bots know nobody by name. */
const people = { listEmails };

/**
 * The bots as an operator sees them. The commands move no money, so nobody is asked who they are once more: a brake must be
 * fast. They take a key all the same, since customers are told of each.
 */
export function adminBotsRouter(deps: { database: Database; clock: Clock; strategies?: BotStrategies }) {
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
