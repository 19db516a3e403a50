import type { Installation, Profile } from '@botdepot/contract';
import { type ApiContext, awaitsSecondFactor, type Handlers, type SignedIn } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import type { WorkRunner } from '../../platform/work.ts';
import { type AccountParts, deleteAccount, getAccountClosing } from './account/delete-account.ts';
import {
  chooseBot,
  getPreferences,
  getProfile,
  type KnownProfile,
  updatePreferences,
} from './account/profile.ts';
import { listSignInEvents } from './sign-in/sign-in-events.ts';

/** Implements `contract.identity`. Signing up, in and out is Better Auth's own API under `/api/auth`. */
export function identityRouter(deps: {
  database: Database;
  runWork: WorkRunner;
  installation: Installation;
  account: AccountParts;
  /** After the commit, and before the answer. */
  onAccountDeleted: (deleted: { userId: string; email: string }) => Promise<void>;
}): Handlers<'identity'> {
  return {
    getInstallation: () => deps.installation,
    getProfile: async (call) => profileFor(call, await getProfile(deps.database.db, call.actor.userId)),
    chooseBot: async (call) => profileFor(call, await chooseBot(call.work, call.input)),
    getPreferences: ({ actor }) => getPreferences(deps.database.db, actor.userId),
    updatePreferences: ({ work, input, actor }) =>
      updatePreferences(work, { ...input, userId: actor.userId }),
    listSignInEvents: ({ actor }) => listSignInEvents(deps.database.db, actor.userId),
    getAccountClosing: ({ actor }) =>
      // One snapshot: what a bot pays out between two reads would be counted twice or not at all.
      deps.database.snapshot((tx) => getAccountClosing(tx, deps.account.readClosing, actor.userId)),
    deleteAccount: async ({ actor, context }) => {
      const deleted = await deps.runWork(actor, (work) => deleteAccount(work, deps.account.guards));
      await deps.onAccountDeleted(deleted);
      // Nothing of the account stays in the browser either.
      context.resHeaders?.set('clear-site-data', '"cookies", "storage"');
      return { deleted: true } as const;
    },
  };
}

/** With what the installation asks of this person. */
const profileFor = (
  { context, actor }: { context: ApiContext; actor: SignedIn },
  known: KnownProfile,
): Profile => ({ ...known, awaitsSecondFactor: awaitsSecondFactor(context, actor) });
