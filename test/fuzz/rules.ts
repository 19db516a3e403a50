import type { Attempt } from './attempt.ts';
import type { WireAnswer } from './wire.ts';

/** Rows that may change beside a refused request, each with its reason. Every other change beside a 4xx is a bug. */
const LEFT_BY_REFUSALS: { change: RegExp; reason: string; where: RegExp }[] = [
  {
    change: /^idempotency_keys (INSERT|UPDATE)$/,
    reason: 'a rejection by a rule is remembered with its key, so that a repetition gets the same answer',
    where: /^\/api\/(?!auth)/,
  },
  {
    change: /^rate_limits (INSERT|UPDATE|DELETE)$/,
    reason: 'attempts are counted before they are made',
    where: /^\/api\//,
  },
  {
    change: /^auth_sign_in_events (INSERT|UPDATE)$/,
    reason: 'what fails at the doors of an account is told to its owner',
    where: /^\/api\//,
  },
  {
    change: /^audit_log INSERT$/,
    reason: 'and of an admin’s account to the team',
    where: /^\/api\/auth\/(sign-in\/email|reauthenticate|change-password|two-factor\/)/,
  },
  {
    change: /^auth_sessions UPDATE$/,
    reason:
      'one that is used goes on, and for so long as its login allows: an admin’s tries each time and gets no later end',
    where: /^\/api\/auth\//,
  },
];

/** What no answer may be, whatever was asked. */
export function problemOf(
  attempt: Attempt,
  answer: WireAnswer,
  changed: readonly string[],
): string | undefined {
  const { status, headers } = answer;
  if (status >= 500) return `answers ${status}: ${answer.text.slice(0, 300)}`;
  if (status >= 400) {
    const left = changed.filter((change) => !isAllowed(change, attempt.target));
    if (left.length > 0) return `is refused with ${status} and leaves ${left.join(', ')}`;
  }
  if (attempt.method === 'OPTIONS' || attempt.method === 'HEAD' || attempt.method === 'TRACE') {
    const left = changed.filter((change) => !isAllowed(change, attempt.target));
    if (left.length > 0) return `a ${attempt.method} changes ${left.join(', ')}`;
  }
  if (isFromApp(answer)) {
    if (headers.get('x-content-type-options') !== 'nosniff') return 'lacks nosniff';
    if (!headers.has('content-security-policy')) return 'lacks a content security policy';
    if (headers.has('x-injected') || headers.get('set-cookie')?.includes('x=y')) return 'takes a header over';
  }
  return undefined;
}

/** Node itself answers what is no HTTP, without a body. */
export const isFromApp = ({ headers }: WireAnswer): boolean => headers.has('x-request-id');

/** By where it leads: `/api/./x/../auth/…` is `/api/auth/…`. */
function isAllowed(change: string, target: string): boolean {
  const path = URL.parse(target, 'http://any')?.pathname ?? target;
  return LEFT_BY_REFUSALS.some((allowed) => allowed.change.test(change) && allowed.where.test(path));
}
