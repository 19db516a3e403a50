import type { ChatSummary } from '@botdepot/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorText } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { ChatThread } from './chat-thread.tsx';
import { currentChatQuery, loadEarlier, threadQuery, useLogged } from './support.queries.ts';
import classes from './support-page.module.css';
import { TranscriptButton } from './transcript-button.tsx';
import { useMarkRead } from './use-mark-read.ts';

/** A chat that has ended, to be read again. */
export function ChatDrawer({ chat, onClose }: { chat: ChatSummary | null; onClose: () => void }) {
  // It is still on the screen while the drawer moves out.
  const shown = useRef(chat);
  if (chat) shown.current = chat;
  const canSend = useQuery(currentChatQuery).data?.canSendTranscript ?? false;
  return (
    <Drawer
      opened={chat !== null}
      onClose={onClose}
      title="Support-Chat"
      note={shown.current && formatDateTime(shown.current.createdAt)}
      foot={canSend && shown.current && <TranscriptButton chatId={shown.current.id} />}
    >
      {shown.current && <EndedThread id={shown.current.id} />}
    </Drawer>
  );
}

function EndedThread({ id }: { id: string }) {
  const client = useQueryClient();
  const thread = useQuery(threadQuery(client, id));
  useLogged(thread.error);
  // The team may write after the end, and it is read here as well.
  useMarkRead(thread.data);
  const { data } = thread;
  if (data) {
    return (
      <div className={classes.drawerThread}>
        <ChatThread thread={data} onEarlier={() => loadEarlier(client, data)} />
      </div>
    );
  }
  if (!thread.error) return <RowsSkeleton count={4} />;
  return (
    <EmptyState
      title="Die Nachrichten konnten nicht geladen werden"
      action={<Button onClick={() => void thread.refetch()}>Erneut versuchen</Button>}
    >
      {errorText(thread.error)}
    </EmptyState>
  );
}
