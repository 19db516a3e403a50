import { fixed12FromNumber, fixed12ToText } from '@botdepot/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

let fixture: ServerFixture;
beforeAll(async () => {
  fixture = await createServerFixture();
});
afterAll(() => fixture.close());

it('the database rounds a figure of the engine as the program does', async () => {
  const figure = fc.oneof(
    fc.double({ min: -1e14, max: 1e14, noNaN: true }),
    fc.double({ min: -5_000, max: 5_000, noNaN: true }),
    fc.double({ min: -1e-6, max: 1e-6, noNaN: true }),
    // What twelve decimals say exactly, and the doubles next to it.
    fc
      .tuple(fc.integer({ min: -9e15, max: 9e15 }), fc.constantFrom(1 - 2 ** -53, 1, 1 + 2 ** -52))
      .map(([whole, next]) => (whole / 1e12) * next),
  );
  const figures = fc.sample(figure, 4_000).map((value) => (value === 0 ? 0 : value));
  const { rows } = await fixture.database.pool.query<{ fixed: string }>(
    'SELECT round(fixed12_from_number(v), 12) AS fixed FROM unnest($1::float8[]) WITH ORDINALITY AS of(v, place) ORDER BY place',
    [figures],
  );
  expect(rows.map(({ fixed }) => fixed)).toEqual(
    figures.map((value) => fixed12ToText(fixed12FromNumber(value))),
  );
});
