import { SUPPORT_LIMITS, type SupportMessage, type SupportThread } from '@botdepot/contract';
import { mergeMessages } from '../../entities/chat/merge-messages.ts';

/** Up to which number nothing is missing; what came live after a gap does not count. */
export function knownUpTo(messages: readonly SupportMessage[]): number | undefined {
  const gap = messages.findIndex(
    (message, index) => index > 0 && message.seq !== (messages[index - 1]?.seq ?? 0) + 1,
  );
  return messages[gap === -1 ? messages.length - 1 : gap - 1]?.seq;
}

type LoadPart = (after: number | undefined) => Promise<SupportThread>;

/** Brings a thread up to date: everything after what is known, however much that is. */
export async function continueThread(
  known: SupportThread | undefined,
  load: LoadPart,
): Promise<SupportThread> {
  let messages = known?.messages ?? [];
  let part: SupportThread;
  let after: number | undefined;
  do {
    after = knownUpTo(messages);
    part = await load(after);
    messages = mergeMessages(messages, part.messages);
  } while (after !== undefined && part.messages.length === SUPPORT_LIMITS.messagesAtOnce);
  return { chat: part.chat, messages };
}

export type ThreadEntry =
  | { kind: 'message'; key: string; message: SupportMessage }
  | { kind: 'event'; key: string; at: string; text: string };

/** What is shown between the messages: when the team was called, and the end. */
export function threadEntries({ chat, messages }: SupportThread): ThreadEntry[] {
  const entries: ThreadEntry[] = messages.map((message) => ({ kind: 'message', key: message.id, message }));
  if (chat.escalatedAt !== null && messages.length > 0) {
    const at = chat.escalatedAt;
    const following = messages.findIndex(({ createdAt }) => createdAt > at);
    entries.splice(following === -1 ? entries.length : following, 0, {
      kind: 'event',
      key: 'escalated',
      at,
      text: 'an das Team übergeben',
    });
  }
  if (chat.resolvedAt !== null)
    entries.push({ kind: 'event', key: 'resolved', at: chat.resolvedAt, text: 'Chat beendet' });
  return entries;
}
