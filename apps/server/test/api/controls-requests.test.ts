// What no operation may take, asked of every operation that the server's own document names.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attempt, Header } from '../../../../test/fuzz/attempt.ts';
import { validAttempts } from '../../../../test/fuzz/attempts.ts';
import { type FuzzWorld, openFuzzWorld, type Sent } from '../../../../test/fuzz/fuzz-world.ts';
import { type FuzzedOperation, operationsOf } from '../../../../test/fuzz/operations.ts';

let world: FuzzWorld;
let operations: FuzzedOperation[];
let writing: FuzzedOperation[];
let withBody: FuzzedOperation[];

beforeAll(async () => {
  world = await openFuzzWorld();
  operations = operationsOf(await world.readDocument());
  writing = operations.filter(({ method }) => method !== 'GET');
  withBody = writing.filter(({ body }) => body !== undefined);
});
afterAll(() => world?.close());

/** Always the same one, which is not made anew for each of the thousands. */
const attempts = new Map<FuzzedOperation, Attempt>();

function attemptAt(operation: FuzzedOperation): Attempt {
  const attempt = attempts.get(operation) ?? validAttempts(operation, 1)[0];
  if (!attempt) throw new Error(`no request to ${operation.name}`);
  attempts.set(operation, attempt);
  // Anyone who may do most is refused all the same.
  return { ...attempt, sender: 'admin' };
}

const withHeader = (attempt: Attempt, ...headers: Header[]): Attempt => ({
  ...attempt,
  headers: [...attempt.headers.filter(([name]) => !headers.some(([other]) => other === name)), ...headers],
});

/** Attempts are counted before they are looked at; everything else stays. */
const changedRows = ({ changed }: Sent) => changed.filter((change) => !change.startsWith('rate_limits'));

function withField(attempt: Attempt, name: string, value: unknown): Attempt {
  const fields = String(attempt.body ?? '{}')
    .trim()
    .slice(1, -1);
  const body = `{${fields}${fields === '' ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}}`;
  return withHeader({ ...attempt, body }, ['content-type', 'application/json']);
}

async function expectRefused(operation: FuzzedOperation, attempt: Attempt, status: number, what: string) {
  const sent = await world.send(attempt);
  const about = `${operation.name}, ${what}: ${sent.answer.text.slice(0, 200)}`;
  expect(sent.answer.status, about).toBe(status);
  expect(changedRows(sent), about).toEqual([]);
  return sent;
}

describe('every operation with a body', () => {
  it('is one of many', () => {
    expect(withBody.length).toBeGreaterThan(50);
  });

  it.each([
    ['id', '0193a5b2-7c4e-7a11-8f00-1234567890ab'],
    ['role', 'admin'],
    ['userId', '0193a5b2-7c4e-7a11-8f00-1234567890ab'],
    ['balance', '1000000'],
    ['usdBalance', '1000000'],
    ['status', 'approved'],
    ['emailVerified', true],
    ['twoFactorEnabled', false],
    ['createdAt', '2020-01-01T00:00:00Z'],
    ['__proto__', { role: 'admin' }],
    ['constructor', { prototype: { role: 'admin' } }],
  ])('refuses a field that it does not have: %s', async (field, value) => {
    for (const operation of withBody) {
      if (Object.hasOwn(operation.body?.properties ?? {}, field)) continue;
      await expectRefused(operation, withField(attemptAt(operation), field, value), 400, field);
    }
  });

  it('refuses one that says a field twice, also when both say the same', async () => {
    for (const operation of withBody) {
      const attempt = attemptAt(operation);
      const [first] = Object.entries(JSON.parse(String(attempt.body ?? '{}')));
      if (first === undefined) continue;
      const sent = await expectRefused(operation, withField(attempt, ...first), 400, first[0]);
      expect(JSON.parse(sent.answer.text).code).toBe('DUPLICATE_FIELD');
    }
  });
});

