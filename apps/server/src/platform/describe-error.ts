import { sqlState } from './database.ts';

/** What PostgreSQL says in these quotes the value that it could not read. */
const DATA_EXCEPTION = /^22/;
const MAX_QUERY = 1_000;

/** What a line of the log says about a failure. */
type DescribedError = {
  type: string;
  message: string;
  stack: string;
  cause?: DescribedError;
  [fact: string]: unknown;
};

/** Facts that name things of the system, never of people. */
const FACTS = [
  'code',
  'table',
  'column',
  'constraint',
  'routine',
  'errno',
  'syscall',
  'address',
  'port',
  'status',
];

/**
 * A failure without what people brought. Drizzle's messages list the values of the statement, among them tokens of sessions
 * and addresses; PostgreSQL's details quote whole rows. The statement itself, the place and the code stay.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const facts = FACTS.flatMap((name) => {
    const fact: unknown = Reflect.get(error, name);
    return typeof fact === 'string' || typeof fact === 'number' ? [[name, fact]] : [];
  });
  return {
    ...Object.fromEntries(facts),
    type: error.constructor.name,
    message: messageOf(error),
    // The stack begins with the message, which may have several lines.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^ +at /.test(line))
      .join('\n'),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}

function messageOf(error: Error): string {
  if ('query' in error && typeof error.query === 'string')
    return `Failed query: ${error.query.slice(0, MAX_QUERY)}`;
  return DATA_EXCEPTION.test(sqlState(error) ?? '')
    ? error.message.replace(/"[^"]*"/g, '"…"')
    : error.message;
}

/** Whether to log a failure that repeats, the n-th in a row: the 1st, 2nd, 4th, 8th … time. */
export const isWorthLogging = (failures: number): boolean => Number.isInteger(Math.log2(failures));

/** Whether reading failed because there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
