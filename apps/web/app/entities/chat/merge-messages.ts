import type { SupportMessage } from '@botdepot/contract';

/** The messages of both, each once, in order. Numbers decide: they have no gap and never change. */
export function mergeMessages(
  known: readonly SupportMessage[],
  more: readonly SupportMessage[],
): SupportMessage[] {
  const bySeq = new Map([...known, ...more].map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