describe('every operation that changes something', () => {
  it('refuses in its body what stands in its address already, and a body that is no object', async () => {
    const addressed = writing.filter(({ path }) => path.includes('{'));
    expect(addressed.length).toBeGreaterThan(20);
    for (const operation of addressed) {
      const attempt = attemptAt(operation);
      for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
        const other = withField(attempt, name, '0193a5b2-7c4e-7a11-8f00-1234567890ab');
        await expectRefused(operation, other, 400, name);
      }
      for (const body of ['[]', '"id"', '7', 'null', 'true'])
        await expectRefused(operation, { ...attempt, body }, 400, body);
    }
  });

  it.each<[code: string, ...Header[]]>([
    ['UNSUPPORTED_CONTENT_ENCODING', ['content-encoding', 'gzip']],
    ['UNSUPPORTED_CONTENT_ENCODING', ['content-encoding', 'identity']],
    ['UNSUPPORTED_CHARSET', ['content-type', 'application/json; charset=iso-8859-1']],
    ['UNSUPPORTED_CHARSET', ['content-type', 'application/json;charset="UTF-16LE"']],
    ['UNSUPPORTED_CHARSET', ['content-type', 'application/json; version=1; Charset=utf-7']],
  ])('refuses a body that may be read in two ways: %s %s', async (code, header) => {
    for (const operation of writing) {
      const attempt = { ...attemptAt(operation), body: attemptAt(operation).body ?? '{}' };
      const sent = await expectRefused(operation, withHeader(attempt, header), 415, header[1]);
      expect(JSON.parse(sent.answer.text).code).toBe(code);
    }
  });

  it.each([
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('refuses a post that any website could send: %s', async (type) => {
    for (const operation of writing) {
      const attempt = { ...attemptAt(operation), body: attemptAt(operation).body ?? '{}' };
      await expectRefused(operation, withHeader(attempt, ['content-type', type]), 415, type);
    }
  });

  it.each<Header>([
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['origin', 'http://localhost:3000.evil.example'],
    ['sec-fetch-site', 'cross-site'],
  ])('refuses a request from elsewhere: %s %s', async (name, value) => {
    for (const operation of writing)
      await expectRefused(operation, withHeader(attemptAt(operation), [name, value]), 403, value);
  });
});

describe('every operation', () => {
  it('refuses in its query what stands in its address already', async () => {
    for (const operation of operations.filter(({ method }) => method === 'GET'))
      for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g))
        for (const key of [name, `${name}[]`, `${name}[a]`]) {
          const attempt = attemptAt(operation);
          const target = `${attempt.target}${attempt.target.includes('?') ? '&' : '?'}${key}=1`;
          await expectRefused(operation, { ...attempt, target }, 400, key);
        }
  });

  it('answers no other method', { tags: ['long'] }, async () => {
    for (const operation of operations)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (operations.some((other) => other.path === operation.path && other.method === method)) continue;
        const status = isOfAuth(operation) ? 405 : 404;
        const body = method === 'GET' ? undefined : '{}';
        const headers: Header[] = [['content-type', 'application/json']];
        // Some addresses are those of one thing for one method and of another for the next.
        const target = attemptAt(operation).target.split('?')[0] ?? '';
        await expectRefused(
          operation,
          { ...attemptAt(operation), target, method, headers, body },
          status,
          method,
        );
      }
  });

  it('has nothing below it or beside it', { tags: ['long'] }, async () => {
    for (const operation of operations)
      for (const ending of ['/gibt-es-nicht', '/__proto__', '.json', '%2e%2e']) {
        const attempt = attemptAt(operation);
        const target = `${attempt.target.split('?')[0]}${ending}`;
        const { answer } = await world.send({ ...attempt, target });
        // An ending may make another id of an id: that is no UUID any more.
        expect([400, 404], `${operation.name} ${target}: ${answer.text.slice(0, 100)}`).toContain(
          answer.status,
        );
      }
  });
});

describe('every list', { tags: ['long'] }, () => {
  const numbersOf = ({ parameters }: FuzzedOperation) =>
    parameters.filter(({ name, in: where }) => where === 'query' && /^(page|pageSize|limit)$/.test(name));

  it('has a largest page, and no page before the first or far beyond the last', async () => {
    const lists = operations.filter((operation) => numbersOf(operation).length > 0);
    expect(lists.length).toBeGreaterThan(15);
    for (const operation of lists)
      for (const { name, schema } of numbersOf(operation)) {
        expect(schema.maximum, `${operation.name} bounds ${name}`).toBeLessThanOrEqual(100_000);
        for (const value of [(schema.maximum ?? 0) + 1, 0, -1, 1e9, 1.5, 'x']) {
          const attempt = attemptAt(operation);
          const [path = '', query = ''] = attempt.target.split('?');
          const search = new URLSearchParams(query);
          search.set(name, String(value));
          const target = `${path}?${search}`;
          await expectRefused(operation, { ...attempt, target }, 400, `${name}=${value}`);
        }
      }
  });
});

const isOfAuth = ({ path }: FuzzedOperation) => path.startsWith('/auth/');
