import { wordsOf } from './words.ts';

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

const WHO =
  'mensch|menschen|menschlich|person|mitarbeiter|mitarbeiterin|berater|beraterin|human|' +
  'bots?|chatbot|roboter|robot|ki|maschine|computer|programm|assistent|automat';
const FILLERS =
  'hallo|hi|hey|moin|guten|tag|morgen|abend|entschuldigung|und|oder|aber|also|denn|eigentlich|hier|gerade|jetzt|nun|' +
  'wirklich|tatsachlich|nur|noch|doch|auch|mal|etwa|vielleicht|mit|ein|eine[rmn]?|nem|ner|kein|keine[mn]?|' +
  'echte?[rmns]?|richtige?[rmns]?|reale?[rmns]?|an?|or|to|with';
// Word by word: one expression over all of them could try a word that fits twice in two ways, and each further one doubles that.
const FILLER = new RegExp(`^(?:${FILLERS})$`);
const FILLER_OR_WHO = new RegExp(`^(?:${FILLERS}|${WHO})$`);
const QUESTION =
  /^(?:bist du|sind sie|seid ihr|(?:sprech|schreib|red|chatt)e? ich|are you|am i (?:talking|speaking|writing|chatting)) /;

/** What is said after a greeting and the like. */
function questionOf(sentence: string): string {
  const said = wordsOf(sentence);
  const begin = said.findIndex((word) => !FILLER.test(word));
  return begin < 0 ? '' : said.slice(begin).join(' ');
}

/** „Sind Sie ein Mensch?“, „Schreibe ich hier mit einer echten Person?“: a whole sentence that asks who is speaking. */
function asksWho(sentence: string): boolean {
  const question = questionOf(sentence);
  const asked = question.replace(QUESTION, '');
  return asked !== question && asked.split(' ').every((word) => FILLER_OR_WHO.test(word));
}

/** Names of the team as a place: when it is open can be asked of it. */
const PLACE = new Set(
  ['Support', 'Supportteam', 'Kundenservice', 'Kundendienst', 'Kundenbetreuung'].flatMap(wordsOf),
);
const HOURS = [
  /^(?:(?:ab |bis )?wann|(?:zu |um )?welche[nr]?|ist|sind|hat|haben|habt|gibt) /,
  /\b(?:wann|wochenend\w*|samstags?|sonntags?|feiertag\w*|abends|nachts|\w+zeiten)\b/,
  /\b(?:erreichbar|besetzt|geoffnet|offen|da|(?:offnungs|service|support|sprech|uhr)zeiten)\b/,
];

/** „Wann ist der Support erreichbar?“ */
function asksHours(sentence: string): boolean {
  const question = questionOf(sentence);
  return HOURS.every((part) => part.test(question));
}

/** Whether somebody asks for a human. Who only asks whether one is speaking, or when the team is there, does not: the assistant can say that itself. */
export function wantsHuman(message: string): boolean {
  const said = message
    .split(/[.!?]+/)
    .filter((sentence) => !asksWho(sentence))
    .flatMap((sentence) =>
      asksHours(sentence) ? wordsOf(sentence).filter((word) => !PLACE.has(word)) : wordsOf(sentence),
    );
  const line = ` ${said.join(' ')} `;
  return said.some((word) => words.has(word)) || phrases.some((phrase) => line.includes(phrase));
}

const YES =
  /^(?:(?:ja|jo|joa|jap|jep|jup|jawohl|yes|yep|yeah|ok|okay|oki|gern|gerne|klar|sicher|naturlich|unbedingt|bitte|sofort|mach|machen|hol|holen|tu|auf jeden fall|einverstanden|sehr gut|gute idee)(?: (?:ja|jo|mach|machen|hol|holen|gern|gerne|bitte|danke|mal|das|sie|ihn|einen|dazu|her|sofort|schnell|sehr|klar|unbedingt|doch|endlich|jemanden|es|tun))*)$/;
const NO =
  /^(?:nein|ne|nee|no|nope|na|nicht notig|lieber nicht|noch nicht|passt schon|brauche? (?:ich |es )?nicht|jetzt nicht|spater)(?: (?:danke|nein|bitte|nicht|notig|noch|jetzt|das|passt|schon|lieber|brauche|ich|es|geht))*$/;

/** Whether somebody agrees and says nothing else. */
export const saysYes = (message: string): boolean => YES.test(wordsOf(message).join(' '));
/** Whether somebody declines and says nothing else. */
export const saysNo = (message: string): boolean => NO.test(wordsOf(message).join(' '));

const ADVICE =
  /(?<!\p{L})(soll(te)? ich(?!.*\b(schreiben|reinschreiben|eingeben|eintragen|angeben|klicken|drucken|auswahlen)\b)|sollten wir|wurden sie|wurdest du|wurdet ihr|was raten|raten sie|ratst du|empfehlen sie|empfiehlst du|empfehlung|lohnt (es )?sich|lohnend|passt zu mir|(was|welcher|wer|welches) ist (denn )?besser|welche[rn]? bot ist (der )?best\p{L}*|beste[rn]? bot|wird (der |die |das )?\p{L}+ (noch |jetzt |wieder |weiter |bald )*(steigen|fallen))(?!\p{L})/u;

/** Whether somebody asks what to do with their money, which nobody here answers. */
export function wantsAdvice(message: string): boolean {
  return ADVICE.test(wordsOf(message).join(' '));
}
