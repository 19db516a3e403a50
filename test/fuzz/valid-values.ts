// What a schema allows, as fast-check generates it. Whatever names something of the installation is a placeholder, see
// `placeholders.ts`: which rows there are is known only when the request is sent.
import { MARKET_SYMBOLS } from '@botdepot/contract';
import fc from 'fast-check';
import type { Schema } from './operations.ts';
import { placeholderFor } from './placeholders.ts';

/** Where a value stands, for what its schema does not say: the operation's path, then names of fields. */
export type Place = readonly string[];

const AMOUNTS = ['0.01', '1', '10', '10.5', '99.99', '100', '250', '1000', '1000000', '999999999999.99'];
const PERCENTS = ['0.5', '1', '-1', '12.25', '-99', '100', '0,5'];
const DAYS = ['2026-03-02', '2026-03-01', '2026-01-01', '2024-02-29', '2030-12-31', '2020-01-01'];
const INSTANTS = [
  '2026-03-02T10:30:00.000Z',
  '2026-03-02T10:00:00Z',
  '2026-03-03T14:30:00.000Z',
  '2027-02-01T00:00:00.000Z',
  '~time.1~',
  '~time.2~',
  '~time.3~',
  '1970-01-01T00:00:00Z',
];
const SYMBOLS = MARKET_SYMBOLS.map(({ symbol }) => symbol);
const MOST_CHARACTERS = 60;

export function allowedBy(schema: Schema, place: Place): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => allowedBy(choice, place)));
  if (schema.allOf) return allowedBy(Object.assign({}, ...schema.allOf), place);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, place);
    case 'array':
      return fc.array(allowedBy(schema.items ?? {}, place), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 4),
      });
    case 'string':
      return textOf(schema, place);
    case 'integer':
      return numberOf(schema);
    case 'number':
      return fc.oneof(numberOf(schema), fc.double({ min: 0, max: 10, noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf({ properties = {}, required = [] }: Schema, place: Place): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, allowedBy(field, [...place, name])]),
  );
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

function numberOf({ minimum = 0, maximum = 1_000 }: Schema): fc.Arbitrary<number> {
  // Near the edges, and small in between: large pages are all alike.
  const max = Math.min(maximum, Number.MAX_SAFE_INTEGER);
  return fc.oneof(
    fc.constantFrom(minimum, max),
    fc.integer({ min: Math.ceil(minimum), max: Math.min(max, minimum + 30) }),
  );
}

function textOf(schema: Schema, place: Place): fc.Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = MOST_CHARACTERS } = schema;
  const field = place.at(-1) ?? '';
  if (format === 'uuid')
    return fc.oneof({ weight: 6, arbitrary: placeholderFor(place) }, { weight: 1, arbitrary: fc.uuid() });
  if (format === 'date') return fc.constantFrom(...DAYS);
  if (format === 'date-time' || /At$|^from$|^to$|until/i.test(field)) return fc.constantFrom(...INSTANTS);
  if (format === 'email' || field === 'email')
    return fc.constantFrom('~email.0~', '~email.1~', 'x@y.example');
  if (/password/i.test(field)) return fc.constantFrom('~password~', 'regenschirm mondlicht 41', 'kurz');
  if (field === 'withdrawalAddress')
    return fc.constantFrom('~address.BTC~', '~address.ETH~', '~address.USDT~');
  if (/amount|usd$/i.test(field)) return fc.constantFrom(...AMOUNTS);
  if (/^symbols?$/.test(field)) return fc.constantFrom(...SYMBOLS);
  if (field === 'percent') return fc.constantFrom(...PERCENTS);
  const free = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, MOST_CHARACTERS) });
  if (pattern === undefined || pattern.startsWith('^[^')) return free;
  if (pattern.startsWith('^\\P')) return free;
  return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, maxLength));
}
