/** Whether a row of a bulk command only waits for a second admin. */
export const needsTwo = (outcome: { ok: true } | { ok: false; code: string }): boolean =>
  !outcome.ok && outcome.code === 'SECOND_ADMIN_REQUIRED';
