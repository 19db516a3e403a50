import type { ProtocolEntry } from '@botdepot/contract';

/** A line of a bot's protocol before it gets its place. Times are ms UTC. */
export type ProtocolDraft = {
  readonly at: number;
  readonly kind: ProtocolEntry['kind'];
  readonly symbol: string | null;
  readonly title: string;
  readonly text: string;
  readonly until: number | null;
  /** The figures behind the sentence. */
  readonly data: unknown;
};
