import MiniSearch, { type SearchResult } from 'minisearch';
import { HELPING_TERMS, MEASURING_TERMS, REMOVING_TERMS, searchWordsOf, termOf } from './german.ts';
import { TOPICS } from './knowledge.ts';
import { priceTopic } from './market-prices.ts';
import type { Topic } from './topic.ts';

/** Of the words that say something, this share has to be known. */
const KNOWN_SHARE = 0.5;
/** Below this score even a full match is chance: one common word of a long entry. */
const LOWEST_SCORE = 3;

const index = new MiniSearch<{ id: string; questions: string; words: string }>({
  fields: ['questions', 'words'],
  tokenize: searchWordsOf,
  processTerm: termOf,
  searchOptions: {
    boost: { questions: 2 },
    // Half a compound finds the whole one, and a slip of the finger finds the word; both count for less.
    prefix: (term) => term.length >= 5,
    fuzzy: (term) => (term.length >= 6 ? 0.2 : false),
    weights: { prefix: 0.5, fuzzy: 0.4 },
  },
});
const topics = new Map(TOPICS.map((topic) => [topic.id, topic]));
index.addAll(TOPICS.map(({ id, questions, words = '' }) => ({ id, questions: questions.join('\n'), words })));

/** They do not name the thing: „Hallo, wie hoch ist der Mindestbetrag für eine Auszahlung?“ asks about its last word. */
const BESIDES = new Set([
  ...REMOVING_TERMS,
  ...MEASURING_TERMS,
  ...TOPICS.filter(({ courtesy }) => courtesy)
    .flatMap(({ questions, words = '' }) => searchWordsOf([...questions, words].join(' ')))
    .map(termOf),
]);

/** The topic that a question is about; undefined when none fits well enough. */
export function findTopic(question: string): Topic | undefined {
  return priceTopic(question) ?? search(question);
}

function search(question: string): Topic | undefined {
  const terms = new Set(
    searchWordsOf(question)
      .map(termOf)
      .filter((term) => term !== null)
      .filter((term) => !HELPING_TERMS.has(term)),
  );
  const best = bestOf(index.search(question), terms);
  if (!best || best.score < LOWEST_SCORE) return undefined;
  const known = new Set(best.queryTerms.filter((term) => !HELPING_TERMS.has(term))).size;
  return known / terms.size >= KNOWN_SHARE ? topics.get(best.id) : undefined;
}

/** The first that knows the thing that is asked about, where one does. */
function bestOf(results: SearchResult[], terms: ReadonlySet<string>): SearchResult | undefined {
  const things = new Set([...terms].filter((term) => !BESIDES.has(term)));
  const knowing = results.find(({ queryTerms }) => queryTerms.some((term) => things.has(term)));
  // Anyone who wants to delete something is never told how to delete something else.
  if (things.size > 0 && [...terms].some((term) => REMOVING_TERMS.has(term))) return knowing;
  return knowing ?? results[0];
}
