import { adminOnly, pageOf } from '../../../platform/api.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { WorkRunner } from '../../../platform/work.ts';
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
import { adminCommand } from '../admin-command.ts';
import { pausePastApproval } from '../four-eyes/decide-approval.ts';

/** The bots know nobody by name. */
const people = { listEmails };

/**
 * The bots as an operator sees them. The commands move no money, so nobody is asked who they are once more: a brake must be
 * fast. They take a key all the same, since customers are told of each.
 */
export function adminBotsRouter(deps: {
  database: Database;
  clock: Clock;
  runWork: WorkRunner;
  strategies?: BotStrategies;
}) {
  const { database, clock, runWork, strategies = STRATEGIES } = deps;
  const { db } = database;
  return {
    listAdminBots: adminOnly.admin.listAdminBots.handler(async () => ({
      items: await database.snapshot((tx) => listAdminBots(tx, { people, strategies }, clock.now())),
    })),
    listBotPauses: adminOnly.admin.listBotPauses.handler(async ({ input }) => ({
      ...(await listBotPauses(db, people, input)),
      ...pageOf(input),
    })),
    pauseBot: adminOnly.admin.pauseBot.handler(({ context, input }) =>
      adminCommand(runWork, context, 'admin.pauseBot', input, (work) =>
        pausePastApproval(work, input.botType, (inner) => pauseBot(inner, { people, strategies }, input)),
      ),
    ),
    resumeBot: adminOnly.admin.resumeBot.handler(({ context, input }) =>
      adminCommand(runWork, context, 'admin.resumeBot', input, (work) => resumeBot(work, { people }, input)),
    ),
    listCalendar: adminOnly.admin.listCalendar.handler(async ({ input }) => ({
      ...(await listCalendar(db, people, clock.now(), input)),
      ...pageOf(input),
    })),
    createTradingEvent: adminOnly.admin.createTradingEvent.handler(({ context, input }) =>
      adminCommand(runWork, context, 'admin.createTradingEvent', input, (work) =>
        createTradingEvent(work, people, input),
      ),
    ),
    moveTradingEvent: adminOnly.admin.moveTradingEvent.handler(({ context, input }) =>
      adminCommand(runWork, context, 'admin.moveTradingEvent', input, (work) =>
        moveTradingEvent(work, people, input),
      ),
    ),
    cancelTradingEvent: adminOnly.admin.cancelTradingEvent.handler(({ context, input }) =>
      adminCommand(runWork, context, 'admin.cancelTradingEvent', input, (work) =>
        cancelTradingEvent(work, people, input),
      ),
    ),
  };
}
