/** Trains the models of topics and of feelings from what is written down: the same bytes each time. */
import { readFileSync } from 'node:fs';
import { addTo, BUCKETS, bucketsOf, type Model, TELLING_STEP, vectorOf, writeModel } from './classifier.ts';
import { TOPICS } from './knowledge.ts';
import { ofAllBots } from './one-bot.ts';

type Example = { label: string; text: string };

/** Random numbers from 0 to 1, the same in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
type Numbers = ReturnType<typeof numbersFrom>;
const SEED = 7;
/** Of its own for each line, so that a new line does not draw other sentences from all the others. */
const seedOf = (line: string): number =>
  [...line].reduce((seed, letter) => (Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)) & 0x7fffffff, SEED);

const CHOICE = /\(([^()]*)\)/g;
/** Of a line with choices, this many sentences at most. */
const MOST_OF_A_LINE = 16;

/** How many sentences a line stands for: „Wo (ist|bleibt) (mein|das) Geld“ for four. */
const countOf = (line: string): number =>
  [...line.matchAll(CHOICE)].reduce((count, [, choices = '']) => count * choices.split('|').length, 1);

const oneOf = <T>(list: readonly T[], next: Numbers): T => list[Math.floor(next() * list.length)] as T;

const sentenceOf = (line: string, next: Numbers): string =>
  line
    .replace(CHOICE, (_, choices: string) => oneOf(choices.split('|'), next))
    .replace(/ +/g, ' ')
    .trim();

/** Some of the sentences that a line stands for. */
export function sentencesOf(line: string): string[] {
  const next = numbersFrom(seedOf(line));
  const count = Math.min(countOf(line), MOST_OF_A_LINE);
  return count === 1
    ? [line, line]
    : [...new Set(Array.from({ length: count }, () => sentenceOf(line, next)))];
}

export const readLines = (file: 'phrasings.tsv' | 'messages.tsv' | 'feelings.tsv'): Example[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([label = '', text = '']) => ({ label, text }));

/** Said around a question, which is about none of it. */
const BEFORE =
  'Hallo,|Guten Tag,|Hi,|Moin,|Servus,|Guten Abend,|Kurze Frage:|Entschuldigung,|Sorry,|Liebes Team,|Ich bin neu hier,|mal ne Frage,|Sagen Sie mal,|sag mal,|Bitte sagen Sie mir,|Ich wollte fragen,|Können Sie mir sagen,|weißt du,|und|also|Ich wüsste gern,|Ich verstehe das nicht:|ey|so,|puh,|jetzt mal ehrlich,'.split(
    '|',
  );
const AFTER =
  'danke|bitte|vielen Dank|mfg|lg|Danke im Voraus|bitte um Antwort|bitte helfen|??|ich finde es nicht|ich kenne mich nicht aus|bin etwas verwirrt|danke schon mal|bitte um Auskunft|oder|gell|ne|weil ich finde nichts dazu|Hilfe|das verstehe ich nicht'.split(
    '|',
  );
const COURTESY = new Set(TOPICS.flatMap(({ id, courtesy }) => (courtesy ? [id] : [])));

/**
 * Each topic by the questions and phrasings that lead to it and by messages as people write them, some of them with what is said around a
 * question. Messages teach nothing of feelings: some are annoyed.
 */
function topicExamples(): Example[] {
  const asked = [
    ...TOPICS.flatMap(({ id, questions }) => questions.map((text) => ({ label: id, text }))),
    ...readLines('phrasings.tsv'),
    ...readLines('messages.tsv'),
  ]
    .flatMap(({ label, text }) => sentencesOf(text).map((sentence) => ({ label, text: sentence })))
    .flatMap((one) => {
      const next = numbersFrom(seedOf(one.text));
      return COURTESY.has(one.label) || next() > 0.3 ? [one] : [one, around(one, next)];
    });
  return asked.map(({ label, text }) => ({ label: ofAllBots(label), text }));
}

const around = ({ label, text }: Example, next: Numbers): Example => ({
  label,
  text: `${next() < 0.6 ? oneOf(BEFORE, next) : ''} ${text} ${next() < 0.5 ? oneOf(AFTER, next) : ''}`,
});

/** The label of a message that no feeling is heard in. */
const CALM = 'calm';
const CALM_OF_A_LINE = 5;

