import { isOpenChat, type SupportChat, type SupportMessage, type SupportThread } from '@botdepot/contract';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { mergeMessages } from '../../entities/chat/merge-messages.ts';
import { api, queries } from '../../lib/server/api.ts';
import { continueThread } from './thread.ts';

/** The open chat, else one that ended with something unread; what may be asked; also while the window is closed. */
export const currentChatQuery = queries.support.getSupportChat.queryOptions();

const threadKey = (id: string) => queries.support.listSupportMessages.queryKey({ input: { id } });

/** One chat with its messages; every refetch asks only for what is missing. */
export const threadQuery = (client: QueryClient, id: string) =>
  queryOptions({
    queryKey: threadKey(id),
    queryFn: async (): Promise<SupportThread> => {
      const known = () => client.getQueryData<SupportThread>(threadKey(id));
      const { chat, messages } = await continueThread(known(), (after) =>
        api.support.listSupportMessages(after === undefined ? { id } : { id, after }),
      );
      // What a command answered meanwhile stays.
      return { chat, messages: mergeMessages(messages, known()?.messages ?? []) };
    },
  });

/** Puts what a command answered where it is shown, without waiting for the hint. */
export function takeAnswer(client: QueryClient, chat: SupportChat, messages: SupportMessage[] = []): void {
  client.setQueryData(threadKey(chat.id), (known: SupportThread | undefined) => {
    // Without what stands before them these would look like the whole chat.
    if (!known && messages.some(({ seq }) => seq > 1)) return undefined;
    return { chat, messages: mergeMessages(known?.messages ?? [], messages) };
  });
  client.setQueryData(currentChatQuery.queryKey, (known) => {
    const concerned = isOpenChat(chat.status) || known?.chat?.id === chat.id;
    return known && concerned ? { ...known, chat } : known;
  });
}

/** Messages before those that are known, for who scrolls back. */
export async function loadEarlier(client: QueryClient, { chat, messages }: SupportThread): Promise<void> {
  const [first] = messages;
  if (!first) return;
  const earlier = await api.support.listSupportMessages({ id: chat.id, before: first.seq });
  takeAnswer(client, earlier.chat, earlier.messages);
}

/** What stands in the open window has been read, as long as the tab is the one that is seen. */
export function useMarkRead(thread: SupportThread | undefined): void {
  const client = useQueryClient();
  const marked = useRef('');
  const id = thread?.chat.id;
  const lastSeq = thread?.messages.at(-1)?.seq ?? 0;
  const unread = thread?.chat.unread ?? 0;
  useEffect(() => {
    if (id === undefined || unread === 0) return;
    const mark = () => {
      const seen = `${id}/${lastSeq}`;
      if (document.visibilityState !== 'visible' || marked.current === seen) return;
      marked.current = seen;
      api.support.markSupportRead({ id, seq: lastSeq }).then(
        (chat) => takeAnswer(client, chat),
        (error: unknown) => {
          // The next message marks this one as well.
          console.error(error);
        },
      );
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [client, id, lastSeq, unread]);
}
