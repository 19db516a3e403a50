import { isDecided } from '../../lib/api.ts';
import { asksForProof } from '../../lib/reauthenticate.ts';

/** Whether trying again cannot help: the server decided. Whoever did not want to say who they are may still do so. */
export function isRefused(error: unknown): boolean {
  return isDecided(error) && !asksForProof(error);
}

/** Whether a row of a bulk command only waits for a second admin. */
export const needsTwo = (outcome: { ok: true } | { ok: false; code: string }): boolean =>
  !outcome.ok && outcome.code === 'SECOND_ADMIN_REQUIRED';
