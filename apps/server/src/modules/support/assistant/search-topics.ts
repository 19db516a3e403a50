import { readFileSync } from 'node:fs';
import { BOT_TYPES } from '@botdepot/contract';
import MiniSearch from 'minisearch';
import { TOPICS } from './knowledge.ts';
import { priceTopic } from './market-prices.ts';
import { termTopic } from './term-topics.ts';
import type { Topic } from './topic.ts';
import { anchorsOf, HELPING_TERMS, searchWordsOf, termOf, wordsOf } from './words.ts';

/** Of what a question says, weighed by how much each word tells, this share has to be known to a topic. */
const LOWEST_SHARE = 0.58;
/** Where nothing is named that is said here and hardly anywhere else, more has to fit. */
const LOWEST_WITHOUT_ANCHOR = { share: 0.75, score: 0.62 };

/** What a word counts for that stands in another question of the topic than the nearest one, or nearly. */
const NEARBY = 0.75;
/** How much of the score is how much of the known question was asked; the rest is how much of what was asked is known. */
const ASKED_SHARE = 0.35;
/** „Wie lange?“ and „Wann?“ alone ask for nothing. */
const HOW_LONG = termOf('dauer');
/** Words that help to choose between two topics count for little. */
const HELPING_WEIGHT = 0.3;
/** What a word counts for that no topic knows, beside one that is hardly said anywhere else. */
const UNKNOWN_BESIDE_ANCHOR = 0.35;

const topics = new Map(TOPICS.map((topic) => [topic.id, topic]));

/** Further ways in which people ask for a topic, in their own spelling. */
const phrasings = Map.groupBy(
  readFileSync(new URL('phrasings.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t')),
  ([topic]) => topic,
);
/** Every known question by itself, and beside them the further words of each topic. */
const known = TOPICS.map(({ id, questions, words }) => ({
  id,
  words,
  questions: [...questions, ...(phrasings.get(id) ?? []).map(([, text = '']) => text)],
})).flatMap(({ id, questions, words }) =>
  [...questions, ...(words === undefined ? [] : [words])].map((text, n) => ({
    id: `${id} ${n}`,
    topic: id,
    text,
    terms: termsOf(text),
    isQuestion: n < questions.length,
  })),
);
const byId = new Map(known.map((one) => [one.id, one]));

const index = new MiniSearch<{ id: string; text: string }>({
  fields: ['text'],
  tokenize: searchWordsOf,
  processTerm: termOf,
  searchOptions: {
    // Half a compound finds the whole one, and a slip of the finger finds the word.
    prefix: (term) => term.length >= 5,
    fuzzy: (term) => (term.length >= 5 ? 1 : false),
  },
});
index.addAll(known);

const topicsWith = new Map(
  [
    ...Map.groupBy(
      known.flatMap(({ topic, terms }) => [...terms].map((term) => ({ term, topic }))),
      ({ term }) => term,
    ),
  ].map(([term, entries]) => [term, new Set(entries.map(({ topic }) => topic)).size]),
);

/** A word that many topics know tells little; one that nobody knows as much as one that a single topic knows. */
function weightOf(term: string): number {
  const weight = Math.log(1 + topics.size / (topicsWith.get(term) ?? 1));
  return HELPING_TERMS.has(term) ? weight * HELPING_WEIGHT : weight;
}

export function termsOf(text: string): Set<string> {
  return new Set(
    searchWordsOf(text)
      .map(termOf)
      .filter((term) => term !== null),
  );
}

const weigh = (terms: Iterable<string>): number => [...terms].reduce((sum, term) => sum + weightOf(term), 0);

/** Said out of politeness: it is not what a question is about, where anything else is said. */
const ofCourtesy = (courteous: boolean) =>
  known.flatMap(({ topic, terms }) =>
    (topics.get(topic)?.courtesy ?? false) === courteous ? [...terms] : [],
  );
const elsewhere = new Set(ofCourtesy(false));
const COURTESY = new Set(ofCourtesy(true).filter((term) => !elsewhere.has(term)));

function thingsOf(terms: Set<string>): Set<string> {
  const things = new Set([...terms].filter((term) => !COURTESY.has(term)));
  return [...things].some((term) => !HELPING_TERMS.has(term)) ? things : terms;
}

/** About one's own bot of a kind, which nobody means who does not say „mein“ or „ich“. */
const ONLY_OWN = new Set(BOT_TYPES.map((botType) => `own-${botType}`));

