import { TERMS } from '@botdepot/contract/terms';
import { expect, it } from 'vitest';
import { matchingTerms } from './matching-terms.ts';

const found = (text: string) => matchingTerms(text).map(({ word }) => word);

it('shows every term for no text, and none for one without a letter', () => {
  for (const nothing of ['', '  ']) expect(matchingTerms(nothing)).toEqual(TERMS);
  for (const marks of ['???', '😀', ' – ']) expect(matchingTerms(marks)).toEqual([]);
});

it.each([
  ['rückgang', 'Größter Rückgang'],
  ['RUECKGANG', 'Größter Rückgang'],
  ['groesster ruckgang', 'Größter Rückgang'],
  ['Drawdown', 'Größter Rückgang'],
  ['max  drawdown', 'Größter Rückgang'],
  ['profitfaktor', 'Profit-Faktor'],
  ['profit-faktor', 'Profit-Faktor'],
  ['Profit Faktor', 'Profit-Faktor'],
  ['Backtest', 'Rücktest'],
  ['short', 'Leer verkauft'],
  ['vola', 'Schwankung'],
  ['p.a.', 'Rendite im Jahr'],
  ['9 von 10', 'In 9 von 10\u00a0Fällen'],
])('finds for %j the term %s', (text, word) => expect(found(text)).toContain(word));

it('finds a word by its beginning, and nothing for what nobody says', () => {
  expect(found('slipp')).toEqual(['Slippage']);
  expect(found('Bausparvertrag')).toEqual([]);
  expect(found('Slippage Sharpe')).toEqual([]);
});
