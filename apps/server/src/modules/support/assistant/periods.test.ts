import { expect, it } from 'vitest';
import { namesPeriod } from './periods.ts';

it.each([
  'Hab ich heute Gewinn gemacht?',
  'wie viel hab ich gestern gemacht',
  'Was habe ich diese Woche verdient?',
  'gewinn letzte woche',
  'Wie war der letzte Monat?',
  'wie viel verlust im Oktober',
  'Gewinn im März',
  'dieses jahr',
  'in den letzten 7 Tagen',
  'seit Montag',
  'Wie viel verdiene ich am Tag?',
])('a period is named in „%s“', (message) => {
  expect(namesPeriod(message)).toBe(true);
});

it.each([
  'Wie hoch ist mein Gewinn?',
  'Guten Tag, wie viel habe ich verdient?',
  'meine Verluste bis heute',
  'Wie viel Gewinn habe ich seit Anfang?',
  'Mein Ergebnis bis jetzt',
])('and none in „%s“', (message) => {
  expect(namesPeriod(message)).toBe(false);
});
