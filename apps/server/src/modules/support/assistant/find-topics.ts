/** Which topic a question is about, as the trained model has it. */
import { readFileSync } from 'node:fs';
import { classify, type Guess, readModel } from './classifier.ts';
import { TOPICS } from './knowledge.ts';
import { priceTopic } from './market-prices.ts';
import { ofNamedBot } from './one-bot.ts';
import { termTopic } from './term-topics.ts';
import type { Topic } from './topic.ts';

/** Below it the assistant does not answer. */
const LOWEST = 0.6;
/** What a topic is asked for so surely is its own; any other word of trade is explained as the page of terms does. */
const WRITTEN_FOR = 0.99;
/** Two topics that are both asked for: each alone, and together. */
const BOTH = { each: 0.2, together: 0.85 };
/** Topics that may be meant, where none is likely enough: each alone, and together. */
const MAYBE = { each: 0.12, together: 0.4 };
const CHOICES = 3;

const model = readModel(readFileSync(new URL('topics.model', import.meta.url)));
const topics = new Map(TOPICS.map((topic) => [topic.id, topic]));

export function topicById(id: string): Topic {
  const topic = topics.get(id);
  if (!topic) throw new RangeError(`no topic ${id}`);
  return topic;
}

/** The ids of topics, and `advice`, `human` and `unknown`, the likeliest first. */
export const guess = (question: string): Guess[] => classify(model, question);

/** What a question is most likely about; `unknown` where that is less likely than `lowest`. */
export function likeliest(question: string, lowest = LOWEST): string {
  const [best] = guess(question);
  return best && best.probability >= lowest ? best.label : 'unknown';
}

/** The topic that a question is about; undefined when none is as likely as `lowest`. */
export function findTopic(question: string, lowest = LOWEST): Topic | undefined {
  const priced = priceTopic(question);
  if (priced) return priced;
  const [best] = guess(question);
  const likely = best && best.probability >= lowest ? best.label : 'unknown';
  const topic = topics.get(ofNamedBot(likely, question));
  if (topic && best && best.probability >= WRITTEN_FOR) return topic;
  return termTopic(question, topic === undefined) ?? topic;
}

/** Two topics that are both likely and hardly anything else is; none where one stands alone. */
export function twoTopics(question: string): Topic[] {
  const likely = guess(question).filter(({ probability }) => probability >= BOTH.each);
  const together = likely.reduce((sum, { probability }) => sum + probability, 0);
  const found = likely.flatMap(({ label }) => topics.get(ofNamedBot(label, question)) ?? []);
  return found.length === 2 && together >= BOTH.together ? found : [];
}

/** Topics that may be meant where none is likely enough, the likeliest first; none where fewer than two are. */
export function nearTopics(question: string): Topic[] {
  const near = guess(question)
    .filter(({ probability }) => probability >= MAYBE.each)
    .flatMap(({ label, probability }) => {
      const topic = topics.get(ofNamedBot(label, question));
      return topic && !topic.courtesy ? [{ topic, probability }] : [];
    });
  const together = near.reduce((sum, { probability }) => sum + probability, 0);
  return near.length < 2 || together < MAYBE.together ? [] : near.slice(0, CHOICES).map(({ topic }) => topic);
}
