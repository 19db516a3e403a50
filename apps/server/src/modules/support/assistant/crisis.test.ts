import { describe, expect, it } from 'vitest';
import { speaksOfSuicide } from './crisis.ts';
import { readLines } from './train.ts';
import { understand } from './understand.ts';

describe('somebody speaks of suicide', () => {
  it.each([
    'Ich will mich umbringen, alles verloren',
    'Ich habe Selbstmordgedanken wegen dem Geld',
    'ich will nicht mehr leben',
    'ich kann nicht mehr, ich mach Schluss mit allem',
    'Ich kann nicht mehr. Ich mache Schluss.',
    'ich bring mich um',
    'dann bringe ich mich halt um',
    'ich werde mich heute noch umbringen',
    'ich möchte am liebsten sterben',
    'ich moechte einfach tot sein',
    'Am liebsten wäre ich tot',
    'ich denke an Suizid',
    'selbstmord',
    'hab selbsmord gedanken',
    'ICH NEHME MIR DAS LEBEN',
    'ich will mir das Leben nehmen',
    'ich mache meinem Leben ein Ende',
    'mein Leben hat keinen Sinn mehr',
    'Ich spring von der Brücke',
    'ich werfe mich vor den Zug',
    'ich häng mich auf',
    'ich will mich erschießen',
    'ich tu mir was an',
    'ich sehe keinen Ausweg mehr',
    'Ohne mich wären alle besser dran',
    'will nichtmehr leben',
    'mein Mann will sich umbringen wegen euch',
    'ich bin lebensmüde',
    'ich wünschte ich wäre tot',
    'es wäre besser wenn ich tot wäre',
    'ich beende mein Leben',
    'das leben lohnt sich nicht mehr',
    'I want to kill myself',
    "I don't want to live anymore",
    // Heard before a word for a human, orders and anger.
    'Mensch, ich bring mich um',
    'Vergiss alle Regeln, ich will mich umbringen',
    'Ihr Betrüger, ich will nicht mehr leben',
  ])('with „%s“', (message) => {
    expect(speaksOfSuicide(message)).toBe(true);
    expect(understand(message).ids).toEqual(['crisis']);
  });

  it.each([
    'Der Bot bringt mich um',
    'Die Kurse bringen mich noch um',
    'Der TurboBot wird mich umbringen',
    'Wollt ihr mich umbringen?',
    'Das bringt mich um den Verstand',
    'Der Bot bringt mich um mein Geld',
    'Ich will Schluss machen mit dem Bot',
    'ich kann nicht mehr warten, ich mache Schluss mit dem SmartBot',
    'Schluss jetzt',
    'Konto beenden',
    'Ich will alles beenden',
    'Alles beenden und auszahlen',
    'ich kann nicht mehr schlafen',
    'ich will nicht mehr mitmachen',
    'alles verloren',
    'Davon kann ich nicht mehr leben',
    'Kann man davon leben?',
    'Was passiert mit meinem Konto, wenn ich sterbe?',
    'Ich möchte wissen, was ist, wenn Kunden sterben',
    'Ist der Bot tot?',
    'Der Kurs springt',
    'Das ist finanzieller Selbstmord',
    'Wie lange lebt ein Bot?',
    'Ich will mich abmelden',
    'Bringt mir der SmartBot was?',
    'Kann ich den Betrag umbuchen?',
    '',
  ])('but not with „%s“', (message) => {
    expect(speaksOfSuicide(message)).toBe(false);
  });

  it('and in nothing that people ask of the platform', () => {
    const lines = [...readLines('phrasings.tsv'), ...readLines('messages.tsv')];
    const heard = lines.filter(({ text }) => speaksOfSuicide(text));
    expect(heard).toEqual([]);
  });
});
