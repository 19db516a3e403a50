import { mayUse, type TeamMember } from '@botdepot/contract';
import type { Tx } from '../../../platform/database.ts';
import { listAdmins } from '../../identity/index.ts';

/** Everybody who can work on a chat, by id. Anyone who is no admin any more, limited to something else, or locked out, holds no chat either. */
export async function readTeam(tx: Tx): Promise<Map<string, TeamMember>> {
  const admins = await listAdmins(tx);
  return new Map(
    admins
      .filter(({ lockedAt, adminField }) => lockedAt === null && mayUse(adminField, 'supportDesk.reply'))
      .map(({ id, email }) => [id, { userId: id, email }]),
  );
}

export const memberOf = (team: ReadonlyMap<string, TeamMember>, userId: string | null): TeamMember | null =>
  userId === null ? null : (team.get(userId) ?? null);
