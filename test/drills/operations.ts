import type { Person } from './person.ts';

export const OPERATION_KINDS = [
  'deposit.request',
  'deposit.cancel',
  'deposit.approve',
  'deposit.reject',
  'withdrawal.request',
  'withdrawal.cancel',
  'withdrawal.approve',
  'withdrawal.reject',
  'bot.start',
  'bot.stop',
  'wallet.correct',
  'bot.return',
  'own_bot.start',
  'own_bot.stop',
] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** One money command as it is sent, with its key; sent again it is the very same. */
export type Operation = {
  readonly key: string;
  readonly kind: OperationKind;
  readonly as: Person;
  readonly path: string;
  readonly body: Record<string, string | number>;
  /** Whose money it moves. */
  readonly customer: Person;
  /** The request, investment or own bot it decides on; null for those that make one. */
  readonly targetId: string | null;
};

/** The body as text: equal answers are equal to the letter. */
export type Answer = { status: number; body: string };

/**
 * `acknowledged`: done, or refused by a rule, and that for good. `unknown`: nobody can say. `refused`: neither is stored nor
 * should have happened in a drill (not signed in, too many requests, a bad body).
 */
export type Standing = 'acknowledged' | 'unknown' | 'refused';

/** What a client may conclude from an answer; null is none at all: a broken connection or a timeout. */
export function standingOf(answer: Answer | null): Standing {
  if (answer === null || answer.status >= 500) return 'unknown';
  if (answer.status < 300 || [404, 409, 422].includes(answer.status)) return 'acknowledged';
  return 'refused';
}

export const isDone = (answer: Answer | null | undefined): boolean =>
  answer !== null && answer !== undefined && answer.status >= 200 && answer.status < 300;
