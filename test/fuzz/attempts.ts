// Requests to one operation: as its schema allows, with one constraint broken, or as somebody sends them who means no good.
import fc from 'fast-check';
import { type Attempt, SENDERS, type Sender } from './attempt.ts';
import { type Breakage, breakage, broken, toJson, weirdText } from './broken-values.ts';
import { hostileChange } from './hostile-changes.ts';
import type { FuzzedOperation, Parameter } from './operations.ts';
import { allowedBy } from './valid-values.ts';

interface Parts {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

const KEY = 'idempotency-key';

const validParts = (operation: FuzzedOperation) =>
  fc.record({ parts: partsOf(operation), sender: senderOf(operation), key: keyOf(operation) });

/** As the schema allows it, for tests that ask one thing of every operation. The same ones every time. */
export function validAttempts(operation: FuzzedOperation, count: number): Attempt[] {
  const valid = validParts(operation).map((made) => attempt('valid', operation, made));
  return fc.sample(valid, { numRuns: count, seed: 1 });
}

export function attemptsAt(operation: FuzzedOperation): fc.Arbitrary<Attempt> {
  const valid = validParts(operation);
  return fc.oneof(
    { weight: 4, arbitrary: valid.map((made) => attempt('valid', operation, made)) },
    {
      weight: 5,
      arbitrary: fc
        .record({
          made: valid,
          breaks: fc.array(breakage, { minLength: 1, maxLength: 2 }),
          extra: queryExtra,
        })
        .map(({ made, breaks, extra }) => {
          const parts = breaks.reduce((changed, what) => breakPart(changed, what), made.parts);
          return attempt('nearly valid', operation, { ...made, parts }, extra);
        }),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(valid, hostileChange)
        .map(([made, change]) => change(attempt('hostile', operation, made))),
    },
  );
}

function senderOf({ path }: FuzzedOperation): fc.Arbitrary<Sender> {
  // Who may not ask at all hides everything behind the question.
  const weights: Record<Sender, number> = path.startsWith('/admin')
    ? { nobody: 1, anna: 1, ben: 1, admin: 6, chief: 3 }
    : { nobody: 2, anna: 5, ben: 3, admin: 2, chief: 0 };
  return fc.oneof(...SENDERS.map((sender) => ({ weight: weights[sender], arbitrary: fc.constant(sender) })));
}

function partsOf({ parameters, body, path }: FuzzedOperation): fc.Arbitrary<Parts> {
  const named = (where: Parameter['in']) => parameters.filter((parameter) => parameter.in === where);
  const record = (list: Parameter[]) =>
    fc.record(Object.fromEntries(list.map(({ name, schema }) => [name, allowedBy(schema, [path, name])])), {
      requiredKeys: list.filter(({ required }) => required).map(({ name }) => name),
    });
  return fc.record({
    path: record(named('path').map((parameter) => ({ ...parameter, required: true }))),
    query: record(named('query')),
    body: body === undefined ? fc.constant(undefined) : allowedBy(body, [path]),
  });
}

function keyOf({ parameters }: FuzzedOperation): fc.Arbitrary<string | undefined> {
  if (!parameters.some(({ in: where }) => where === 'header')) return fc.constant(undefined);
  return fc.oneof(
    { weight: 8, arbitrary: fc.uuid() },
    // The same for several requests: another body under a known key.
    { weight: 1, arbitrary: fc.constant('0a9f2f6e-3a55-4a51-9d3e-6c7f8f2f7b11') },
    { weight: 1, arbitrary: fc.constantFrom(undefined, 'once', '', '0'.repeat(5_000)) },
  );
}

function breakPart(parts: Parts, { at, what }: Breakage): Parts {
  const here = (['body', 'path', 'query'] as const).filter(
    (part) => typeof parts[part] === 'object' && Object.keys(parts[part] ?? {}).length > 0,
  );
  const part = here[at % Math.max(here.length, 1)] ?? 'query';
  const within = Math.floor(at / Math.max(here.length, 1));
  if (part === 'body') return { ...parts, body: broken(parts.body, { at: within, what }) };
  // The parameters themselves stay an object, only what stands in it is broken.
  const changed = broken(parts[part], { at: what.how === 'add' ? 0 : within + 1, what });
  const isRecord = typeof changed === 'object' && changed !== null && !Array.isArray(changed);
  return isRecord ? { ...parts, [part]: changed } : parts;
}

const queryExtra: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'page=1&page=2',
      'pageSize=100000',
      'page[]=1',
      'page[0]=1&page[1]=2',
      'page[a]=1',
      'page.a=1',
      '__proto__[role]=admin',
      'constructor[prototype][role]=admin',
      '[]=1',
      'page=%00',
      'page=1e2',
      'page=-0',
      'role=admin',
      'a[b][c][d][e][f][g][h]=1',
      '%ff=%fe',
      '=&=&&',
    ),
  },
  { weight: 1, arbitrary: weirdText.map((text) => `query=${encode(text)}`) },
);

function attempt(
  kind: Attempt['kind'],
  { method, path }: FuzzedOperation,
  { parts, sender, key }: { parts: Parts; sender: Sender; key: string | undefined },
  extra = '',
): Attempt {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(asText(parts.path[name])));
  const pairs = Object.entries(parts.query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((each) => each !== undefined)
      .map((each) => `${encode(name)}=${encode(asText(each))}`),
  );
  const query = [...pairs, ...(extra === '' ? [] : [extra])].join('&');
  const writes = method !== 'GET';
  return {
    kind,
    sender,
    method,
    target: `/api${filled}${query === '' ? '' : `?${query}`}`,
    headers: [
      ...(writes ? ([['content-type', 'application/json']] as const) : []),
      ...(key === undefined ? [] : ([[KEY, key]] as const)),
    ],
    body: writes ? toJson(parts.body) : undefined,
    isRaw: false,
  };
}

function asText(value: unknown): string {
  return typeof value === 'object' ? (toJson(value) ?? '') : String(value);
}

/** Half of a pair of surrogates cannot stand in an address. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
