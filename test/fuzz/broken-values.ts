// One constraint broken: a place in a value, and what is done to it.
import fc from 'fast-check';

/** Stands for a number that JSON can write and JavaScript cannot: `RAW 1e400` is sent without its quotes. */
const RAW = 'RAW ';

const WEIRD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '10\u0000',
  '\ud800',
  'a\udfffb',
  '\u202e\u200b\ufeff',
  '٣٤',
  '１２',
  'ｅ́'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(30),
  'x'.repeat(256),
  'x'.repeat(501),
  'ä'.repeat(2_001),
  'x'.repeat(20_000),
  '-1',
  '0',
  '-0',
  '0.00',
  '1e3',
  '1e-7',
  '1e308',
  '+5',
  '.5',
  '5.',
  '1,5',
  '1.001',
  '0x10',
  'NaN',
  'Infinity',
  '12345678901234567890',
  '9223372036854775808',
  '999999999999999_999999999999999',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  '2026-02-30',
  '2026-13',
  '2026-00',
  '0000-01-01',
  '9999-12-31',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '2026-03-02T24:00:00Z',
  '2026-03-02T10:00:00+14:00',
  "' OR 1=1 --",
  '%',
  '\\',
  '%_%',
  '"><script>alert(1)</script>',
  '../../etc/passwd',
  'a\r\nSet-Cookie: x=y',
  '\u001b[2J\u0007',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];

const WEIRD_VALUES: unknown[] = [
  ...WEIRD_TEXTS,
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e21,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  `${RAW}-0`,
  `${RAW}1e400`,
  `${RAW}-1E+308`,
  `${RAW}1.000000000000000000000000001`,
  `${RAW}99999999999999999999999999`,
  [],
  [[]],
  {},
  { toString: 'x' },
  { length: { toString: 'x' } },
  { $ne: null },
  { length: 3 },
];

const EXTRA_KEYS = [
  'role',
  'userId',
  'id',
  'status',
  'balance',
  'isAdmin',
  'createdAt',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '',
  '\u0000',
  'x'.repeat(300),
];

export type Break =
  | { how: 'replace'; value: unknown }
  | { how: 'drop' }
  | { how: 'add'; key: string; value: unknown }
  | { how: 'wrap' }
  | { how: 'lengthen'; times: number };

export const weirdText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WEIRD_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

const anyBreak: fc.Arbitrary<Break> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...WEIRD_VALUES).map((value) => ({ how: 'replace' as const, value })),
  },
  { weight: 2, arbitrary: fc.constant({ how: 'drop' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      how: fc.constant('add' as const),
      key: fc.constantFrom(...EXTRA_KEYS),
      value: fc.constantFrom<unknown>('admin', { role: 'admin' }, null, 1),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ how: 'wrap' as const }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(2, 50, 2_000).map((times) => ({ how: 'lengthen' as const, times })),
  },
);

export interface Breakage {
  /** Which of the value's places, counted from the outside. */
  at: number;
  what: Break;
}

export const breakage: fc.Arbitrary<Breakage> = fc.record({ at: fc.nat(30), what: anyBreak });

/** The value with one place broken; the original stays as it is. */
export function broken(value: unknown, { at, what }: Breakage): unknown {
  const places = listPlaces(value);
  const path = places[at % places.length] ?? [];
  return change(value, path, what);
}

function listPlaces(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => listPlaces(inner, [...path, key]))];
}

function change(value: unknown, path: readonly string[], what: Break): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return changeHere(value, what);
  const changed = change(Reflect.get(Object(value), key), rest, what);
  const isGone = rest.length === 0 && what.how === 'drop';
  if (Array.isArray(value))
    return value.flatMap((item, index) => (String(index) !== key ? [item] : isGone ? [] : [changed]));
  const entries = Object.entries(Object(value)).filter(([name]) => !(isGone && name === key));
  return Object.fromEntries(entries.map(([name, inner]) => [name, name === key ? changed : inner]));
}

function changeHere(value: unknown, what: Break): unknown {
  switch (what.how) {
    case 'replace':
      return what.value;
    case 'drop':
      return undefined;
    case 'add':
      return withKey(value, what.key, what.value);
    case 'wrap':
      return [value];
    case 'lengthen':
      if (typeof value === 'string') return value.repeat(what.times).slice(0, 40_000);
      if (Array.isArray(value))
        return Array.from({ length: what.times }, () => value)
          .flat()
          .slice(0, 1_500);
      return value;
  }
}

/** Also `__proto__` becomes a key, as a parser of JSON makes it one. */
function withKey(value: unknown, key: string, extra: unknown): unknown {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  const copy: object = isRecord ? { ...value } : {};
  Object.defineProperty(copy, key, { value: extra, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** JSON, with the numbers that JavaScript cannot hold. */
export function toJson(value: unknown): string | undefined {
  return JSON.stringify(value)?.replaceAll(new RegExp(`"${RAW}([^"]*)"`, 'g'), '$1');
}
