import { fromWire } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import { amountAsText, likelyAmount, readAmountText } from './amount-text.ts';

const limits = { min: fromWire('100'), max: fromWire('4266.64') };

describe('the text of an amount', () => {
  it.each(['1.234,56', '1234,56', '1234.56', '1 234,56'])('%s is one and the same amount', (text) => {
    expect(readAmountText(text, limits)).toEqual({ amount: fromWire('1234.56'), problem: null });
  });

  it('stays quiet while nothing is typed', () => {
    expect(readAmountText('  ', limits)).toEqual({ amount: null, problem: null });
  });

  it.each([
    ['99,99', 'Mindestens 100,00\u00a0USDT.'],
    ['5000', 'Höchstens 4.266,64\u00a0USDT.'],
    ['0', 'Der Betrag muss größer als 0 sein.'],
    ['1.234', 'Dieser Betrag ist nicht eindeutig. Schreiben Sie zum Beispiel 1234 oder 1.234,00.'],
    ['12,345', 'Höchstens zwei Stellen nach dem Komma.'],
    ['50 €', 'Der Betrag gilt in USDT, nicht in Euro. Bitte ohne Euro-Zeichen.'],
    ['€ 50', 'Der Betrag gilt in USDT, nicht in Euro. Bitte ohne Euro-Zeichen.'],
    ['viel', 'Bitte geben Sie einen Betrag ein, zum Beispiel 1.234,56.'],
  ])('refuses %s with the way out', (text, problem) => {
    expect(readAmountText(text, limits)).toEqual({ amount: null, problem });
  });

  it('names the currency of the field to who writes euros', () => {
    expect(readAmountText('50 EUR', { ...limits, unit: 'USD' }).problem).toBe(
      'Der Betrag gilt in USD, nicht in Euro. Bitte ohne Euro-Zeichen.',
    );
  });
});

it.each([
  ['1.000', '1.000,00'],
  ['1,000', null],
  ['12.345', '12.345,00'],
  ['1,234.56', '1.234,56'],
  ['1.234.567', null],
  ['1.000,50', null],
  ['1000', null],
  ['viel', null],
  ['', null],
])('of %s it offers %s', (text, offered) => {
  const amount = likelyAmount(text);
  expect(amount === null ? null : amountAsText(amount)).toBe(offered);
});
