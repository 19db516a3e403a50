import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorCode, errorText } from '../../lib/api.ts';
import { formatElapsed } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import classes from './desk.module.css';
import {
  type DeskThread,
  deskThreadQuery,
  loadEarlierOfDesk,
  markDeskRead,
  useSetStatus,
} from './desk.queries.ts';
import { DeskMessages } from './desk-messages.tsx';
import { DeskReply } from './desk-reply.tsx';
import { DESK_TOASTS, REASONS, STATUS_ORDER, STATUS_WORDS, waitingSince } from './desk-texts.ts';

/** One chat: what was said, its status, and the field for an answer. */
export function DeskDialog({ chatId, onClose }: { chatId: string | null; onClose: () => void }) {
  // It is still on the screen while the dialog closes.
  const shown = useRef(chatId);
  if (chatId !== null) shown.current = chatId;
  return (
    <Dialog opened={chatId !== null} onClose={onClose} title="Support-Chat" size="48rem" flush>
      {shown.current !== null && <DeskConversation key={shown.current} id={shown.current} />}
    </Dialog>
  );
}

function DeskConversation({ id }: { id: string }) {
  const client = useQueryClient();
  const thread = useQuery(deskThreadQuery(client, id));
  useLoadingFailure(thread.error);
  useDeskRead(thread.data);
  if (!thread.data) {
    if (!thread.error) return <RowsSkeleton count={4} />;
    return (
      <EmptyState
        title="Nicht geladen"
        action={<Button onClick={() => void thread.refetch()}>Erneut versuchen</Button>}
      >
        {errorText(thread.error)}
      </EmptyState>
    );
  }
  const { data } = thread;
  return (
    <div className={classes.conversation}>
      <DeskHead thread={data} />
      <DeskMessages thread={data} onEarlier={() => loadEarlierOfDesk(client, data)} />
      <DeskReply chatId={id} />
    </div>
  );
}

function DeskHead({ thread: { chat } }: { thread: DeskThread }) {
  const now = useNow(30_000);
  const { mutate, isPending, error } = useSetStatus();
  const [chosen, setChosen] = useState(chat.status);
  const since = waitingSince(chat);
  const notes = [
    chat.escalationReason && REASONS[chat.escalationReason],
    since !== null && `wartet seit ${formatElapsed(since, now)}`,
  ].filter(Boolean);
  return (
    <div className={classes.head}>
      <div className={classes.who}>
        <strong>{chat.userEmail}</strong>
        {notes.length > 0 && <p>{notes.join(' · ')}</p>}
      </div>
      <fieldset className={`bare-fieldset ${classes.status}`}>
        <legend className="vh">Status</legend>
        {STATUS_ORDER.map((status) => (
          <Button
            key={status}
            size="sm"
            disabled={status === chat.status}
            pending={isPending && status === chosen}
            onClick={() => {
              setChosen(status);
              if (!isPending) mutate({ id: chat.id, status });
            }}
          >
            {STATUS_WORDS[status].label}
          </Button>
        ))}
      </fieldset>
      {error ? <Notice kind="warning">{errorText(error)}</Notice> : null}
    </div>
  );
}

/** What stands in the open dialog has been read, as long as the tab is the one that is seen. */
function useDeskRead(thread: DeskThread | undefined): void {
  const client = useQueryClient();
  const id = thread?.chat.id;
  const seq = thread?.messages.at(-1)?.seq ?? 0;
  const unread = thread !== undefined && seq > thread.chat.adminReadSeq;
  useEffect(() => {
    if (id === undefined || !unread) return;
    const mark = () => {
      if (document.visibilityState !== 'visible') return;
      // The next message marks this one as well.
      markDeskRead(client, id, seq).catch((error: unknown) => console.error(error));
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [client, id, seq, unread]);
}

function useLoadingFailure(error: unknown) {
  const failed = Boolean(error) && errorCode(error) !== 'UNAUTHENTICATED';
  useEffect(() => {
    if (failed) toast.error(DESK_TOASTS.failed, DESK_TOASTS.messagesNotLoaded);
  }, [failed]);
}
