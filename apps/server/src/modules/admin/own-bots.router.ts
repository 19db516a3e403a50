import { readCustomerReference } from '@botdepot/contract';
import { ofAdmin, pageOf } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { readSearchTerms } from '../../platform/search-terms.ts';
import type { RunSearch } from '../bots/index.ts';
import { listEmails, meantUsers } from '../identity/index.ts';
import {
  getOwnBotRun,
  getQuota,
  holdOwnBots,
  listAllOwnBots,
  listOwnBotHolds,
  releaseOwnBots,
  type StepTimesSeen,
  setTestbenchQuota,
} from '../testbench/index.ts';
import { assertCustomer } from './customers.ts';

/** Own bots as an operator sees them. A hold is a brake, so nobody is asked who they are once more: see `adminBotsRouter`. */
export function adminOwnBotsRouter(deps: {
  database: Database;
  ownBotsMax: number;
  stepTimes: StepTimesSeen;
}) {
  const { database, ownBotsMax, stepTimes } = deps;
  const people = { people: { listEmails } };
  const seen = { ...people, ownBotsMax, stepTimes };
  return ofAdmin({
    listAllOwnBots: async ({ input: { open, query, ...page } }) => ({
      ...(await database.snapshot((tx) =>
        listAllOwnBots(tx, seen, {
          ...page,
          open: open && open === 'true',
          search: query ? readRunSearch(query) : null,
        }),
      )),
      ...pageOf(page),
    }),
    getOwnBotRun: ({ input }) => database.snapshot((tx) => getOwnBotRun(tx, seen, input.id)),
    listOwnBotHolds: async ({ input }) => ({
      ...(await listOwnBotHolds(database.db, people, input)),
      ...pageOf(input),
    }),
    holdOwnBots: ({ work, input }) => holdOwnBots(work, people, input),
    releaseOwnBots: ({ work, input }) => releaseOwnBots(work, people, input),
    getCustomerOwnBots: ({ input }) =>
      database.snapshot(async (tx) => {
        await assertCustomer(tx, input.id);
        return getQuota(tx, people, input.id);
      }),
    setTestbenchQuota: ({ work, input }) => setTestbenchQuota(work, people, input),
  });
}

/** Numbers of bots have at most nine digits. */
const BOT_NUMBER = /^\d{1,9}$/;

function readRunSearch(query: string): RunSearch {
  const { text, ids } = readSearchTerms(query);
  return {
    owners: meantUsers({ text, ids, ending: readCustomerReference(query), owners: [] }),
    number: BOT_NUMBER.test(text) ? Number(text) : null,
    ids,
  };
}
