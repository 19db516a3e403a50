import type { OwnBot } from '@botdepot/contract';
import type { Database } from '../../../platform/database.ts';
import type { Answer, Assistant, Question } from './assistant.ts';
import { atTheTeam, calmly, HEARD } from './calm-answers.ts';
import { CRISIS } from './crisis.ts';
import { type CustomerFacts, type ListPrices, readCustomerFacts, type Said } from './customer-facts.ts';
import { saysNo } from './human-keywords.ts';
import { GOES_ON, NO_ADVICE, NO_ANSWER, OFFER, whichOfThese } from './knowledge.ts';
import { understandOwn } from './own-things.ts';
import { namesPeriod, SINCE_START } from './periods.ts';
import type { Topic } from './topic.ts';
import type { Understood } from './understand.ts';
import { wordsOf } from './words.ts';

/** Answers from the knowledge base and from the customer's own facts, at the prices of `listPrices`. */
export function createKnowledgeAssistant(deps: { database: Database; listPrices: ListPrices }): Assistant {
  return {
    async answer(question) {
      const { messages, hasOffered, placeInLine = null } = question;
      if (hasOffered && messages.every(saysNo)) return { answered: true, message: GOES_ON };
      const heard = understandAll(messages);
      if (heard.ids.includes('crisis'))
        return {
          answered: true,
          message: [CRISIS, ...(placeInLine === null ? [] : [atTheTeam(placeInLine)])].join('\n\n'),
        };
      if (heard.ids.includes('advice')) return { answered: true, message: NO_ADVICE };
      const facts = await readCustomerFacts(deps.database.db, deps.listPrices, question);
      // What a name means is known once it is known whose bot has it.
      const understood = facts.ownBots.length > 0 ? understandAll(messages, facts.ownBots) : heard;
      const { feeling, topics, ids, maybe } = understood;
      if (topics.length === 0 && !feeling)
        return askForHuman(question, ids.includes('human') ? [] : [unsure(maybe) ?? NO_ANSWER]);
      // What is open is said by itself to somebody who is upset.
      const asked = feeling ? topics.filter(({ id }) => !id.endsWith('-status')) : topics;
      const said = asked.map((topic) => withWhyNot(topic, facts, question));
      const offers = topics.some(({ offersHuman }) => offersHuman);
      if (!feeling && offers) return { ...joined(said), ...askForHuman(question, [joined(said).message]) };
      if (!feeling) return { answered: true, ...joined(said) };
      // Who names a request hears how that one stands, and not of all that are open.
      const first = ids.includes('numbered')
        ? { message: HEARD[feeling] }
        : calmly(feeling)(facts, question.now);
      const calm = joined([first, ...said]);
      return { ...calm, ...askForHuman(question, [calm.message]) };
    },
  };
}

const unsure = (maybe: readonly Topic[] | undefined): string | undefined =>
  maybe && whichOfThese(maybe.map(({ questions: [asked = ''] }) => asked));

/** Ends with the offer of a human, or with where the line stands that the customer is already in. */
function askForHuman({ placeInLine = null }: Question, before: string[]): Answer {
  const last = placeInLine === null ? OFFER : atTheTeam(placeInLine);
  return {
    answered: placeInLine !== null,
    message: [...before, last].join(before[0] === NO_ANSWER ? ' ' : '\n\n'),
  };
}

/** „Warum kann ich nicht alles auszahlen?“, „der Knopf geht nicht“ */
function asksWhyNot(message: string): boolean {
  const line = wordsOf(message).join(' ');
  return (
    /\b(?:warum|wieso|weshalb|woran|why|geht|klappt|funktioniert|kann|lasst|cannot)\b/.test(line) &&
    /\b(?:nicht|net|ned|nix|nur|bloss|kein\w*|weniger|not|cannot|only)\b/.test(line)
  );
}

function withWhyNot(topic: Topic, facts: CustomerFacts, question: Question): Said {
  const said = answerOf(topic, facts, question);
  const asking = question.messages.findLast(asksWhyNot);
  const first = asking === undefined ? undefined : topic.whyNot?.(facts, asking);
  return first === undefined ? said : { ...said, message: `${first}\n\n${said.message}` };
}

function answerOf(
  { answer, whilePending, sinceStart }: Topic,
  facts: CustomerFacts,
  question: Question,
): Said {
  const said = whilePending && facts[whilePending.requests].length > 0 ? whilePending.answer : answer;
  if (typeof said === 'string') return { message: said };
  const personal = said(facts, question.now);
  // Without figures there is nothing that could be taken for those of a period.
  return sinceStart && personal.facts && question.messages.some(namesPeriod)
    ? { ...personal, message: `${SINCE_START}\n\n${personal.message}` }
    : personal;
}

function joined(said: readonly Said[]): Omit<Answer, 'answered'> {
  const sheets = said.filter(({ facts = [] }) => facts.length > 0);
  const facts = sheets.flatMap(({ facts: own = [], about }) =>
    about !== undefined && sheets.length > 1
      ? own.map(({ label, value }) => ({ label: `${about}: ${label}`, value }))
      : own,
  );
  return {
    message: said.map(({ message }) => message).join('\n\n'),
    ...(facts.length === 0 ? {} : { facts }),
  };
}

/** Of several messages: who speaks of suicide or is upset anywhere is; else the last one with a topic counts, courtesy only where nothing else was said. */
function understandAll(messages: readonly string[], ownBots: readonly OwnBot[] = []): Understood {
  const each = messages.map((message) => understandOwn(message, ownBots)).toReversed();
  const isCourtesy = ({ topics }: Understood) => topics.every(({ courtesy }) => courtesy);
  return (
    each.find(({ ids }) => ids.includes('crisis')) ??
    each.find(({ feeling }) => feeling) ??
    each.find(({ ids }) => ids.includes('advice')) ??
    each.find((one) => one.topics.length > 0 && !isCourtesy(one)) ??
    each.find(({ topics }) => topics.length > 0) ??
    each.find(({ ids }) => ids.includes('human')) ??
    understandOwn(messages.join('\n'), ownBots)
  );
}
