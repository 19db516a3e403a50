import {
  type DeskChat,
  LIMITS,
  type SupportChat,
  type SupportMessage,
  type TextBlock,
} from '@botdepot/contract';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { downloadText } from '../../../lib/page/save-and-copy.ts';
import { toast } from '../../../lib/page/toast.ts';
import { api, errorCode, queries } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { useMay, useProfile } from '../../../lib/session/profile.ts';
import { SEARCH_MIN_LENGTH } from '../admin-texts.ts';
import { deskDrafts } from './desk-drafts.ts';
import { DESK_TOASTS, type DeskView } from './desk-texts.ts';
import { mergeBySeq } from './desk-timeline.ts';

export interface DeskThread {
  chat: DeskChat;
  messages: SupportMessage[];
}

/** The list scrolls, so that hardly anybody has to turn its pages. */
const CHATS_PER_PAGE = LIMITS.pageSizeMax;

/**
 * Those who wait longest come first; of what is solved the newest does, and of what a search finds: it looks through all of
 * them, whatever the view.
 */
export function deskChatsQuery({ view, query, page }: { view: DeskView; query: string; page: number }) {
  const input = { page, pageSize: CHATS_PER_PAGE };
  return queries.supportDesk.listChats.queryOptions({
    input: isSearch(query)
      ? { ...input, query }
      : view === 'mine'
        ? { ...input, assigned: 'me', order: 'waiting' }
        : { ...input, status: view, order: view === 'resolved' ? 'newest' : 'waiting' },
  });
}

/** Too short a text searches for nothing. */
export const isSearch = (query: string): boolean => query.length >= SEARCH_MIN_LENGTH;

/** How many chats are with the team, for the tab that leads to them. */
export function useEscalatedCount(): number | undefined {
  const enabled = useMay()('supportDesk.listChats');
  return useQuery(queries.supportDesk.listChats.queryOptions({ input: { pageSize: 1 }, enabled })).data
    ?.counts.escalated;
}

const NO_BLOCKS: readonly TextBlock[] = [];

/** What the team sends often. None while they are on their way. */
export function useTextBlocks(): readonly TextBlock[] {
  return useQuery(queries.supportDesk.listTextBlocks.queryOptions()).data?.items ?? NO_BLOCKS;
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

interface WhenDone {
  onDone?: () => void;
}

export function useReply({ onDone }: WhenDone = {}) {
  const client = useQueryClient();
  const { userId } = useProfile();
  return useCommand('supportDesk.reply', {
    onDone: ({ chat, message }, { id, message: sent }) => {
      takeAnswer(client, chat, [message]);
      deskDrafts.markSent(userId, id, 'reply', sent);
      toast.success(DESK_TOASTS.sent);
      onDone?.();
    },
    onFailed: (error) => {
      const code = errorCode(error);
      // Without a connection it is said at the field, where the text still stands, and nowhere else.
      if (code !== undefined && code !== 'UNAUTHENTICATED')
        toast.error(DESK_TOASTS.failed, DESK_TOASTS.notSent);
    },
  });
}

export function useSetStatus({ onSolved }: { onSolved?: ((id: string) => void) | undefined } = {}) {
  const client = useQueryClient();
  return useCommand('supportDesk.setStatus', {
    failed: { title: DESK_TOASTS.failed, text: DESK_TOASTS.statusNotSet },
    onDone: (chat) => {
      takeAnswer(client, chat);
      toast.success(DESK_TOASTS.statusSet);
      if (chat.status === 'resolved') onSolved?.(chat.id);
    },
  });
}

/** Takes a chat over, hands it to somebody, or releases it. What went wrong is said where it was pressed. */
export function useSetAssignee({ onDone }: WhenDone = {}) {
  const client = useQueryClient();
  return useCommand('supportDesk.setAssignee', {
    onDone: (chat) => {
      takeAnswer(client, chat);
      onDone?.();
    },
  });
}

export function useCreateNote({ onDone }: WhenDone = {}) {
  const { userId } = useProfile();
  return useCommand('supportDesk.createNote', {
    onDone: (_note, { id, note }) => {
      deskDrafts.markSent(userId, id, 'note', note);
      onDone?.();
    },
  });
}

/** Hands the chat to the browser's downloads, as text. */
export function useDownloadTranscript() {
  return useCommand('supportDesk.createTranscript', {
    // With the mark of its encoding, so that editors on Windows read the umlauts.
    onDone: ({ fileName, text }) => downloadText(fileName, `\ufeff${text}`, 'text/plain'),
  });
}

export async function markDeskRead(client: QueryClient, id: string, seq: number): Promise<void> {
  takeAnswer(client, await api.supportDesk.markRead({ id, seq }));
  await client.invalidateQueries({ queryKey: queries.supportDesk.listChats.key() });
}
