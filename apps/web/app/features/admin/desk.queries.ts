import {
  type ChatStatus,
  type DeskChat,
  LIMITS,
  type SupportChat,
  type SupportMessage,
} from '@botdepot/contract';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, errorCode, queries } from '../../lib/api.ts';
import { downloadText } from '../../lib/csv.ts';
import { useMay } from '../../lib/profile.ts';
import { toast } from '../../lib/toast.ts';
import { deskDrafts } from './desk-drafts.ts';
import { DESK_TOASTS } from './desk-texts.ts';
import { mergeBySeq } from './merge-by-seq.ts';

export interface DeskThread {
  chat: DeskChat;
  messages: SupportMessage[];
}

/** The list scrolls, so that hardly anybody has to turn its pages. */
const CHATS_PER_PAGE = LIMITS.pageSizeMax;

/** Those who wait longest come first; of what is solved the newest does. */
export function useDeskChats({ status, page }: { status: ChatStatus; page: number }) {
  const order = status === 'resolved' ? 'newest' : 'waiting';
  return useQuery(
    queries.supportDesk.listChats.queryOptions({
      input: { status, page, order, pageSize: CHATS_PER_PAGE },
      placeholderData: keepPreviousData,
    }),
  );
}

/** How many chats are with the team, for the tab that leads to them. */
export function useEscalatedCount(): number | undefined {
  const input = { status: 'escalated', pageSize: 1 } as const;
  const enabled = useMay()('supportDesk.listChats');
  return useQuery(queries.supportDesk.listChats.queryOptions({ input, enabled })).data?.counts.escalated;
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

/** What the team has noted; its own question, so that notes and messages never come in one list. */
export function useNotes(id: string) {
  return useQuery(queries.supportDesk.listNotes.queryOptions({ input: { id } }));
}

export function useDeskContext(id: string) {
  return useQuery(queries.supportDesk.getContext.queryOptions({ input: { id } }));
}

export function useTeam() {
  return useQuery(queries.supportDesk.listTeam.queryOptions({ staleTime: 60_000 })).data?.items ?? [];
}

/** Puts what a command answered where it is shown, without waiting for the hint. */
function takeAnswer(
  client: QueryClient,
  chat: SupportChat | DeskChat,
  messages: SupportMessage[] = [],
): void {
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

/**
 * Everything of the desk is asked again. Nobody waits for that: a command whose answer is on the screen is over, and the next
 * press counts.
 */
function useReloadDesk() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: queries.supportDesk.key() });
  };
}

interface ReplyInput {
  id: string;
  /** The same one makes a second try of one message harmless. */
  clientId: string;
  message: string;
  overAssignee?: string;
}

export function useReply() {
  const client = useQueryClient();
  const tell = useDeskFailure(DESK_TOASTS.notSent);
  return useMutation({
    mutationFn: (input: ReplyInput) => api.supportDesk.reply(input),
    onSuccess: ({ chat, message }, { id, message: sent }) => {
      takeAnswer(client, chat, [message]);
      deskDrafts.markSent(client, id, 'reply', sent);
      toast.success(DESK_TOASTS.sent);
    },
    onError(error) {
      // Without a connection it is said at the field, where the text still stands, and nowhere else.
      if (errorCode(error) !== undefined) tell(error);
    },
    onSettled: useReloadDesk(),
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
    onSettled: useReloadDesk(),
  });
}

/** Takes a chat over, hands it to somebody, or releases it. What went wrong is said where it was pressed. */
export function useSetAssignee() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { id: string; assignee: string | null; expected: string | null }) =>
      api.supportDesk.setAssignee(input),
    onSuccess: (chat) => takeAnswer(client, chat),
    onSettled: useReloadDesk(),
  });
}

export function useCreateNote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { id: string; clientId: string; note: string }) => api.supportDesk.createNote(input),
    onSuccess: (_note, { id, note }) => deskDrafts.markSent(client, id, 'note', note),
    onSettled: useReloadDesk(),
  });
}

export function useDeleteNote() {
  return useMutation({
    mutationFn: (input: { id: string; noteId: string }) => api.supportDesk.deleteNote(input),
    onSettled: useReloadDesk(),
  });
}

/** Hands the chat to the browser's downloads, as text. */
export function useDownloadTranscript() {
  return useMutation({
    mutationFn: (id: string) => api.supportDesk.createTranscript({ id }),
    // With the mark of its encoding, so that editors on Windows read the umlauts.
    onSuccess: ({ fileName, text }) => downloadText(fileName, `\ufeff${text}`, 'text/plain'),
  });
}

export async function markDeskRead(client: QueryClient, id: string, seq: number): Promise<void> {
  takeAnswer(client, await api.supportDesk.markRead({ id, seq }));
  await client.invalidateQueries({ queryKey: queries.supportDesk.listChats.key() });
}
