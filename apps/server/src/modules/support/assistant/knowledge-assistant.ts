import type { Database } from '../../../platform/database.ts';
import type { Assistant } from './assistant.ts';
import { wantsAdvice } from './human-keywords.ts';
import { NO_ADVICE, NOT_UNDERSTOOD } from './knowledge.ts';
import { type ListPrices, readCustomerFacts } from './personal-answers.ts';
import { findTopic } from './search-topics.ts';
import type { Topic } from './topic.ts';

/** Answers from the knowledge base and from the customer's own facts, at the prices of `listPrices`. */
export function createKnowledgeAssistant(deps: { database: Database; listPrices: ListPrices }): Assistant {
  return {
    async answer({ userId, messages, now }) {
      if (messages.some(wantsAdvice)) return { answered: true, message: NO_ADVICE };
      const topic = topicOf(messages);
      if (!topic) return { answered: false, message: NOT_UNDERSTOOD };
      const { answer, whilePending } = topic;
      if (typeof answer === 'string' && !whilePending) return { answered: true, message: answer };
      const facts = await readCustomerFacts(deps.database.db, deps.listPrices, userId, now);
      const said = whilePending && facts[whilePending.requests].length > 0 ? whilePending.answer : answer;
      return { answered: true, ...(typeof said === 'string' ? { message: said } : said(facts, now)) };
    },
  };
}

/** The last message with a topic counts; „Hallo“ and „Danke“ only where nothing else was said. */
function topicOf(messages: readonly string[]): Topic | undefined {
  const found = messages
    .toReversed()
    .map(findTopic)
    .filter((topic) => topic !== undefined);
  return found.find(({ courtesy }) => !courtesy) ?? found[0] ?? findTopic(messages.join('\n'));
}
