import type { Installation } from '@botdepot/contract';
import { open, signedIn } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { chooseBot } from './choose-bot.ts';
import { getProfile } from './get-profile.ts';

/** Implements `contract.identity`. Signing up, in and out is Better Auth's own API under `/api/auth`. */
export function identityRouter(deps: {
  database: Database;
  runWork: WorkRunner;
  installation: Installation;
}) {
  return {
    getInstallation: open.identity.getInstallation.handler(() => deps.installation),
    getProfile: signedIn.identity.getProfile.handler(({ context }) =>
      getProfile(deps.database.db, context.actor.userId),
    ),
    chooseBot: signedIn.identity.chooseBot.handler(({ context, input }) =>
      deps.runWork(context.actor, (work) => chooseBot(work, input)),
    ),
  };
}
