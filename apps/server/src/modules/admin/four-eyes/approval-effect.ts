import type { ApprovalKind, ThresholdOf } from '@botdepot/contract';

/** What a request does, as it is kept with it: ids and amounts on the wire, no names. */
export type EffectLine = {
  subjectId: string;
  reference: string | null;
  userId: string;
  before: string;
  after: string;
};

export type Effect = {
  /** What decides whether a second admin is needed; null for a change of the threshold. */
  amountUsd: string | null;
  lines: EffectLine[];
  threshold: { of: ThresholdOf; before: string | null; after: string | null } | null;
};

/** As the operation would have answered. */
export type StoredFailure = { code: string; data: unknown };

/** An effect that was tried out and taken back. The number that its correction had belongs to the next one. */
export const notBooked = (kind: ApprovalKind, effect: Effect): Effect =>
  kind === 'correction'
    ? { ...effect, lines: effect.lines.map((line) => ({ ...line, reference: null })) }
    : effect;
