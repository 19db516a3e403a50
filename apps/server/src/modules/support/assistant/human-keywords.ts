import { wordsOf } from './german-terms.ts';

/** Whole words, in any case and with umlauts or without. */
const WORDS = [
  'Mensch',
  'Menschen',
  'Mitarbeiter',
  'Mitarbeiterin',
  'Mitarbeitern',
  'Mitarbeitende',
  'Mitarbeitenden',
  'Berater',
  'Beraterin',
  'Beratern',
  'Support',
  'Supportteam',
  'Kundenservice',
  'Kundendienst',
  'Kundenbetreuung',
  'Kundenberater',
  'Kundenberaterin',
  'Ansprechpartner',
  'Ansprechpartnerin',
  'Sachbearbeiter',
  'human',
  'agent',
  'operator',
];

/** Words one after the other. */
const PHRASES = [
  'echte Person',
  'echten Person',
  'echter Person',
  'reale Person',
  'realen Person',
  'Hilfe von Person',
  'Hilfe von einer Person',
  'mit einer Person',
  'jemand Echtes',
  'jemandem sprechen',
  'jemanden sprechen',
  'jemand sprechen',
  'jemandem reden',
  'real person',
  'kein Bot',
  'keinem Bot',
  'nicht mit einem Bot',
];

const words = new Set(WORDS.flatMap(wordsOf));
const phrases = PHRASES.map((phrase) => ` ${wordsOf(phrase).join(' ')} `);

/** Whether somebody asks for a human. */
export function wantsHuman(message: string): boolean {
  const said = wordsOf(message);
  const line = ` ${said.join(' ')} `;
  return said.some((word) => words.has(word)) || phrases.some((phrase) => line.includes(phrase));
}

const ADVICE =
  /(?<!\p{L})(soll(te)? ich|sollten wir|wurden sie|wurdest du|wurdet ihr|was raten|raten sie|ratst du|empfehlen sie|empfiehlst du|empfehlung|lohnt (es )?sich|lohnend|passt zu mir|welche[rn]? bot ist (der )?best\p{L}*|beste[rn]? bot|wird (der |die |das )?\p{L}+ (steigen|fallen))(?!\p{L})/u;

/** Whether somebody asks what to do with their money, which nobody here answers. */
export function wantsAdvice(message: string): boolean {
  return ADVICE.test(wordsOf(message).join(' '));
}
