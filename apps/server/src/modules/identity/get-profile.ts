import { DomainError, type Profile } from '@botdepot/contract';
import type { Tx } from '../../platform/database.ts';
import { findUserById } from './identity.store.ts';
import { readPreferences } from './preferences.ts';

/** The profile that people see of themselves. Throws UNAUTHENTICATED when the user was deleted meanwhile. */
export async function getProfile(tx: Tx, userId: string): Promise<Profile> {
  const user = await findUserById(tx, userId);
  if (!user) throw DomainError.of('UNAUTHENTICATED');
  return {
    ...(await readPreferences(tx, userId)),
    userId: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    adminField: user.adminField,
    createdAt: user.createdAt.toISOString(),
    emailVerified: user.emailVerified,
    preferredBot: user.preferredBot,
    twoFactorEnabled: user.twoFactorEnabled,
  };
}
