import { expect, test } from 'vitest';
import { id } from './shapes.ts';

const SMALL = '0199c0de-abcd-7000-8000-abcdefabcdef';

test('an id is the same in capitals', () => {
  expect(id.parse(SMALL.toUpperCase())).toBe(SMALL);
  expect(id.parse(SMALL)).toBe(SMALL);
});

test('what is no id is refused', () => {
  expect(id.safeParse(`${SMALL}0`).success).toBe(false);
});
