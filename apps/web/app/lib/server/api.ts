import { type Contract, ERRORS, germanMessage, isKept } from '@botdepot/contract';
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { routes } from './contract-routes.ts';
import { NO_CONNECTION } from './no-connection.ts';

/** `idempotencyKey` makes a money command happen once, however often the request is sent. */
type CallContext = { idempotencyKey?: string };

const link = new OpenAPILink<CallContext>(routes, {
  url: () => `${window.location.origin}/api`,
  headers: ({ context }): Record<string, string> =>
    context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {},
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

/** Whether the server decided: asking again with the same key would only repeat the answer. */
export function isDecided(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && isDecision(code);
}

/** The same of a code alone, as each result of a bulk command carries one. */
export function isDecision(code: string): boolean {
  // The left side has looked whether it is one of ours.
  return code in ERRORS && ERRORS[code as keyof typeof ERRORS].status < 500;
}

/**
 * Whether a money command would answer with this for ever under its key, so that another attempt needs a new one. Any other
 * answer says nothing about the attempts before: with a new key, one that was booked and not confirmed would be booked twice.
 */
export function isKeptAnswer(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && code in ERRORS && isKept(code as keyof typeof ERRORS);
}

/** What a failed call says to the customer. */
export function errorText(error: unknown): string {
  if (error instanceof ORPCError) return germanMessage(knownCode(error), error.data);
  return NO_CONNECTION;
}

/** A proxy answers with codes of its own while the server behind it is away. */
function knownCode({ code, status }: ORPCError<string, unknown>): string {
  const isGateway = status >= 502 && status <= 504;
  return isGateway && !(code in ERRORS) ? 'UNAVAILABLE' : code;
}

/**
 * What cannot be shown at all is the page's error boundary's; old data stays when a refetch fails. Where the session
 * ended, the layout leads to the login.
 */
export const throwWithoutData = (error: Error, query: { state: { data: unknown } }): boolean =>
  query.state.data === undefined && errorCode(error) !== 'UNAUTHENTICATED';
