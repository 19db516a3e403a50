import { DomainError, type Profile, type SignUpBotType } from '@botdepot/contract';
import type { Work } from '../../platform/work.ts';
import { getProfile } from './get-profile.ts';
import { updateUser } from './identity.store.ts';

/** Keeps the bot chosen at sign-up; it preselects the first start dialog and starts nothing. */
export async function chooseBot(work: Work, input: { botType: SignUpBotType }): Promise<Profile> {
  if (work.actor.userId === null) throw DomainError.of('UNAUTHENTICATED');
  const { id } = await updateUser(work.tx, work.actor.userId, {
    preferredBot: input.botType,
    updatedAt: work.now,
  });
  return getProfile(work.tx, id);
}
