import { describe, expect, it } from 'vitest';
import { foldGerman, stemGerman, wordsOf } from './german-terms.ts';
import { TOPICS } from './knowledge.ts';
import { findTopic } from './search-topics.ts';

describe('the search', () => {
  it.each(TOPICS.flatMap(({ id, questions }) => questions.map((question) => [question, id])))(
    'finds its own question „%s“: %s',
    (question, id) => {
      expect(findTopic(question)?.id).toBe(id);
    },
  );

  it.each([
    ['wie lang dauern auszahlungen', 'withdrawal-time'],
    ['Wann wird meine Auszahlung bearbeitet', 'withdrawal-time'],
    ['wo ist meine einzahlung', 'deposit-status'],
    ['meine einzahlung fehlt', 'deposit-status'],
    ['Einzahlung ist nicht da', 'deposit-status'],
    ['wie kann ich aufladen', 'deposit-how'],
    ['wie hebe ich geld ab', 'withdrawal-how'],
    ['Gebuehren', 'fees'],
    ['Welche Kosten fallen an?', 'fees'],
    ['ist das kostenlos?', 'fees'],
    ['Was ist der Smartbot', 'about-smartbot'],
    ['erklaere mir den newsbot', 'about-newsbot'],
    ['Turbobot Risiko', 'about-turbobot'],
    ['rendite turbobot', 'returns-turbobot'],
    ['wie viel gewinn machen die bots', 'returns'],
    ['passwort vergessen', 'password'],
    ['Kennwort ändern', 'password'],
    ['bot stoppen', 'bot-stop'],
    ['Mindesteinzahlung', 'minimum-deposit'],
    ['kontostand', 'own-balance'],
    ['wieviel gewinn habe ich', 'own-results'],
    ['mein gewinn', 'own-results'],
    ['meine rendite', 'own-results'],
    ['wie viel kann ich verdienen', 'returns'],
    ['Welchen Gewinn bringt der TurboBot?', 'returns-turbobot'],
    ['was habe ich insgesamt verdient', 'own-results'],
    ['habe ich verlust gemacht', 'own-results'],
    ['wie hoch ist mein verlust', 'own-results'],
    ['mein verlust', 'own-results'],
    ['meine verluste bis heute', 'own-results'],
    ['warum habe ich verlust', 'own-results'],
    ['kann ich alles verlieren', 'losses'],
    ['wie hoch ist das verlustrisiko', 'losses'],
    ['Verlust', 'own-results'],
    ['wie riskant ist das', 'losses'],
    ['wie viel kann ich verlieren', 'losses'],
    ['wie hoch ist mein risiko', 'losses'],
    ['Kontoauszug', 'statement'],
    ['wie kann ich meinen auszug ausdrucken', 'statement'],
    ['wo sehe ich meine transaktionen', 'statement'],
    ['konto löschen', 'account'],
    ['was sind meine bots wert', 'own-bots'],
    ['Auszalung stornieren', 'cancel-request'],
    ['Danke!', 'thanks'],
    ['Guten Morgen', 'greeting'],
    ['ist das echtes geld??', 'play-money'],
    ['woher kommen die preise', 'prices'],
  ])('understands „%s“: %s', (question, id) => {
    expect(findTopic(question)?.id).toBe(id);
  });

  it.each([
    'Wie wird das Wetter morgen in Köln?',
    'asdfgh qwertz',
    'Rezept für Apfelkuchen mit Streuseln',
    'Wer hat die Weltmeisterschaft gewonnen?',
    'Können Sie mir ein Gedicht über Katzen schreiben?',
    '???',
    'und oder aber',
    '42',
  ])('has no answer to „%s“', (question) => {
    expect(findTopic(question)).toBeUndefined();
  });
});

describe('words', () => {
  it('are compared without case, umlauts and their spellings', () => {
    for (const spelling of ['Überprüfung', 'ueberpruefung', 'UBERPRUFUNG'])
      expect(foldGerman(spelling)).toBe('uberprufung');
    expect(wordsOf('Größe: 2 FA, „Straße“')).toEqual(['grosse', '2', 'fa', 'strasse']);
  });

  it('are compared without their endings', () => {
    for (const word of ['auszahlung', 'auszahlungen', 'auszahlen', 'ausgezahlt'])
      expect(stemGerman(word)).toBe('auszahl');
  });
});
