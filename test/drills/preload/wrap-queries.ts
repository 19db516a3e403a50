import pg from 'pg';

type Query = (...args: unknown[]) => unknown;

/** Puts `around` between everybody and the driver: it gets the client, the real `query`, and its arguments. */
export function wrapQueries(around: (client: pg.Client, query: Query, args: unknown[]) => unknown): void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    return around(this, original.bind(this), args);
  };
}

export function textOf(first: unknown): string {
  if (typeof first === 'string') return first;
  if (typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string')
    return first.text;
  return '';
}
