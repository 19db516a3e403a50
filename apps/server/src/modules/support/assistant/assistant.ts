import type { MessageFact } from '@botdepot/contract';

export type Question = {
  userId: string;
  /** Everything the customer has written since the last answer, in order. */
  messages: readonly string[];
  now: Date;
};

export type Answer =
  /** `answered: false`: it says so, and a human takes over when that happens again. */
  { answered: boolean; message: string; facts?: MessageFact[] };

/**
 * Who answers before a human does. The one that is built in looks up a knowledge base; a language model could stand in its
 * place. It may take its time: no lock is held meanwhile, and an answer that comes too late is dropped. A throw calls a human.
 */
export type Assistant = { answer(question: Question): Promise<Answer> };
