import { type AnySchema, type ContractProcedure, oc, type Schema } from '@orpc/contract';
import { declare, type ERRORS, type ErrorCode } from './errors.ts';
import type { LiveSubject } from './live.ts';

/** Who may: anybody, whoever is signed in, or admins; which of these, `admin-fields.ts` says. */
type Access = 'anybody' | 'signed-in' | 'admin';

/**
 * A query changes nothing. A command is one transaction, once per key where it has one. A task sees to its transactions by
 * itself: it has several, one for each row of a selection, or none.
 */
type Kind = 'query' | 'command' | 'task';

/** What is true of an operation wherever somebody asks. Server, pages, tests and the API's description follow from it. */
export type Traits<K extends Kind = Kind, A extends Access = Access> = {
  kind: K;
  access: A;
  /** How lately who asks must have proved who they are, see `fresh-authentication.ts`. */
  fresh: 'money' | 'security' | null;
  /** It takes an `Idempotency-Key`: once per key, or once per key and row of a selection. */
  key: 'once' | 'each-row' | null;
  /** What of one's own it changes; pages of whoever gave it ask for that again. The back office asks for all of its own. */
  touches: readonly LiveSubject[];
};

type Description<A extends Access, I extends AnySchema, O extends AnySchema> = {
  summary: string;
  access: A;
  input?: I;
  output: O;
  /** Its own. Those of access, freshness and key come by themselves. */
  errors?: readonly ErrorCode[];
  fresh?: 'money' | 'security';
  key?: 'once' | 'each-row';
  touches?: readonly LiveSubject[];
  /** Of the answer, where it is not 200. */
  status?: 201;
};

const REFUSALS = {
  anybody: [],
  'signed-in': ['UNAUTHENTICATED'],
  admin: ['UNAUTHENTICATED', 'FORBIDDEN', 'OUTSIDE_FIELD', 'SECOND_FACTOR_REQUIRED'],
} as const satisfies Record<Access, readonly ErrorCode[]>;

const KEY_REFUSALS = {
  once: ['IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_REUSED'],
  'each-row': ['IDEMPOTENCY_KEY_REQUIRED'],
} as const satisfies Record<'once' | 'each-row', readonly ErrorCode[]>;

/** What an operation of such traits may answer whatever it does. */
function refusalsOf({ access, fresh, key }: Omit<Traits, 'kind' | 'touches'>): ErrorCode[] {
  return [
    ...REFUSALS[access],
    ...(fresh ? (['REAUTHENTICATION_REQUIRED'] as const) : []),
    ...(key ? KEY_REFUSALS[key] : []),
    // What was answered is taken out where it told of somebody who is gone, see `eraseOutcomesNaming`.
    ...(key === 'once' && access === 'admin' ? (['ACCOUNT_CLOSED'] as const) : []),
  ];
}

type Operation<
  K extends Kind,
  A extends Access,
  I extends AnySchema,
  O extends AnySchema,
> = ContractProcedure<I, O, typeof ERRORS, Traits<K, A>>;

/**
 * The three kinds of operations of a module: `query('GET /wallet', …)`, `command('POST /deposits', …)`, `task('POST …', …)`.
 * @param tag its group in the API's description.
 */
export function operationsOf(tag: string) {
  const ofKind =
    <K extends Kind, Who extends Access = Access>(kind: K) =>
    <A extends Who, O extends AnySchema, I extends AnySchema = Schema<unknown, unknown>>(
      route: `${'GET' | 'POST'} /${string}`,
      description: Description<A, I, O>,
    ): Operation<K, A, I, O> => {
      const { summary, access, fresh = null, key = null, touches = [] } = description;
      const { input, output, errors = [], status } = description;
      const [method, path] = route.split(' ') as ['GET' | 'POST', `/${string}`];
      const traits: Traits<K, A> = { kind, access, fresh, key, touches };
      const declared = oc
        .$meta<Traits<K, A>>(traits)
        .route({ method, path, tags: [tag], summary, ...(status && { successStatus: status }) })
        .errors(declare(...refusalsOf(traits), ...errors));
      // The library's types follow a chain of calls, not the choice between two of them.
      return (input ? declared.input(input) : declared).output(output) as unknown as Operation<K, A, I, O>;
    };
  // Nobody who is not signed in changes anything here.
  return {
    query: ofKind('query'),
    command: ofKind<'command', 'signed-in' | 'admin'>('command'),
    task: ofKind('task'),
  };
}

/** What each operation changes of one's own, `wallet.requestDeposit` for one; without those that name nothing. */
export function touchedBy(
  contract: Readonly<Record<string, Readonly<Record<string, { '~orpc': { meta: Traits } }>>>>,
): Record<string, readonly LiveSubject[]> {
  return Object.fromEntries(
    Object.entries(contract).flatMap(([module, operations]) =>
      Object.entries(operations)
        .map(
          ([
            name,
            {
              '~orpc': { meta },
            },
          ]) => [`${module}.${name}`, meta.touches] as const,
        )
        .filter(([, touches]) => touches.length > 0),
    ),
  );
}
