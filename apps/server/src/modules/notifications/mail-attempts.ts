const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Over three days and more; an outage of a mail server is over by then. */
const MAIL_ATTEMPTS_MAX = 14;

/** When to try again after a failure: a minute later, then doubling up to a day. Null when there were enough attempts. */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  if (attempts >= MAIL_ATTEMPTS_MAX) return null;
  return new Date(now.getTime() + Math.min(MINUTE_MS * 2 ** (attempts - 1), DAY_MS));
}

/**
 * Only codes (`EENVELOPE 550`): the texts of mail servers repeat the address. `final` means that this recipient or this
 * message is refused for good; a wrong password or sender is the operator's to mend, so those are tried again.
 */
export function mailFailureOf(error: unknown): { code: string; final: boolean } {
  const { name, code, responseCode, command } = fieldsOf(error);
  const isRefusal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return {
    code: [code ?? name ?? 'UNKNOWN', responseCode].filter((part) => part !== undefined).join(' '),
    final: isRefusal && (command === 'RCPT TO' || command === 'DATA'),
  };
}

function fieldsOf(error: unknown): Partial<Record<'name' | 'code' | 'responseCode' | 'command', unknown>> {
  return error instanceof Error ? error : {};
}
