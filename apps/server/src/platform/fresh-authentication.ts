import { DomainError } from '@botdepot/contract';

/** Security, roles and one's own data. */
export const SECURITY_MAX_AGE_MINUTES = 15;
/** Money that an admin moves for others. Never asked of a customer for their own deposit, start or stop. */
export const ADMIN_MONEY_MAX_AGE_MINUTES = 60;

const MINUTE_MS = 60_000;

/** A session that was left open must not be enough. Throws REAUTHENTICATION_REQUIRED. */
export function assertFreshlyAuthenticated(
  actor: { authenticatedAt: Date },
  now: Date,
  maxAgeMinutes: number,
): void {
  if (now.getTime() - actor.authenticatedAt.getTime() > maxAgeMinutes * MINUTE_MS)
    throw DomainError.of('REAUTHENTICATION_REQUIRED', { maxAgeMinutes: String(maxAgeMinutes) });
}
