import { fromWire } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import { amountAsText, likelyAmount, readAmountText, readTypedDay, typedDayProblem } from './typed.ts';

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

describe('a day that is typed', () => {
  it.each([
    ['01.08.2025', '2025-08-01'],
    ['1.8.2025', '2025-08-01'],
    ['1.8.25', '2025-08-01'],
    [' 31.12.99 ', '2099-12-31'],
    ['29.2.2024', '2024-02-29'],
  ])('„%s“ is %s', (text, day) => {
    expect(readTypedDay(text)).toBe(day);
    expect(typedDayProblem(text)).toBeNull();
  });

  it.each(['31.02.2026', '29.2.25', '32.1.2025', '1.13.2025', '0.0.2025'])('„%s“ does not exist', (text) => {
    expect(readTypedDay(text)).toBeNull();
    expect(typedDayProblem(text)).toBe('Diesen Tag gibt es nicht.');
  });

  it.each(['1.8.', '1.8.202', '2025-08-01', '08/01/2025', 'heute', '1.8'])(
    '„%s“ is not written as one',
    (text) => {
      expect(readTypedDay(text)).toBeNull();
      expect(typedDayProblem(text)).toBe('Bitte als Tag.Monat.Jahr, zum Beispiel 04.12.2026.');
    },
  );

  it('is no problem before it is typed', () => {
    expect(readTypedDay(' ')).toBeNull();
    expect(typedDayProblem(' ')).toBeNull();
  });
});
