const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Over three days and more; an outage of a mail server is over by then. */
const MAIL_ATTEMPTS_MAX = 14;

/** When to try again after a failure: a minute later, then doubling up to a day. Null when there were enough attempts. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  if (attempts >= MAIL_ATTEMPTS_MAX) return null;
  return new Date(now.getTime() + Math.min(MINUTE_MS * 2 ** (attempts - 1), DAY_MS));
}
