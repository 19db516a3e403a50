import { expect, test } from 'vitest';
import { germanMessage } from './errors.de.ts';
import { isolated } from './isolated.ts';

test.each([
  ['in Latin letters', 'Katharina Weiß', 'Katharina Weiß'],
  ['from left to right in others', 'Зоя, 王芳 😀', 'Зоя, 王芳 😀'],
  ['in Hebrew', 'מרים', '\u2068מרים\u2069'],
  ['in Arabic with figures', 'مريم 12', '\u2068مريم 12\u2069'],
  ['in letters outside the first plane', '\u{1e900}', '\u2068\u{1e900}\u2069'],
  ['with a mark that turns the rest', 'a\u202eb', '\u2068ab\u2069'],
  ['that would close what is around it', 'a\u2069\u202eb', '\u2068ab\u2069'],
  ['that is set apart already', '\u2068מרים\u2069', '\u2068מרים\u2069'],
])('a text %s', (_, text, expected) => {
  expect(isolated(text)).toBe(expected);
});

test('a refusal turns nothing around the name that it tells', () => {
  expect(germanMessage('REQUEST_CLAIMED', { by: 'מרים' })).toBe(
    'Daran arbeitet gerade \u2068מרים\u2069. Sie können den Antrag übernehmen.',
  );
});
