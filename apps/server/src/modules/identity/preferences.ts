import { COLOUR_CHOICES, DomainError, type Preferences, START_PAGES } from '@botdepot/contract';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { Work } from '../../platform/work.ts';
import { userPreferences } from './identity.schema.ts';
import { findUserById, updateUser } from './identity.store.ts';

type Kept = Pick<Preferences, 'colours' | 'startPage'>;

const DEFAULTS: Kept = { colours: COLOUR_CHOICES[0], startPage: START_PAGES[0] };

/** What a person has chosen, or the defaults. */
export async function readPreferences(tx: Tx, userId: string): Promise<Kept> {
  const { colours, startPage } = userPreferences;
  const [row] = await tx
    .select({ colours, startPage })
    .from(userPreferences)
    .where(eq(userPreferences.userId, userId));
  return row ?? DEFAULTS;
}

/** Throws UNAUTHENTICATED when the user was deleted meanwhile. */
export async function getPreferences(tx: Tx, userId: string): Promise<Preferences> {
  const user = await findUserById(tx, userId);
  if (!user) throw DomainError.of('UNAUTHENTICATED');
  return { ...(await readPreferences(tx, userId)), preferredBot: user.preferredBot };
}

/** Changes what the input names; everything else stays. Throws UNAUTHENTICATED when the user was deleted meanwhile. */
export async function updatePreferences(
  work: Work,
  input: { userId: string } & { [Key in keyof Preferences]?: Preferences[Key] | undefined },
): Promise<Preferences> {
  const { tx, now: updatedAt } = work;
  const { userId, colours, startPage, preferredBot } = input;
  await updateUser(tx, userId, { ...(preferredBot !== undefined && { preferredBot }), updatedAt });
  const change = { ...(colours && { colours }), ...(startPage && { startPage }), updatedAt };
  await tx
    .insert(userPreferences)
    .values({ userId, ...DEFAULTS, ...change })
    .onConflictDoUpdate({ target: userPreferences.userId, set: change });
  return getPreferences(tx, userId);
}
