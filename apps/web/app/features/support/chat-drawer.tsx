import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorCode, errorText } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { ChatThread } from './chat-thread.tsx';
import { currentChatQuery, loadEarlier, threadQuery } from './support.queries.ts';
import classes from './support-page.module.css';
import { TranscriptButton } from './transcript-button.tsx';
import { useMarkRead } from './use-mark-read.ts';

/** A chat that has ended, to be read again; the address names it. */
export function ChatDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  // It is still on the screen while the drawer moves out.
  const last = useRef(id);
  if (id) last.current = id;
  const shown = last.current;
  const thread = useQuery({ ...threadQuery(useQueryClient(), shown ?? ''), enabled: false }).data;
  const canSend = useQuery(currentChatQuery).data?.canSendTranscript ?? false;
  return (
    <Drawer
      inAddress
      opened={id !== null}
      onClose={onClose}
      title="Support-Chat"
      note={thread ? formatDateTime(thread.chat.createdAt) : '\u00a0'}
      foot={canSend && thread && <TranscriptButton chatId={thread.chat.id} />}
    >
      {shown && <EndedThread id={shown} />}
    </Drawer>
  );
}

function EndedThread({ id }: { id: string }) {
  const client = useQueryClient();
  const thread = useQuery(threadQuery(client, id));
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
  const code = errorCode(thread.error);
  if (code === 'SUPPORT_CHAT_NOT_FOUND' || code === 'BAD_REQUEST') {
    return (
      <EmptyState title="Diesen Chat gibt es nicht">
        Die Adresse führt zu keinem Ihrer Chats. Alle stehen in der Liste.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Die Nachrichten konnten nicht geladen werden"
      action={<Button onClick={() => void thread.refetch()}>Erneut versuchen</Button>}
    >
      {errorText(thread.error)}
    </EmptyState>
  );
}
