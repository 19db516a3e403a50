import type { Installation } from '@botdepot/contract';
import { open, signedIn } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { assertFreshlyAuthenticated, SECURITY_MAX_AGE_MINUTES } from '../../platform/fresh-authentication.ts';
import type { WorkRunner } from '../../platform/work.ts';
import type { AccountParts } from './account/account-parts.ts';
import { deleteAccount } from './account/delete-account.ts';
import { getAccountClosing } from './account/get-account-closing.ts';
import { chooseBot } from './choose-bot.ts';
import { getProfile } from './get-profile.ts';
import { getPreferences, updatePreferences } from './preferences.ts';
import { listSignInEvents } from './sign-in-events.ts';

/** Implements `contract.identity`. Signing up, in and out is Better Auth's own API under `/api/auth`. */
export function identityRouter(deps: {
  database: Database;
  runWork: WorkRunner;
  installation: Installation;
  account: AccountParts;
  /** After the commit, and before the answer. */
  onAccountDeleted: (deleted: { userId: string; email: string }) => Promise<void>;
}) {
  return {
    getInstallation: open.identity.getInstallation.handler(() => deps.installation),
    getProfile: signedIn.identity.getProfile.handler(({ context }) =>
      getProfile(deps.database.db, context.actor.userId),
    ),
    chooseBot: signedIn.identity.chooseBot.handler(({ context, input }) =>
      deps.runWork(context.actor, (work) => chooseBot(work, input)),
    ),
    getPreferences: signedIn.identity.getPreferences.handler(({ context }) =>
      getPreferences(deps.database.db, context.actor.userId),
    ),
    updatePreferences: signedIn.identity.updatePreferences.handler(({ context, input }) =>
      deps.runWork(context.actor, (work) =>
        updatePreferences(work, { ...input, userId: context.actor.userId }),
      ),
    ),
    listSignInEvents: signedIn.identity.listSignInEvents.handler(({ context }) =>
      listSignInEvents(deps.database.db, context.actor.userId),
    ),
    getAccountClosing: signedIn.identity.getAccountClosing.handler(({ context }) =>
      // One snapshot: what a bot pays out between two reads would be counted twice or not at all.
      deps.database.snapshot((tx) => getAccountClosing(tx, deps.account.readClosing, context.actor.userId)),
    ),
    deleteAccount: signedIn.identity.deleteAccount.handler(async ({ context }) => {
      assertFreshlyAuthenticated(context.actor, context.now, SECURITY_MAX_AGE_MINUTES);
      const deleted = await deps.runWork(context.actor, (work) => deleteAccount(work, deps.account.guards));
      await deps.onAccountDeleted(deleted);
      // Nothing of the account stays in the browser either.
      context.resHeaders?.set('clear-site-data', '"cookies", "storage"');
      return { deleted: true } as const;
    }),
  };
}
