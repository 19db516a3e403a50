import { describe, expect, it } from 'vitest';
import { numbersIn } from './own-numbers.ts';
import { understandOwn } from './own-things.ts';

const references = (message: string) => numbersIn(message).map(({ reference }) => reference);

describe('the numbers that the pages show', () => {
  it.each([
    ['Was ist mit E-1005?', ['E-1005']],
    ['was ist mit e-1005', ['E-1005']],
    ['Wo bleibt A2001?', ['A-2001']],
    ['Was ist mit E 1005 und b 3309?', ['E-1005', 'B-3309']],
    ['B–3309 und K - 1001', ['B-3309', 'K-1001']],
    ['„E-1005“, E-1005 und e1005', ['E-1005']],
    ['E-0001005', ['E-1005']],
  ])('are read however they are written: %s', (message, found) => {
    expect(references(message)).toEqual(found);
  });

  it.each([
    'Kann ich a 1000 USDT einzahlen?',
    'Passt das auf A4 oder B2?',
    'Meine E-Mail ist anna.e-1005x@example.org',
    'Der Vorgang F-104',
    'SHA-256',
    'Gold bei 2001',
    'USDT-1005',
  ])('are not seen in other words: %s', (message) => {
    expect(references(message)).toEqual([]);
  });
});

describe('a question with a number', () => {
  const ids = (message: string) => understandOwn(message).ids;

  it.each([
    'Was ist mit E-1005?',
    'E-1005',
    'Wo bleibt A-2001?',
    'Warum wurde A-2001 abgelehnt?',
    'Wann wird A-2001 ausgezahlt?',
    'Wie läuft B-3309?',
    'Woher kommt K-1001?',
    'Hallo, ich habe eine Frage zu B-3309',
    'Xylophon Quadrat E-1005',
  ])('is about what has it, and about nothing else: %s', (message) => {
    expect(ids(message)).toEqual(['numbered']);
  });

  it('may ask something beside', () => {
    expect(ids('Kann ich E-1005 stornieren?')).toEqual(['numbered', 'cancel-request']);
    expect(ids('Was ist mit E-1005 und wie hoch ist mein Guthaben?')).toEqual(['numbered', 'own-balance']);
    expect(understandOwn('Ich warte seit drei Tagen auf A-2001!')).toMatchObject({
      ids: ['upset', 'numbered'],
      feeling: 'waiting',
    });
  });

  it.each([
    'Wann wurde B-3002 beendet?',
    'Wann habe ich B-3002 gestoppt?',
    'B-3002 beendet?',
    'Ist B-3002 schon beendet?',
    'Ist A-2001 storniert?',
    'Wann habe ich E-1005 storniert?',
    'Wie wurde B-3002 beendet?',
  ])('that is told by how it stands is not told how one does it: %s', (message) => {
    expect(ids(message)).toEqual(['numbered']);
  });

  it.each([
    ['Wie beende ich B-3002?', 'bot-stop'],
    ['Kann ich B-3002 jederzeit beenden?', 'bot-stop'],
    ['Beende B-3002', 'bot-stop'],
    ['B-3002 beenden', 'bot-stop'],
    ['Ich will B-3002 stoppen', 'bot-stop'],
    ['Wie storniere ich A-2001?', 'cancel-request'],
    ['Bitte A-2001 stornieren', 'cancel-request'],
  ])('is told how where it asks how: %s', (message, how) => {
    expect(ids(message)).toEqual(['numbered', how]);
  });

  it('calls a human and gives no advice as one without', () => {
    expect(ids('Ich will einen Menschen wegen E-1005')).toEqual(['human']);
    expect(ids('Soll ich A-2001 stornieren?')).toEqual(['advice']);
    expect(ids('Wegen E-1005 will ich mich umbringen')).toEqual(['crisis']);
  });
});
