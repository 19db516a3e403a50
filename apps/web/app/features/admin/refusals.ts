import { ERRORS } from '@botdepot/contract';
import { errorCode } from '../../lib/api.ts';
import { asksForProof } from '../../lib/reauthenticate.ts';

/** Whether trying the same again may help: the server did not decide. */
export function mayRetry(code: string): boolean {
  // The left side has looked whether it is one of ours.
  return !(code in ERRORS) || ERRORS[code as keyof typeof ERRORS].status >= 500;
}

/** Whether the server decided against it. Whoever did not want to say who they are may still do so. */
export function isRefused(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && !asksForProof(error) && !mayRetry(code);
}
