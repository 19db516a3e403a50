import { SUPPORT_LIMITS, type SupportMessage } from '@botdepot/contract';
import type { Tx } from '../../platform/database.ts';
import { berlinTime } from './assistant/german-figures.ts';
import { readThread } from './support.store.ts';

/** Every message of a chat, in order; with `userId` only if it is theirs. Throws SUPPORT_CHAT_NOT_FOUND. */
export async function readAllMessages(tx: Tx, id: string, userId?: string): Promise<SupportMessage[]> {
  const all: SupportMessage[] = [];
  let part: SupportMessage[];
  do {
    ({ messages: part } = await readThread(tx, id, { after: all.at(-1)?.seq ?? 0 }, userId));
    all.push(...part);
  } while (part.length === SUPPORT_LIMITS.messagesAtOnce);
  return all;
}

/** `24.07.2025, 11:05 Uhr, Assistent: …` */
export function transcriptLine(
  { senderType, createdAt, message, facts }: SupportMessage,
  senders: Record<SupportMessage['senderType'], string>,
): string {
  const sheet = facts.map(({ label, value }) => `${label}: ${value}`).join(', ');
  return `${berlinTime(createdAt)}, ${senders[senderType]}: ${message}${sheet && ` (${sheet})`}`;
}
