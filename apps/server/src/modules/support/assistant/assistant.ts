import type { MessageFact } from '@botdepot/contract';

export type Question = {
  userId: string;
  /** Everything the customer has written since the last answer, in order. */
  messages: readonly string[];
  now: Date;
  /** Whether its last answer asked if a human should come. */
  hasOffered?: boolean;
  /** The customer's place among those who wait for a human, 1 for the next one; null where no human was called. */
  placeInLine?: number | null;
};

export type Answer =
  /** `answered: false`: it asks if a human should come, and a yes calls one. */
  { answered: boolean; message: string; facts?: MessageFact[] };

/**
 * Who answers before a human does, also while one is waited for. The one that is built in looks up a knowledge base; a language
 * model could stand in its place. It may take its time: no lock is held meanwhile, and an answer that comes too late is
 * dropped. A throw calls a human.
 */
export type Assistant = { answer(question: Question): Promise<Answer> };
