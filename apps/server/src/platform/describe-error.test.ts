import { expect, test } from 'vitest';
import { describeError } from './describe-error.ts';

const SECRET = 'MMapxGbZv2yjv4mQibmqs9Tz7AQAAlp4';

test('a failed statement is told without its values, with its cause, its code and its place', () => {
  const cause = Object.assign(
    new Error('duplicate key value violates unique constraint "auth_users_email"'),
    {
      code: '23505',
      table: 'auth_users',
      constraint: 'auth_users_email',
      detail: `Key (email)=(${SECRET}) already exists.`,
    },
  );
  const error = Object.assign(
    new Error(`Failed query: insert into t values ($1)\nparams: ${SECRET}`, { cause }),
    {
      query: 'insert into t values ($1)',
      params: [SECRET],
    },
  );
  const described = describeError(error);
  expect(described.message).toBe('Failed query: insert into t values ($1)');
  expect(described.stack).toContain('describe-error.test.ts');
  expect(described.cause).toMatchObject({
    message: cause.message,
    code: '23505',
    table: 'auth_users',
    constraint: 'auth_users_email',
  });
  expect(JSON.stringify(described)).not.toContain(SECRET);
});

test('a value that the database cannot read is not quoted', () => {
  const error = Object.assign(new Error(`invalid input syntax for type uuid: "${SECRET}"`), {
    code: '22P02',
  });
  expect(describeError(error)).toMatchObject({
    message: 'invalid input syntax for type uuid: "…"',
    code: '22P02',
  });
});

test('what is no error says only what it is', () => {
  expect(describeError(SECRET)).toEqual({ type: 'string', message: '', stack: '' });
});

test('a failed connection says where to', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
    code: 'ECONNREFUSED',
    port: 5432,
  });
  expect(describeError(error)).toMatchObject({ type: 'Error', code: 'ECONNREFUSED', port: 5432 });
});
