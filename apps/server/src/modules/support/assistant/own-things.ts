/** What of their own a customer names: it is understood as what it is, and answered by itself. */
import type { OwnBot } from '@botdepot/contract';
import { type NamedBots, namedBots } from './named-bots.ts';
import { numberedTopic } from './numbered-answers.ts';
import { builtNamed } from './own-bot-answers.ts';
import { inWords, numbersIn } from './own-numbers.ts';
import type { Topic } from './topic.ts';
import { type Understood, understand } from './understand.ts';
import { wordsOf } from './words.ts';

/** What is said already by how a thing that has a number stands. */
const TOLD = new Set([
  'deposit-status',
  'deposit-time',
  'deposit-how',
  'withdrawal-status',
  'withdrawal-time',
  'withdrawal-how',
  'rejected',
  'own-bots',
  'own-losses',
  'own-results',
  'statement',
  'manual-return',
  'term-booking',
]);

/** How something is done with it, which is told only to whoever asks how: „Wann wurde B-3002 beendet?“ does not. */
const HOW_TO = new Set(['bot-stop', 'cancel-request']);
const ASKS_HOW =
  /\bwie (?!wurde|war|ist|hat)\p{L}+ (?:ich|man|wir)\b|\b(?:kann|konnen|konnte|darf|mochte|will|soll|muss|lasst|geht|endet)\b|\b(?:beend|stopp|stornier|verkauf|auflos|abschalt|ausschalt|abbrech|losch|kundig|zuruckzieh|zurucknehm)(?:e|en)?\b/u;

/** Such a bot does nothing any more. */
const ENDED = /\b(?:beendet|gestoppt|endete)\b/;

/** What is said of a bot that is named by how it stands, and what else is asked of bots. */
const OF_BOT = new Set([
  'built-money',
  'built-results',
  'built-start',
  'own-bots',
  'own-losses',
  'own-results',
  'bot-idle',
  'next-decision',
]);
const ABOUT_BOTS = new Set([...OF_BOT, 'built-costs', 'built-delete', 'bot-stop', 'certificate']);

/** What no number and no name changes anything about. */
const BEFORE_ALL = new Set(['crisis', 'human', 'advice']);

/** A message as `understand` does, with what has a number or a name of their own in it told by itself. */
export function understandOwn(message: string, ownBots: readonly OwnBot[] = []): Understood {
  const numbers = numbersIn(message);
  const text = inWords(message);
  const plain = understand(text);
  if (goesFirst(plain)) return plain;
  const understood = aboutBots(plain, namedBots(text, ownBots), message) ?? plain;
  if (numbers.length === 0) return understood;
  const words = wordsOf(message).join(' ');
  const isTold = (id: string): boolean =>
    TOLD.has(id) || (id === 'bot-idle' && ENDED.test(words)) || (HOW_TO.has(id) && !ASKS_HOW.test(words));
  const beside = understood.topics.filter(({ id, courtesy }) => !courtesy && !isTold(id));
  return withTopics(understood, [numberedTopic(message), ...beside]);
}

const goesFirst = ({ ids }: Understood): boolean => ids.some((id) => BEFORE_ALL.has(id));

/** Undefined where no bot is named, or nothing is asked that it has. @param plain the message as it is: a name hides no feeling. */
function aboutBots(plain: Understood, named: NamedBots | undefined, message: string): Understood | undefined {
  if (!named) return undefined;
  const { topics, maybe = [], ...understood } = understand(named.text);
  if (goesFirst({ topics, ...understood })) return undefined;
  const told: Topic = {
    id: 'own-bot',
    sinceStart: true,
    questions: [message],
    answer: builtNamed(named.bots),
  };
  const felt = plain.feeling ? plain : understood;
  if (topics.some(({ id }) => ABOUT_BOTS.has(id)))
    return withTopics(felt, [...new Set(topics.map((topic) => (OF_BOT.has(topic.id) ? told : topic)))]);
  return OF_BOT.has(maybe[0]?.id ?? '') ? withTopics(felt, [told]) : undefined;
}

const withTopics = ({ feeling }: Pick<Understood, 'feeling'>, topics: Topic[]): Understood => ({
  ids: [...(feeling ? ['upset'] : []), ...topics.map(({ id }) => id)],
  ...(feeling && { feeling }),
  topics,
});
