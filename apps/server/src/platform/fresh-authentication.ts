import { DomainError } from '@botdepot/contract';

/**
 * For what touches security, roles and one's own data, and for money that an admin moves for others. Never asked of a customer
 * for their own deposit, start or stop.
 */
export const MAX_AGE_MINUTES = { security: 15, money: 60 } as const;

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