/** Each feeling by itself and beside a question, and questions without one, by themselves and two at once. */
function feelingExamples(): Example[] {
  const lines = readLines('feelings.tsv').flatMap(({ label, text }) =>
    sentencesOf(text).map((sentence) => ({ label, text: sentence })),
  );
  const felt = lines.filter(({ label }) => label !== CALM);
  const calm = [
    ...lines.filter(({ label }) => label === CALM).map(({ text }) => text),
    ...TOPICS.flatMap(({ questions }) => questions),
    ...readLines('phrasings.tsv').flatMap(({ text }) => sentencesOf(text).slice(0, CALM_OF_A_LINE)),
  ];
  const beside = felt.map(({ label, text }) => {
    const next = numbersFrom(seedOf(text));
    return { label, text: next() < 0.5 ? `${text}. ${oneOf(calm, next)}` : `${oneOf(calm, next)} ${text}` };
  });
  const twice = calm.map((text) => {
    const next = numbersFrom(seedOf(text));
    return next() < 0.5 ? text : `${text}. ${oneOf(calm, next)}`;
  });
  return [...felt, ...beside, ...twice.map((text) => ({ label: CALM, text }))];
}

/** How often all examples are gone through, how far the first step goes, and by how much later ones are shorter. */
const ROUNDS = 8;
const FIRST_STEP = 4;
const SHORTENING = 0.1;
const BIAS_STEP = 0.05;
/** What is this little wrong is left as it is, which halves the time. */
const MISSED_LITTLE = 0.001;
const HIGHEST_WEIGHT = 127;

/** In an order of its own for each round, in which a new example moves no other one. */
function shuffled<T extends { text: string }>(list: readonly T[], round: number): T[] {
  return list
    .map((one) => ({ one, at: numbersFrom(seedOf(`${round} ${one.text}`))() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Logistic regression, one class a label, by stochastic gradient descent. */
function train(examples: readonly Example[]): Model {
  const labels = [...new Set(examples.map(({ label }) => label))].toSorted();
  const read = examples.map(({ label, text }) => ({
    label: labels.indexOf(label),
    text,
    buckets: bucketsOf(text),
  }));
  const seen = new Float64Array(BUCKETS);
  for (const { buckets } of read) for (const bucket of buckets.keys()) seen[bucket] = (seen[bucket] ?? 0) + 1;
  const telling = Uint8Array.from(seen, (times) =>
    Math.round((Math.log((1 + read.length) / (1 + times)) + 1) / TELLING_STEP),
  );
  const vectors = read.map(({ label, text, buckets }) => ({
    label,
    text,
    vector: vectorOf(buckets, telling),
  }));
  const count = labels.length;
  const weights = new Float32Array(BUCKETS * count);
  const bias = new Float64Array(count);
  const scores = new Float64Array(count);
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = FIRST_STEP / (1 + SHORTENING * round);
    for (const { label, vector } of shuffled(vectors, round)) {
      scores.set(bias);
      addTo(scores, vector, weights);
      const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
      for (let at = 0; at < count; at += 1) scores[at] = Math.exp((scores[at] ?? 0) - highest);
      const all = scores.reduce((sum, odds) => sum + odds, 0);
      for (let at = 0; at < count; at += 1) {
        const missed = (at === label ? 1 : 0) - (scores[at] ?? 0) / all;
        if (Math.abs(missed) < MISSED_LITTLE) continue;
        bias[at] = (bias[at] ?? 0) + BIAS_STEP * step * missed;
        for (let of = 0; of < vector.buckets.length; of += 1) {
          const weight = (vector.buckets[of] ?? 0) * count + at;
          weights[weight] = (weights[weight] ?? 0) + step * missed * (vector.values[of] ?? 0);
        }
      }
    }
  }
  const highest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const step = highest / HIGHEST_WEIGHT;
  return {
    labels,
    bias: [...bias],
    step,
    telling,
    weights: Int8Array.from(weights, (weight) => Math.round(weight / step)),
  };
}

/** The models as they are committed, by the name of their file. */
export function trainAll(): Record<'topics.model' | 'feelings.model', Buffer> {
  return {
    'topics.model': writeModel(train(topicExamples())),
    'feelings.model': writeModel(train(feelingExamples())),
  };
}