const lineOf = (question: string): string => wordsOf(question).join(' ');

export type Found = {
  topic: Topic;
  /** How much of the question the topic knows, and how well one of its questions fits it; each up to 1. */
  share: number;
  score: number;
  /** Whether it knows a word of the question that is said here and hardly anywhere else. */
  anchored: boolean;
};

/** The topics that a question may be about, the likeliest first. */
export function rankTopics(question: string): Found[] {
  const ownBot =
    OWN_BOT.test(lineOf(question)) || (OWN_FORM.test(lineOf(question)) && NAMES_BOT.test(lineOf(question)));
  const asked = thingsOf(termsOf(question));
  const anchors = anchorsOf(question);
  if (![...asked].some((term) => !HELPING_TERMS.has(term) && term !== HOW_LONG)) return [];
  const results = index.search(question).flatMap(({ id, match, queryTerms }) => {
    const entry = byId.get(String(id));
    if (!entry || (!ownBot && ONLY_OWN.has(entry.topic))) return [];
    const exactly = (term: string) => (match[term] ? 1 : NEARBY);
    return [
      { entry, matched: new Map(queryTerms.map((term) => [term, exactly(term)])), terms: Object.keys(match) },
    ];
  });
  const knownTerms = new Set(results.flatMap(({ matched }) => [...matched.keys()]));
  return [...Map.groupBy(results, ({ entry }) => entry.topic)]
    .flatMap(([id, ofTopic]) => {
      const topic = topics.get(id);
      if (!topic) return [];
      const anywhere = new Map<string, number>();
      for (const { matched } of ofTopic)
        for (const [term, weight] of matched) anywhere.set(term, Math.max(anywhere.get(term) ?? 0, weight));
      const anchored = [...anywhere.keys()].some((term) => anchors.has(term));
      const weight = (term: string) =>
        weightOf(term) * (anchored && !knownTerms.has(term) ? UNKNOWN_BESIDE_ANCHOR : 1);
      const all = [...asked].reduce((sum, term) => sum + weight(term), 0);
      const [best] = ofTopic
        .map(({ entry, matched, terms }) => {
          const share =
            [...asked].reduce(
              (sum, term) =>
                sum + weight(term) * Math.max(matched.get(term) ?? 0, NEARBY * (anywhere.get(term) ?? 0)),
              0,
            ) / all;
          const ofKnown = entry.isQuestion ? weigh(terms) / weigh(entry.terms) : 0.5;
          return { share, score: share * (1 - ASKED_SHARE + ASKED_SHARE * ofKnown) };
        })
        .toSorted((a, b) => b.score - a.score);
      return best ? [{ topic, anchored, ...best }] : [];
    })
    .toSorted((a, b) => b.score - a.score);
}

/** The topic that a question is about; undefined when none fits well enough. */
export function findTopic(question: string): Topic | undefined {
  const priced = priceTopic(question);
  if (priced) return priced;
  const [best, next] = rankTopics(question);
  // What a topic was written for is its own; any other word of trade is explained as the page of terms does.
  if (best && best.score >= WRITTEN_FOR) return narrowed(best.topic, question);
  const known = best && fits(best) && isSure(best, next) ? best : undefined;
  const term = termTopic(question, known === undefined);
  if (term) return term;
  if (known) return narrowed(known.topic, question);
  return ownByName(question, best?.share ?? 0) ?? courtesyOf(question);
}

const CHOICES = 3;

/** Topics that know what a question names, which fits none well enough, the likeliest first; none where fewer than two do. */
export function nearTopics(question: string): Topic[] {
  const near = rankTopics(question).filter(({ topic, anchored }) => topic.courtesy === undefined && anchored);
  const topics = new Map(
    near.map(({ topic }) => narrowed(topic, question)).map((topic) => [topic.id, topic]),
  );
  return topics.size < 2 ? [] : [...topics.values()].slice(0, CHOICES);
}

/** So many words are a greeting or thanks, whatever stands beside: „Hallo Peter“, „Merci vielmals“. */
const COURTESY_WORDS = 3;

function courtesyOf(question: string): Topic | undefined {
  const said = [...termsOf(question)].find((term) => COURTESY.has(term));
  if (said === undefined || wordsOf(question).length > COURTESY_WORDS) return undefined;
  const entry = known.find(({ topic, terms }) => terms.has(said) && topics.get(topic)?.courtesy);
  return entry && topics.get(entry.topic);
}

