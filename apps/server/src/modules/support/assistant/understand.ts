/** What a message is about, before it is answered. */
import { speaksOfSuicide } from './crisis.ts';
import { type Feeling, feelingOf, withoutAnger } from './feelings.ts';
import { findTopic, likeliest, nearTopics, topicById, twoTopics } from './find-topics.ts';
import { wantsAdvice, wantsHuman } from './human-keywords.ts';
import { priceTopic } from './market-prices.ts';
import type { Topic } from './topic.ts';
import { wordsOf } from './words.ts';

export type Understood = {
  /** What it is about: ids of topics, and `crisis`, `human`, `advice`, `upset`, `unsure`, `unknown`. */
  ids: string[];
  feeling?: Feeling;
  topics: Topic[];
  /** What it may be about, the likeliest first, where it is `unsure`. */
  maybe?: Topic[];
};

/** Two questions of one message are both answered; more would be a lecture. */
const MOST_AT_ONCE = 2;
/** Of a long message, so many parts are looked at one by one. */
const MOST_PARTS = 8;

/** Attempts to tell the assistant what it is, and questions for what belongs to others. */
const INJECTION =
  /\b(ignorier\w*|vergiss|vergessen sie|missacht\w*|ubergeh\w*|umgeh\w*|ignore|disregard|forget)\b.*\b(anweisung\w*|regeln?|vorgaben?|befehle?|alles|bisherig\w*|vorherig\w*|instructions?|rules|prompts?|previous)\b|\bsystem ?prompt\w*|\b(du bist (jetzt|ab jetzt|nun|ab sofort)|(jetzt|ab sofort|ab jetzt) bist du)\b|\b(tu|tue|verhalte dich|antworte|agier\w*) (so )?als\b|\b(spiel\w*|sei) (ein\w*|den|die) (admin\w*|pirat\w*|hacker\w*)\b|\b(jailbreak|dan modus|entwicklermodus|developer mode)\b|\b(select|drop|insert|delete) .*\b(from|table|into)\b|\bscript\b.*\balert\b|\b(allen|anderen|anderer|aller) (kunden?|nutzern?|nutzer|user|leuten|personen|benutzer\w*)\b|\bandere[rn]? (kunden?|nutzer\w*|user|benutzer\w*)\b|\bantworte\w* (?:nur noch|ab jetzt|ab sofort)\b|^(?:bitte )?(?:erhoh|erhohe|setz|setze|genehmige|buch|buche|gib|schenk|schenke|schreib mir gut) |\bintern\w* (?:anweisung|vorgabe|regel)\w*|\b(?:passwort|zugangsdaten) (?:von|des|vom) (?!mein)|\blosch\w* (?:bitte )?(?:alle|samtliche) (?:accounts?|konten|kunden|nutzer)\b|\bmach\w* mich zu\w* admin\w*|\byou are now\b|\bact as\b/;

const ENGLISH = new Set(
  'the is are my your how what when where why do does can could you to please have has it this that money with long much get from want need there any'.split(
    ' ',
  ),
);
const GERMAN =
  /\b(ich|ist|der|die|das|und|wie|wo|wann|mein\w*|nicht|ein\w*|was|warum|kann|fur|auf|mit|zu|bot beenden)\b/;

function isEnglish(message: string): boolean {
  const words = wordsOf(message);
  return !GERMAN.test(words.join(' ')) && words.filter((word) => ENGLISH.has(word)).length >= 2;
}

const ASKS =
  /\?|\b(wie|was|wo|wann|warum|wieso|weshalb|wohin|woher|welche\w*|kann|können|koennen|darf|muss|gibt es|gibts|habe ich|hab ich)\b/iu;
const ASKING =
  '(?:wie|wieviel|was|wo|wann|warum|wieso|weshalb|woher|wohin|wer|wem|welche[mnrs]?|ab wann|ab wie|bis wann|ob|kann|können|könnt|kostet|kosten|muss|darf|gibt|gibts|ist|sind|fallen|habe|hab|läuft|bekomme|kriege|wird|werden|how|what|when|where|why|can|is|do)';
