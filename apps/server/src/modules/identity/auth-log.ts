import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context';
import { isAPIError } from 'better-auth/api';
import type { Logger } from 'pino';
import { isConnectionFailure, sqlState } from '../../platform/database.ts';
import { CALLBACK_ROUTE } from './linked-identities.ts';

/** What the library writes into the log, without what people have sent. */
export function createAuthLog(log: Logger) {
  const told = new WeakSet<Request>();

  /**
   * Everybody can come back from the provider with whatever they like, and the provider repeats it: one line for each time, of
   * the library's words alone. Only where the provider itself fails it is a warning.
   */
  function ofTheWayBack(request: Request | undefined, message: string, details: unknown[]): void {
    if (request === undefined || told.has(request)) return;
    told.add(request);
    const status = details.map(statusOf).find((found) => found !== undefined);
    const error = details.find((detail) => detail instanceof Error);
    const facts = { reason: message || 'code refused', ...(status !== undefined && { status }) };
    if (status === 401 || (status ?? 0) >= 500 || (error && !isRefusal(error)))
      log.warn({ ...facts, ...(error && { failure: codeOf(error) }) }, 'auth: the provider fails');
    else log.info(facts, 'auth: not back from the provider');
  }

  return (_level: unknown, message: string, ...details: unknown[]): void => {
    const ctx = tryGetCurrentAuthEndpointContext();
    const cause = rootCauseOf(details);
    if (ctx?.path === CALLBACK_ROUTE && !details.some((detail) => sqlState(detail) !== undefined))
      ofTheWayBack(ctx.request, message, details);
    // That the database is away is no failure of the library; whoever asked is told.
    else if (details.some(isConnectionFailure)) log.warn({ cause }, `auth: ${message}`);
    else if (details.some((detail) => detail instanceof Error && !isRefusal(detail)))
      log.error({ cause }, `auth: ${message}`);
    // It has refused what somebody sent, and repeats it behind the colon.
    else log.info({ cause }, `auth: ${message.split(':', 1)[0]}`);
  };
}

/** An answer and no failure; many bring no error at all. The way back from the provider names its own by a code. */
const isRefusal = (error: Error): boolean =>
  isAPIError(error) || ('code' in error && String(error.code).startsWith('state_'));

/** What the provider answered with. */
function statusOf(detail: unknown): number | undefined {
  const status: unknown = typeof detail === 'object' && detail !== null && Reflect.get(detail, 'status');
  return typeof status === 'number' ? status : undefined;
}

function codeOf(error: Error): string {
  const { name, cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : name;
}

/** The innermost message: the outer ones repeat the query with its parameters, which are personal data. */
function rootCauseOf(details: unknown[]): string | undefined {
  let cause = details.find((detail) => detail instanceof Error);
  while (cause?.cause instanceof Error) cause = cause.cause;
  return cause && `${cause.name}: ${cause.message}`;
}
