import type { ChatStatus, DeskChat, SupportChat, SupportMessage } from '@botdepot/contract';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, errorCode, queries } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';
import { DESK_TOASTS } from './desk-texts.ts';
import { mergeBySeq } from './merge-by-seq.ts';

export interface DeskThread {
  chat: DeskChat;
  messages: SupportMessage[];
}

export function useDeskChats(input: { status: ChatStatus; page: number }) {
  return useQuery(queries.supportDesk.listChats.queryOptions({ input, placeholderData: keepPreviousData }));
}

/** How many chats wait for a human; shares its answer with the first page of the desk. */
export function useEscalatedCount(): number | undefined {
  return useDeskChats({ status: 'escalated', page: 1 }).data?.counts.escalated;
}

const threadKey = (id: string) => queries.supportDesk.getMessages.queryKey({ input: { id } });

/** The latest messages, together with the earlier ones that are known. */
export const deskThreadQuery = (client: QueryClient, id: string) =>
  queryOptions({
    queryKey: threadKey(id),
    queryFn: async (): Promise<DeskThread> => {
      const { chat, messages } = await api.supportDesk.getMessages({ id });
      const known = client.getQueryData<DeskThread>(threadKey(id));
      return { chat, messages: mergeBySeq(known?.messages ?? [], messages) };
    },
  });

/** Puts what a command answered where it is shown, without waiting for the hint. */
function takeAnswer(client: QueryClient, chat: SupportChat, messages: SupportMessage[] = []): void {
  client.setQueryData(
    threadKey(chat.id),
    (known: DeskThread | undefined) =>
      known && {
        chat: { ...known.chat, ...chat },
        messages: mergeBySeq(known.messages, messages),
      },
  );
}

export async function loadEarlierOfDesk(client: QueryClient, { chat, messages }: DeskThread): Promise<void> {
  const [first] = messages;
  if (!first) return;
  const earlier = await api.supportDesk.getMessages({ id: chat.id, before: first.seq });
  takeAnswer(client, earlier.chat, earlier.messages);
}

function useDeskFailure(text: string) {
  return (error: unknown) => {
    // Without a session the login follows and says why.
    if (errorCode(error) !== 'UNAUTHENTICATED') toast.error(DESK_TOASTS.failed, text);
  };
}

/** The same client id makes a second try of one message harmless. */
export function useReply() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { id: string; clientId: string; message: string }) => api.supportDesk.reply(input),
    onSuccess: ({ chat, message }) => {
      takeAnswer(client, chat, [message]);
      toast.success(DESK_TOASTS.sent);
    },
    onError: useDeskFailure(DESK_TOASTS.notSent),
    onSettled: () => client.invalidateQueries({ queryKey: queries.supportDesk.key() }),
  });
}

export function useSetStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { id: string; status: ChatStatus }) => api.supportDesk.setStatus(input),
    onSuccess: (chat) => {
      takeAnswer(client, chat);
      toast.success(DESK_TOASTS.statusSet);
    },
    onError: useDeskFailure(DESK_TOASTS.statusNotSet),
    onSettled: () => client.invalidateQueries({ queryKey: queries.supportDesk.key() }),
  });
}

export async function markDeskRead(client: QueryClient, id: string, seq: number): Promise<void> {
  takeAnswer(client, await api.supportDesk.markRead({ id, seq }));
  await client.invalidateQueries({ queryKey: queries.supportDesk.listChats.key() });
}