/** Where a message goes on to its next question. */
const NEXT_QUESTION = new RegExp(
  `[.!?;\\n]+|\\s[+&]\\s|,\\s+(?:und|außerdem|ausserdem|zweitens)\\s|(?:,|,?\\s+(?:und|oder|sowie|u\\.|außerdem|ausserdem|zweitens|and))\\s+(?:(?:noch|auch|dann|außerdem|und|zweitens|bitte|ich wüsste gern,?)\\s+)*(?=${ASKING}\\s)`,
  'iu',
);
/** It may ask two things that no word sets apart: „meine Adresse und mein Passwort ändern“. */
const AND = /\b(?:und|oder|sowie|and|or)\b|&/iu;
/** Of two parts each is answered that is this likely; one that asks nothing has to be surer. */
const LIKELY = { asked: 0.6, said: 0.85 };

/** What „sie“, „die“ or „es“ of the second question stands for: what the first one named. */
const PRONOUN = /\b(sie|die|der|das|es|er|davon|dafür)\b/iu;
const THING = /\b\p{L}*(einzahl|einzal|auszahl|auszal|smart ?bot|turbo ?bot|news ?bot|bots?)\p{L}*/iu;

export function understand(message: string): Understood {
  if (speaksOfSuicide(message)) return { ids: ['crisis'], topics: [] };
  if (wantsHuman(message)) return { ids: ['human'], topics: [] };
  if (INJECTION.test(wordsOf(message).join(' '))) return UNKNOWN;
  const felt = feelingOf(message);
  if (felt) {
    const rest = withoutAnger(message);
    const said = topicsOf(rest);
    // What somebody has done with real money is never only a feeling.
    const asked = said.some(({ offersHuman }) => offersHuman)
      ? said
      : felt.accuses
        ? [topicById('play-money')]
        : ASKS.test(message) && felt.feeling !== 'waiting'
          ? said
          : [];
    const topics = asked.filter(({ courtesy }) => !courtesy);
    return { ids: ['upset', ...topics.map(({ id }) => id)], feeling: felt.feeling, topics };
  }
  const label = likeliest(message);
  if (!priceTopic(message) && (label === 'advice' || (wantsAdvice(message) && label !== 'unknown')))
    return { ids: ['advice'], topics: [] };
  if (label === 'human') return { ids: ['human'], topics: [] };
  const found = topicsOf(message);
  const topics = isEnglish(message)
    ? [topicById('language'), ...found.filter(({ id }) => id !== 'language')]
    : found;
  if (topics.length > 0) return { ids: topics.map(({ id }) => id), topics };
  const maybe = nearTopics(message);
  return maybe.length > 0 ? { ids: ['unsure'], topics: [], maybe } : UNKNOWN;
}

const UNKNOWN: Understood = { ids: ['unknown'], topics: [] };

/** One topic, or two where a message asks two things; courtesy only where nothing else is said. */
function topicsOf(message: string): Topic[] {
  const parts = message
    .split(NEXT_QUESTION)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, MOST_PARTS);
  const whole = findTopic(message);
  const both = AND.test(message) ? twoTopics(message) : [];
  if (both.length < 2 && parts.length < 2) return whole ? [whole] : [];
  let thing = '';
  const found = parts.flatMap((part) => {
    const named = THING.exec(part)?.[0];
    const asked = named === undefined && PRONOUN.test(part) ? `${part} ${thing}` : part;
    thing = named ?? thing;
    const topic = findTopic(asked, ASKS.test(part) ? LIKELY.asked : LIKELY.said);
    return topic ? [topic] : [];
  });
  const topics = [
    ...new Map(found.filter(({ courtesy }) => !courtesy).map((topic) => [topic.id, topic])).values(),
  ];
  if (topics.length > 1) return topics.slice(0, MOST_AT_ONCE);
  if (both.length > 1) return both;
  const one = (whole?.courtesy ? undefined : whole) ?? topics.at(-1) ?? whole ?? found[0];
  return one ? [one] : [];
}
