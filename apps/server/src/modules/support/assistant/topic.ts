import type { CustomerFacts, PersonalAnswer } from './customer-facts.ts';

export type Topic = {
  id: string;
  /** How people ask for it; the first is the question itself. */
  questions: readonly string[];
  answer: string | PersonalAnswer;
  /** Where a request of this kind is pending, its state is the answer. */
  whilePending?: { requests: 'deposits' | 'withdrawals'; answer: PersonalAnswer };
  /** What stands in the way, said first to whoever asks why something does not work. */
  whyNot?: (facts: CustomerFacts, question: string) => string | undefined;
  /** It tells results since the start, also to whoever asks for a period. */
  sinceStart?: true;
  /** Serious enough to ask if a human should come. */
  offersHuman?: true;
  /** Said out of politeness, beside a question or instead of one. */
  courtesy?: true;
};
