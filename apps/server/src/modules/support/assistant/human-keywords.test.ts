import { describe, expect, it } from 'vitest';
import { saysNo, saysYes, wantsAdvice, wantsHuman } from './human-keywords.ts';

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
    'Mensch bitte',
    'Kann ein Mensch übernehmen?',
    'Wann spreche ich mit einem Menschen?',
    'Bist du ein Mensch? Ich möchte einen Mitarbeiter.',
    'Sind Sie ein Mensch oder kann ich mit einem sprechen, einem Berater?',
    'Ist da ein Mensch?',
    'Sind Menschen da?',
    'Sind Sie Mensch genug, mir zu helfen?',
    'Wann ist der Support erreichbar? Ich brauche einen Berater.',
    'Wann ist im Support ein Mitarbeiter da?',
    'Warum ist der Support nie erreichbar?',
    'Der Support ist seit Sonntag nicht erreichbar',
    'Support, bitte sofort',
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
    'Bist du ein Mensch?',
    'Sind Sie ein Mensch?',
    'Hallo, bist du ein echter Mensch oder ein Bot?',
    'Spreche ich mit einem Menschen?',
    'Spreche ich hier gerade wirklich mit einem Menschen?',
    'Schreibe ich hier mit einem echten Menschen?',
    'schreib ich mit ner echten person',
    'Sind Sie kein Bot?',
    'Guten Tag. Sind Sie ein Mensch? Und wie lange dauert eine Auszahlung?',
    'Are you human?',
    'Wann ist der Support erreichbar?',
    'Bis wann ist der Kundenservice heute da?',
    'Ist der Support am Wochenende besetzt?',
    'Welche Öffnungszeiten hat der Kundendienst?',
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

describe('an answer to the offer of a human', () => {
  it.each(['ja', 'Ja, bitte!', 'gern', 'ok', 'JA SOFORT', 'ja machen Sie das bitte', 'bitte'])(
    '„%s“ is a yes',
    (message) => {
      expect(saysYes(message)).toBe(true);
      expect(saysNo(message)).toBe(false);
    },
  );
  it.each(['nein', 'Nein danke', 'nö', 'noch nicht', 'passt schon'])('„%s“ is a no', (message) => {
    expect(saysNo(message)).toBe(true);
    expect(saysYes(message)).toBe(false);
  });
  it.each(['Ja, wie zahle ich ein?', 'Nein, wo bleibt meine Einzahlung?', 'danke', ''])(
    '„%s“ is neither',
    (message) => {
      expect(saysYes(message)).toBe(false);
      expect(saysNo(message)).toBe(false);
    },
  );
});

describe('a message of one word again and again', () => {
  it.each([
    'real',
    'reales',
    'a',
    'an',
    'mit',
    'bot',
    'mensch',
    'hallo',
    'sprich ich',
    'bist du',
    'soll ich',
  ])('is read at once: „%s“', (word) => {
    const message = `${`${word} `.repeat(2000 / (word.length + 1))}Hebel`;
    for (const reads of [wantsHuman, saysYes, saysNo, wantsAdvice])
      expect(() => reads(message)).not.toThrow();
  });
});
