// Preload of a server in a drill that must fail: its statements lose their locks on the way to PostgreSQL.
import { withoutLocks } from '../../../apps/server/test/without-locks.ts';
import { textOf, wrapQueries } from './wrap-queries.ts';

wrapQueries((_client, query, [first, ...rest]) => {
  const text = textOf(first);
  if (text === '') return query(first, ...rest);
  const stripped = withoutLocks(text);
  return typeof first === 'string'
    ? query(stripped, ...rest)
    : query({ ...(first as object), text: stripped }, ...rest);
});
