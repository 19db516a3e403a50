/** What of their own a customer names: it is understood as what it is, and answered by itself. */
import { numberedTopic } from './numbered-answers.ts';
import { inWords, numbersIn } from './own-numbers.ts';
import { type Understood, understand } from './understand.ts';

/** What is said already by how the thing itself stands. */
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

const BEFORE_ALL = new Set(['crisis', 'human', 'advice']);

/** A message as `understand` does, with what has a number in it told by itself and first. */
export function understandOwn(message: string): Understood {
  if (numbersIn(message).length === 0) return understand(message);
  const understood = understand(inWords(message));
  if (understood.ids.some((id) => BEFORE_ALL.has(id))) return understood;
  const { feeling } = understood;
  const beside = understood.topics.filter(({ id, courtesy }) => !courtesy && !TOLD.has(id));
  const topics = [numberedTopic(message), ...beside];
  return {
    ids: [...(feeling ? ['upset'] : []), ...topics.map(({ id }) => id)],
    ...(feeling && { feeling }),
    topics,
  };
}
