import { expect, test } from 'vitest';
import { csvAmount, csvText } from './save-and-copy.ts';

test('a table has a byte order mark, semicolons and CRLF', () => {
  expect(
    csvText([
      ['Datum', 'Betrag'],
      ['24.07.2025', '1,00'],
    ]),
  ).toBe('\ufeffDatum;Betrag\r\n24.07.2025;1,00\r\n');
});

test('cells with separators, quotes and line breaks are quoted', () => {
  expect(csvText([['a;b', 'er sagt "ja"', 'zwei\nZeilen']])).toBe(
    '\ufeff"a;b";"er sagt ""ja""";"zwei\nZeilen"\r\n',
  );
});

test('a cell never becomes a formula, a negative amount stays a number', () => {
  expect(csvText([['=1+1', '@cmd', '-500,00', '-x', '+7']])).toBe("\ufeff'=1+1;'@cmd;-500,00;'-x;'+7\r\n");
});

test('amounts get the German comma', () => {
  expect(csvAmount('-1234.56')).toBe('-1234,56');
});
