import {
  type Contract,
  contract,
  DomainError,
  ERRORS,
  mayUse,
  type OperationName,
  type Traits,
} from '@botdepot/contract';
import type { ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import { implement, ORPCError, type Router } from '@orpc/server';
import type { ResponseHeadersPluginContext } from '@orpc/server/plugins';
import { domainErrorOf, type FailureContext } from './failure.ts';
import { assertFreshlyAuthenticated, MAX_AGE_MINUTES } from './fresh-authentication.ts';
import { runIdempotent } from './idempotency.ts';
import { isPacedForAnybody, keepPace } from './pace.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Actor, Work, WorkRunner } from './work.ts';

export type SignedIn = Extract<Actor, { role: 'user' | 'admin' }>;

/** What a request brings: who asks, under which id it is logged, and the key of a command. */
export type ApiContext = ResponseHeadersPluginContext &
  FailureContext & {
    actor: SignedIn | null;
    idempotencyKey: string | undefined;
    /** When the request came. */
    now: Date;
    /** Names of the fields in its body, or in its query where it only reads. */
    sentFields: readonly string[];
    /** Where the request came from, for counting what is done by who is not signed in. */
    network: string;
    /** Counts what one person does, see `keepPace`. */
    limiter: RateLimiter;
    /** Not in the demo, whose admin logs in with a password that is printed. */
    adminsNeedSecondFactor: boolean;
    /** Hears of a customer who asks for what only admins may. */
    onAdminRefused?: (userId: string) => void;
  };

/** What a command of somebody who is signed in needs of its request. */
export type CommandContext = FailureContext & { actor: SignedIn; idempotencyKey: string | undefined };

type Promisable<T> = T | Promise<T>;

type AskerOf<A> = A extends 'anybody' ? SignedIn | null : SignedIn;

/** How an operation is called once everything that its description says has been seen to. */
type Call<Input, K, A> = {
  input: Input;
  actor: AskerOf<A>;
  context: ApiContext & { actor: AskerOf<A> };
  /** When the request came. */
  now: Date;
  /** Aborted once whoever asked has gone. */
  signal: AbortSignal;
} & (K extends 'command' ? { work: Work } : unknown);

/** What a module does for its operations: a function for each, and none that is missing or too many compiles. */
export type Handlers<M extends keyof Contract> = HandlersOf<Contract[M]>;

type HandlersOf<Operations> = {
  [Name in keyof Operations]: Operations[Name] extends ContractProcedure<
    infer I,
    infer O,
    infer _Errors,
    Traits<infer K, infer A>
  >
    ? (call: Call<InferSchemaOutput<I>, K, A>) => Promisable<InferSchemaInput<O>>
    : never;
};

/** Some of the operations of the back office, which has more than one file can hold. */
export const ofAdmin = <N extends keyof Handlers<'admin'>>(some: Pick<Handlers<'admin'>, N>) => some;

/**
 * Runs a command as its description says: in one transaction, and once per key where it has one. The name is part of what
 * the key stands for. Of an admin's it holds who asks as one until the transaction ends: they were an admin when the request
 * came, and whoever demotes, limits or locks them waits for the row under way. Throws FORBIDDEN when that has happened.
 */
export type CommandRunner = <T>(
  context: CommandContext,
  operation: OperationName,
  input: unknown,
  rule: (work: Work) => Promise<T>,
) => Promise<T>;

export function createCommandRunner(deps: {
  runWork: WorkRunner;
  /** False for who is no admin any more, or one for less. */
  holdAdmin: (tx: Work['tx'], actor: SignedIn) => Promise<boolean>;
}): CommandRunner {
  return (context, operation, input, rule) => {
    const { actor, idempotencyKey: key } = context;
    const { access, key: takesKey } = traitsOf(operation);
    if (!takesKey) return deps.runWork(actor, rule);
    return runIdempotent(deps.runWork, actor, { operation, key, input }, async (work) => {
      if (access === 'admin' && !(await deps.holdAdmin(work.tx, actor))) throw DomainError.of('FORBIDDEN');
      return rule(work);
    });
  };
}

function traitsOf(operation: string): Traits {
  const [module = '', name = ''] = operation.split('.');
  const operations: Record<string, Record<string, { '~orpc': { meta: Traits } }>> = contract;
  const found = operations[module]?.[name];
  if (!found) throw new RangeError(`unknown operation ${operation}`);
  return found['~orpc'].meta;
}

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

/** Who may, how often, and how lately they must have proved who they are. */
const assertAccess = base.middleware(async ({ context, path: name, procedure, next }) => {
  const { access, fresh } = procedure['~orpc'].meta as Traits;
  const { actor, network, limiter, sentFields, now } = context;
  const operation = name.join('.');
  const { method = 'GET', path = '' } = procedure['~orpc'].route;
  const asked = { operation, method, path, sentFields };
  if (access === 'anybody') {
    if (isPacedForAnybody(operation)) await keepPace(limiter, { ...asked, asker: actor?.userId ?? network });
    return next();
  }
  if (!actor) throw DomainError.of('UNAUTHENTICATED');
  if (access === 'admin') assertAdmin(context, actor, operation);
  await keepPace(limiter, { ...asked, asker: actor.userId });
  if (fresh) assertFreshlyAuthenticated(actor, now, MAX_AGE_MINUTES[fresh]);
  return next();
});

/** Reading shows what others own, so it asks for the field and the second factor as well. */
function assertAdmin(context: ApiContext, actor: SignedIn, operation: string): void {
  if (actor.adminField === null) {
    context.onAdminRefused?.(actor.userId);
    throw DomainError.of('FORBIDDEN');
  }
  if (!mayUse(actor.adminField, operation)) throw DomainError.of('OUTSIDE_FIELD');
  if (awaitsSecondFactor(context, actor)) throw DomainError.of('SECOND_FACTOR_REQUIRED');
}

/** An admin whom the back office lets in only with a second factor, and who has none yet. */
export const awaitsSecondFactor = (
  { adminsNeedSecondFactor }: Pick<ApiContext, 'adminsNeedSecondFactor'>,
  { adminField, hasSecondFactor }: SignedIn,
): boolean => adminsNeedSecondFactor && adminField !== null && !hasSecondFactor;

const guarded = base.use(answerErrors).use(refuseOverlaid).use(assertAccess);

// What stands behind one operation, whichever it is. The types of handlers and contract are compared where handlers are given.
type AnyHandler = (call: Call<unknown, 'query', 'anybody'> & { work?: Work }) => unknown;
type Implementer = {
  handler(run: (options: { context: ApiContext; input: unknown; signal?: AbortSignal }) => unknown): unknown;
};

/** The API: every operation of the contract, behind what its description asks for. */
export function implementAll(
  handlers: { [M in keyof Contract]: Handlers<M> },
  runCommand: CommandRunner,
): Router<Contract, ApiContext> {
  const implementers = guarded as unknown as Record<string, Record<string, Implementer>>;
  const router: Record<string, Record<string, unknown>> = {};
  for (const [module, own] of Object.entries(handlers)) {
    router[module] = {};
    for (const [name, handler] of Object.entries(own))
      router[module][name] = implementers[module]?.[name]?.handler(
        callOf(`${module}.${name}` as OperationName, handler as AnyHandler, runCommand),
      );
  }
  return router as Router<Contract, ApiContext>;
}

function callOf(
  operation: OperationName,
  handler: AnyHandler,
  runCommand: CommandRunner,
): Parameters<Implementer['handler']>[0] {
  const { kind } = traitsOf(operation);
  return ({ context, input, signal = new AbortController().signal }) => {
    const { actor, now } = context;
    const call = { input, actor, context, now, signal };
    // Who is not signed in gives no commands.
    if (kind !== 'command' || !actor) return handler(call);
    return runCommand({ ...context, actor }, operation, input, async (work) => handler({ ...call, work }));
  };
}

/** Which page of a list it is, as the answer repeats it. */
export const pageOf = ({ page, pageSize }: { page: number; pageSize: number }) => ({ page, pageSize });

/**
 * What the API says about a failure. For failures after an answer has begun (a stream of events); those before it come here
 * by themselves.
 */
export function answerOf(error: unknown, context: FailureContext): Error {
  if (error instanceof ORPCError) return error;
  const { code, message, data } = domainErrorOf(error, context);
  return new ORPCError(code, { status: ERRORS[code].status, message, data });
}
