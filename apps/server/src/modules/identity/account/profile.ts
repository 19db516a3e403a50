import {
  COLOUR_CHOICES,
  DomainError,
  mayStartAt,
  type Preferences,
  type Profile,
  type SignUpBotType,
  START_PAGES,
} from '@botdepot/contract';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import type { Work } from '../../../platform/work.ts';
import { userPreferences } from '../identity.schema.ts';
import { findUserById, type User, updateUser } from '../identity.store.ts';

/** As far as the account knows. */
export type KnownProfile = Omit<Profile, 'awaitsSecondFactor'>;

/** The profile that people see of themselves. Throws UNAUTHENTICATED when the user was deleted meanwhile. */
export async function getProfile(tx: Tx, userId: string): Promise<KnownProfile> {
  const user = await findUserById(tx, userId);
  if (!user) throw DomainError.of('UNAUTHENTICATED');
  return {
    ...(await readPreferences(tx, user)),
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

/** Keeps the bot chosen at sign-up; it preselects the first start dialog and starts nothing. */
export async function chooseBot(work: Work, input: { botType: SignUpBotType }): Promise<KnownProfile> {
  if (work.actor.userId === null) throw DomainError.of('UNAUTHENTICATED');
  const { id } = await updateUser(work.tx, work.actor.userId, {
    preferredBot: input.botType,
    updatedAt: work.now,
  });
  return getProfile(work.tx, id);
}

type Kept = Pick<Preferences, 'colours' | 'startPage'>;

const DEFAULTS: Kept = { colours: COLOUR_CHOICES[0], startPage: START_PAGES[0] };

/** What a person has chosen, or the defaults; who may not open their start page any more begins with the first. */
async function readPreferences(tx: Tx, { id, adminField }: User): Promise<Kept> {
  const { colours, startPage } = userPreferences;
  const [row] = await tx
    .select({ colours, startPage })
    .from(userPreferences)
    .where(eq(userPreferences.userId, id));
  if (!row) return DEFAULTS;
  return mayStartAt(adminField, row.startPage) ? row : { ...row, startPage: DEFAULTS.startPage };
}

/** Throws UNAUTHENTICATED when the user was deleted meanwhile. */
export async function getPreferences(tx: Tx, userId: string): Promise<Preferences> {
  const user = await findUserById(tx, userId);
  if (!user) throw DomainError.of('UNAUTHENTICATED');
  return { ...(await readPreferences(tx, user)), preferredBot: user.preferredBot };
}

/** Changes what the input names; everything else stays. Throws FORBIDDEN for a start page that is not theirs. */
export async function updatePreferences(
  work: Work,
  input: { userId: string } & { [Key in keyof Preferences]?: Preferences[Key] | undefined },
): Promise<Preferences> {
  const { tx, now: updatedAt } = work;
  const { userId, colours, startPage, preferredBot } = input;
  // Throws UNAUTHENTICATED when the user was deleted meanwhile.
  await updateUser(tx, userId, { ...(preferredBot !== undefined && { preferredBot }), updatedAt });
  const user = await findUserById(tx, userId);
  if (startPage && !mayStartAt(user?.adminField ?? null, startPage)) throw DomainError.of('FORBIDDEN');
  const change = { ...(colours && { colours }), ...(startPage && { startPage }), updatedAt };
  await tx
    .insert(userPreferences)
    .values({ userId, ...DEFAULTS, ...change })
    .onConflictDoUpdate({ target: userPreferences.userId, set: change });
  return getPreferences(tx, userId);
}
