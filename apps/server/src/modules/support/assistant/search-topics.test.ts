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
    ['konto löschen', 'account-delete'],
    ['was sind meine bots wert', 'own-bots'],
    ['Auszalung stornieren', 'cancel-request'],
    ['Danke!', 'thanks'],
    ['Guten Morgen', 'greeting'],
    ['ist das echtes geld??', 'play-money'],
    ['woher kommen die preise', 'prices'],
    ['Wie hoch ist die Auszahlungsgebühr?', 'fees'],
    ['Was kostet eine Auszahlung?', 'fees'],
    ['auszahlungsgebüren', 'fees'],
    ['Gebühr für Einzahlung', 'fees'],
    ['einzahlungsgebuehr', 'fees'],
    ['Wie hoch sind die Gebühren?', 'fees'],
    ['Zahle ich Gebühren?', 'fees'],
    ['Handelskosten', 'trading-costs'],
    ['Handelsgebühren', 'trading-costs'],
    ['Wie viel Geld habe ich?', 'own-balance'],
    ['wieviel geld hab ich', 'own-balance'],
    ['Was ist auf meinem Wallet?', 'own-balance'],
    ['Wie viel ist auf meinem Konto?', 'own-balance'],
    ['wo ist mein geld', 'own-balance'],
    ['warum ist mein geld gesperrt', 'own-balance'],
    ['Was bedeutet reserviert?', 'own-balance'],
    ['Wie lösche ich mein Konto?', 'account-delete'],
    ['Account loeschen', 'account-delete'],
    ['Konto schließen', 'account-delete'],
    ['Ich will mein Konto kündigen', 'account-delete'],
    ['Wie ändere ich meinen Namen?', 'account'],
    ['neue emailadresse', 'account'],
    ['Meine Daten herunterladen', 'own-data'],
    ['Datenschutz', 'own-data'],
    ['einzahlen', 'deposit-how'],
    ['Wie kann ich mein Konto aufladen', 'deposit-how'],
    ['Kann ich per Überweisung einzahlen?', 'deposit-how'],
    ['Wo finde ich die Einzahlungsadresse?', 'deposit-how'],
    ['An welche Adresse muss ich senden?', 'deposit-how'],
    ['kann ich mit paypal einzahlen', 'play-money'],
    ['Kann ich mit Kreditkarte zahlen?', 'play-money'],
    ['Kann ich auf mein Bankkonto auszahlen?', 'play-money'],
    ['Bekomme ich echtes Geld ausgezahlt?', 'play-money'],
    ['ist das scam', 'play-money'],
    ['Maximale Einzahlung', 'deposit-limit'],
    ['einzalung nicht angekommen', 'deposit-status'],
    ['ich habe gestern eingezahlt und sehe nichts', 'deposit-status'],
    ['Ich möchte mein Geld zurück', 'withdrawal-how'],
    ['Wie viel kann ich maximal auszahlen?', 'withdrawal-how'],
    ['Gewinn auszahlen', 'withdrawal-how'],
    ['wie schnell ist die auszahlung', 'withdrawal-time'],
    ['Warum wird meine Auszahlung nicht bearbeitet?', 'withdrawal-status'],
    ['Ist meine Auszahlung genehmigt?', 'withdrawal-status'],
    ['Auszahlungsadresse ändern', 'withdrawal-address'],
    ['falsche adresse angegeben', 'withdrawal-address'],
    ['Kann ich die Auszahlung rückgängig machen?', 'cancel-request'],
    ['bot stopen', 'bot-stop'],
    ['Bot pausieren', 'bot-stop'],
    ['Gibt es eine Mindestlaufzeit?', 'bot-stop'],
    ['Wann bekomme ich mein Geld vom Bot zurück?', 'bot-stop'],
    ['Kann ich mehrere Bots gleichzeitig laufen lassen?', 'several-bots'],
    ['Bot aufstocken', 'several-bots'],
    ['Unterschied SmartBot TurboBot', 'compare-bots'],
    ['welcher bot hat das kleinste risiko', 'compare-bots'],
    ['turbo bot', 'about-turbobot'],
    ['was macht der news bot', 'about-newsbot'],
    ['Wann handelt der NewsBot?', 'about-newsbot'],
    ['Warum handelt mein Bot nicht?', 'bot-idle'],
    ['warum ist mein bot im minus', 'own-bots'],
    ['Warum verliere ich Geld?', 'own-results'],
    ['Ist mein Geld sicher?', 'money-safe'],
    ['Ist der Gewinn garantiert?', 'money-safe'],
    ['Muss ich nachschießen?', 'money-safe'],
    ['Wieviel verdient man im Monat?', 'returns'],
    ['2fa aktivieren', 'second-factor'],
    ['Handy verloren, kein Code', 'second-factor'],
    ['Wo sehe ich meine Geräte?', 'second-factor'],
    ['Ich kann mich nicht einloggen', 'password'],
    ['benachrichtigung abschalten', 'notifications'],
    ['keine mails mehr', 'notifications'],
    ['Sprache umstellen', 'language'],
    ['Do you speak English?', 'language'],
    ['Dark Mode', 'appearance'],
    ['Wer betreibt die Seite?', 'operator'],
    ['Ich brauche Hilfe', 'human-time'],
    ['Telefonnummer', 'human-time'],
    ['Bist du ein Bot?', 'human-time'],
    ['bitcoin kurs', 'prices'],
    ['Was ist USDT?', 'usdt'],
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