function fits({ share, score, anchored }: Found): boolean {
  if (anchored) return share >= LOWEST_SHARE;
  return share >= LOWEST_WITHOUT_ANCHOR.share && score >= LOWEST_WITHOUT_ANCHOR.score;
}

/** Hardly a word of the question is missing. */
const WRITTEN_FOR = 0.95;
/** Of questions that nobody had tuned for, answers that fit less and have another topic near were wrong half of the time. */
const SURE = { score: 0.8, likely: 0.7, ahead: 0.03, farAhead: 0.14 };

/** Else what may be meant is named instead of one of it being answered. */
function isSure(best: Found, next: Found | undefined): boolean {
  const ahead = best.score - (next?.score ?? 0);
  if (best.topic.courtesy || best.score >= SURE.score || ahead >= SURE.farAhead) return true;
  return best.score >= SURE.likely && ahead >= SURE.ahead;
}

const OWN_FORM =
  /\bmy\b|\bmei(n(e[mnrs]?)?|m)?\b|\b(hab|habe|hatte|bin|war) (ich|i)\b|\b(ich|i) (\p{L}+ ){0,2}(hab|habe|hatte|bin)\b|\bbei mir\b/u;
const OWN_BOT = /\b(?:mei(?:n(?:e[mnrs]?)?|m)?|my) (?:\p{L}+ )?(smart|turbo|news) ?bots?\b/u;
/** What is asked about one's own by naming it, and which topic says how it stands. */
const OWN_BY_NAME: readonly [named: RegExp, topic: string][] = [
  [/\bmeine? (\p{L}+ )?(einzahlung|einzalung)/u, 'deposit-status'],
  [/\bmeine? (\p{L}+ )?(auszahlung|auszalung)/u, 'withdrawal-status'],
  [/\bmeine? (\p{L}+ )?(bots?|anlagen?)\b/u, 'own-bots'],
  [/\bmein (\p{L}+ )?(guthaben|kontostand|saldo|wallet)\b/u, 'own-balance'],
];
/** Topics that one's own bot of a kind says more about. */
const SAID_BY_OWN_BOT = /^(returns|about|own-bots|own-results|own-losses|losses|bot-idle)/;

const NAMES_BOT = /\b(smart|turbo|news) ?bots?\b/u;
const NAMED_BOTS = /\b(smart|turbo|news) ?bots?\b/gu;
/** Topics about all bots, and how those about a single one begin. */
const OF_ONE_BOT: Readonly<Record<string, string>> = {
  returns: 'returns',
  losses: 'about',
  'bot-minimum': 'about',
  'next-decision': 'next',
  'bot-idle': 'idle',
};

/** The same about one's own, or about the one bot that is named. */
function narrowed(topic: Topic, question: string): Topic {
  const line = lineOf(question);
  const bot = OWN_BOT.exec(line)?.[1];
  if (bot !== undefined && SAID_BY_OWN_BOT.test(topic.id)) return topicById(`own-${bot}bot`);
  const named = new Set([...line.matchAll(NAMED_BOTS)].map(([, name]) => name));
  const begins = OF_ONE_BOT[topic.id];
  if (named.size === 1 && begins !== undefined) return topicById(`${begins}-${[...named][0]}bot`);
  return topic.own !== undefined && OWN_FORM.test(line) ? topicById(topic.own) : topic;
}

/** Of these, some words have to be known all the same. */
const LOWEST_SHARE_OF_OWN = 0.3;

function ownByName(question: string, share: number): Topic | undefined {
  const line = lineOf(question);
  if (share < LOWEST_SHARE_OF_OWN) return undefined;
  const bot = OWN_BOT.exec(line)?.[1];
  const id = bot === undefined ? OWN_BY_NAME.find(([named]) => named.test(line))?.[1] : `own-${bot}bot`;
  return id === undefined ? undefined : topicById(id);
}

export function topicById(id: string): Topic {
  const topic = topics.get(id);
  if (!topic) throw new RangeError(`no topic ${id}`);
  return topic;
}

/** Whether the words of a message are mostly ones that some topic knows. */
export function isMostlyKnown(message: string): boolean {
  const terms = [...termsOf(message)];
  return terms.filter((term) => topicsWith.has(term)).length * 2 >= terms.length;
}
