import { contract, DomainError, ERRORS, mayUse } from '@botdepot/contract';
import { implement, ORPCError } from '@orpc/server';
import type { ResponseHeadersPluginContext } from '@orpc/server/plugins';
import { domainErrorOf, type FailureContext } from './failure.ts';
import {
  ADMIN_MONEY_MAX_AGE_MINUTES,
  assertFreshlyAuthenticated,
  SECURITY_MAX_AGE_MINUTES,
} from './fresh-authentication.ts';
import { runIdempotent } from './idempotency.ts';
import { keepPace } from './pace.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Actor, Work, WorkRunner } from './work.ts';

export type SignedIn = Extract<Actor, { role: 'user' | 'admin' }>;

/** What a request brings: who asks, under which id it is logged, and the key of a money command. */
export type ApiContext = ResponseHeadersPluginContext &
  FailureContext & {
    actor: SignedIn | null;
    idempotencyKey: string | undefined;
    /** When the request came. */
    now: Date;
    /** Names of the fields in its body, or in its query where it only reads. */
    sentFields: readonly string[];
    /** Counts what one person does, see `keepPace`. */
    limiter: RateLimiter;
    /** Not in the demo, whose admin logs in with a password that is printed. */
    adminsNeedSecondFactor: boolean;
    /** Hears of a customer who asks for what only admins may. */
    onAdminRefused?: (userId: string) => void;
  };

/** What a command of somebody who is signed in needs of its request. */
export type CommandContext = FailureContext & { actor: SignedIn; idempotencyKey: string | undefined };

const base = implement(contract).$context<ApiContext>();

/** The one place where a failure of an operation becomes an answer, see `domainErrorOf`. */
const answerErrors = base.middleware(async ({ context, next }) => {
  try {
    return await next();
  } catch (error) {
    throw answerOf(error, context);
  }
});

/**
 * The library lays what stands in the address over what stands in the body, so an `id` there would be ignored, whatever it
 * says. Like every field that an operation does not have, it is refused.
 */
const refuseOverlaid = base.middleware(({ context, procedure, next }) => {
  const path = procedure['~orpc'].route.path ?? '';
  if (context.sentFields.some((name) => path.includes(`{${name}}`))) throw DomainError.of('BAD_REQUEST');
  return next();
});

/** Operations that anyone may call. */
export const open = base.use(answerErrors).use(refuseOverlaid);

/** The one place where it is counted how often somebody asks. */
const paced = base
  .$context<ApiContext & { actor: SignedIn }>()
  .middleware(async ({ context, path: operation, procedure, next }) => {
    const { method = 'GET', path = '' } = procedure['~orpc'].route;
    const { limiter, sentFields } = context;
    const { userId } = context.actor;
    await keepPace(limiter, { userId, operation: operation.join('.'), method, path, sentFields });
    return next();
  });

/** Operations for people who are signed in; the handler's `context.actor` is theirs. */
export const signedIn = open
  .use(({ context, next }) => {
    if (!context.actor) throw DomainError.of('UNAUTHENTICATED');
    return next({ context: { actor: context.actor } });
  })
  .use(paced);

/** Operations for admins, each for those whose field it is in. Reading shows what others own, so it asks for the second factor as well. */
export const adminOnly = open
  .use(({ context, path, next }) => {
    const { actor } = context;
    if (!actor) throw DomainError.of('UNAUTHENTICATED');
    if (actor.adminField === null) {
      context.onAdminRefused?.(actor.userId);
      throw DomainError.of('FORBIDDEN');
    }
    if (!mayUse(actor.adminField, path.join('.'))) throw DomainError.of('OUTSIDE_FIELD');
    if (context.adminsNeedSecondFactor && !actor.hasSecondFactor)
      throw DomainError.of('SECOND_FACTOR_REQUIRED');
    return next({ context: { actor } });
  })
  .use(paced);

/** Operations by which an admin moves money of others: who acts has proved lately who they are. */
export const adminMoney = adminOnly.use(({ context, next }) => {
  assertFreshlyAuthenticated(context.actor, context.now, ADMIN_MONEY_MAX_AGE_MINUTES);
  return next();
});

/** Operations by which an admin changes what others may do. */
export const adminSecurity = adminOnly.use(({ context, next }) => {
  assertFreshlyAuthenticated(context.actor, context.now, SECURITY_MAX_AGE_MINUTES);
  return next();
});

/** Which page of a list it is, as the answer repeats it. */
export const pageOf = ({ page, pageSize }: { page: number; pageSize: number }) => ({ page, pageSize });

/** Runs a money command once per key, see `runIdempotent`. */
export function moneyCommand<T>(
  runWork: WorkRunner,
  context: { actor: SignedIn; idempotencyKey: string | undefined },
  operation: string,
  input: unknown,
  rule: (work: Work) => Promise<T>,
): Promise<T> {
  return runIdempotent(runWork, context.actor, { operation, key: context.idempotencyKey, input }, rule);
}

/**
 * What the API says about a failure. For failures after an answer has begun (a stream of events); those before it come here
 * by themselves.
 */
export function answerOf(error: unknown, context: FailureContext): Error {
  if (error instanceof ORPCError) return error;
  const { code, message, data } = domainErrorOf(error, context);
  return new ORPCError(code, { status: ERRORS[code].status, message, data });
}
