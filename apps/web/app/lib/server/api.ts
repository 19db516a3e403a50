import type { Contract, ErrorCode } from '@botdepot/contract';
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { later, NO_CONNECTION } from '../page/later.ts';
import { routes } from './contract-routes.ts';

/** `idempotencyKey` makes a money command happen once, however often the request is sent. */
type CallContext = { idempotencyKey?: string };

/** Loaded by the first refusal, before anybody hears of it; called early by who will not wait for it. */
export const loadErrorTable = later(async () => {
  table = await import('./error-table.ts');
});
let table: typeof import('./error-table.ts') | undefined;

const link = new OpenAPILink<CallContext>(routes, {
  url: () => `${window.location.origin}/api`,
  headers: ({ context }): Record<string, string> =>
    context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {},
  interceptors: [
    async ({ next, ...call }) => {
      try {
        return await next(call);
      } catch (error) {
        // Without the table the refusal is one nonetheless.
        if (error instanceof ORPCError) await loadErrorTable().catch(console.error);
        throw error;
      }
    },
  ],
});

export type Api = JsonifiedClient<ContractRouterClient<Contract, CallContext>>;

/** Every operation of the contract, typed. */
export const api: Api = createORPCClient(link);

/** The same as query and mutation options for TanStack Query. */
export const queries = createTanstackQueryUtils(api);

/** The code of a failed call, or undefined when the server was not reached at all. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof ORPCError ? error.code : undefined;
}

/** Whether the server lets somebody not in: no fault, and their profile says why. */
export const isRefusedAdmin = (error: unknown): boolean =>
  ['FORBIDDEN', 'OUTSIDE_FIELD', 'SECOND_FACTOR_REQUIRED'].includes(errorCode(error) ?? '');

/** Whether the server decided: asking again with the same key would only repeat the answer. */
export function isDecided(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && isDecision(code);
}

/** The same of a code alone, as each result of a bulk command carries one. */
export function isDecision(code: string): boolean {
  return isKnown(code) && table !== undefined && table.ERRORS[code].status < 500;
}

/**
 * Whether a money command would answer with this for ever under its key, so that another attempt needs a new one. Any other
 * answer says nothing about the attempts before: with a new key, one that was booked and not confirmed would be booked twice.
 */
export function isKeptAnswer(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && isKnown(code) && table?.isKept(code) === true;
}

/** What a failed call says to the customer. */
export function errorText(error: unknown): string {
  if (!(error instanceof ORPCError)) return NO_CONNECTION;
  return table?.germanMessage(knownCode(error), error.data) ?? 'Ein unerwarteter Fehler ist aufgetreten.';
}

const isKnown = (code: string): code is ErrorCode => table !== undefined && code in table.ERRORS;

/** A proxy answers with codes of its own while the server behind it is away. */
function knownCode({ code, status }: ORPCError<string, unknown>): string {
  const isGateway = status >= 502 && status <= 504;
  return isGateway && !isKnown(code) ? 'UNAVAILABLE' : code;
}

/**
 * What cannot be shown at all is the page's error boundary's; old data stays when a refetch fails. Where the session
 * ended, the layout leads to the login.
 */
export const throwWithoutData = (error: Error, query: { state: { data: unknown } }): boolean =>
  query.state.data === undefined && errorCode(error) !== 'UNAUTHENTICATED';
