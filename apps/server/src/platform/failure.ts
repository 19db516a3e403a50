import { DomainError } from '@botdepot/contract';
import type { Logger } from 'pino';
import { isConnectionFailure } from './database.ts';

/** The request in which something fails. */
export type FailureContext = {
  /** Its id, which is also the reference that people are shown. */
  requestId: string;
  log: Logger;
  /** Told of every failure that is answered with INTERNAL, where somebody wants to know. */
  onFault?: ((error: unknown) => void) | undefined;
};

/**
 * The one place that decides what is said about a failure: rules by the table of `contract/errors.ts`, UNAVAILABLE when the
 * database cannot be reached, everything else as INTERNAL with a reference and a logged cause.
 */
export function domainErrorOf(error: unknown, context: FailureContext): DomainError {
  if (error instanceof DomainError) return error;
  if (isConnectionFailure(error)) {
    context.log.warn({ err: error }, 'database unreachable');
    return DomainError.of('UNAVAILABLE');
  }
  context.log.error({ err: error }, 'unexpected failure');
  context.onFault?.(error);
  return DomainError.of('INTERNAL', { reference: context.requestId });
}
