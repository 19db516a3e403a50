import { describe, expect, it } from 'vitest';
import { wantsAdvice, wantsHuman } from './human-keywords.ts';

describe('somebody asks for a human', () => {
  it.each([
    'Mensch',
    'Ich möchte mit einem Menschen sprechen.',
    'MITARBEITER!!!',
    'Kann ich eine Mitarbeiterin haben?',
    'berater',
    'Wo ist der Support?',
    'eine echte Person bitte',
    'Gibt es eine  echte\nPerson?',
    'Hilfe von Person',
    'human please',
    'Agent',
    'I need an AGENT.',
    'Ich will nicht mit einem Bot reden',
    'Kann ich mit jemandem sprechen?',
    'Kundenservice, bitte',
  ])('with „%s“', (message) => {
    expect(wantsHuman(message)).toBe(true);
  });

  it.each([
    'Wie lange dauert eine Auszahlung?',
    'Das ist ja unmenschlich',
    'Ist das eine Agentur?',
    'supported',
    'Humanismus',
    'Ist der Bot eine Personengesellschaft?',
    'Beratung',
    '',
  ])('but not with „%s“', (message) => {
    expect(wantsHuman(message)).toBe(false);
  });
});

describe('somebody asks what to do with their money', () => {
  it.each([
    'Soll ich investieren?',
    'Was würden Sie tun?',
    'was wuerdest du machen',
    'Lohnt sich der TurboBot?',
    'Welcher Bot ist der beste?',
    'Welcher Bot passt zu mir?',
    'Welchen Bot empfehlen Sie mir?',
    'Wird der Bitcoin steigen?',
    'SOLLTE ICH JETZT VERKAUFEN',
  ])('with „%s“', (message) => {
    expect(wantsAdvice(message)).toBe(true);
  });

  it.each(['Wie zahle ich ein?', 'Was soll das?', 'Welche Bots gibt es?', 'Warum ist der Kurs gestiegen?'])(
    'but not with „%s“',
    (message) => {
      expect(wantsAdvice(message)).toBe(false);
    },
  );
});
