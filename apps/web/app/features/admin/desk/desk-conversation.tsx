import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useMay } from '../../../lib/profile.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { Segments } from '../../../ui/tabs.tsx';
import {
  type DeskThread,
  deskThreadQuery,
  loadEarlierOfDesk,
  markDeskRead,
  useDeskContext,
  useNotes,
} from './desk.queries.ts';
import { DeskComposer } from './desk-composer.tsx';
import { DeskContextColumn } from './desk-context.tsx';
import { DeskHead } from './desk-head.tsx';
import { DeskMessages } from './desk-messages.tsx';
import { DESK_TOASTS } from './desk-texts.ts';

/** As high as the window below the play-money bar and the dialog's title line: the reply field stays at the bottom. */
const OPENED = clsx(
  'group/opened flex flex-1 flex-col min-h-0',
  'data-[place=column]:grid data-[place=column]:grid-cols-[minmax(0,1fr)_16rem]',
  'data-[place=column]:h-full data-[place=column]:[&>aside]:overflow-y-auto',
  'data-[place=column]:[&>aside]:border-l data-[place=column]:[&>aside]:border-border',
  'data-[place=dialog]:flex-none data-[place=dialog]:h-[calc(100dvh_-_var(--play-bar-height)_-_70px)]',
  'data-[place=dialog]:[&>aside]:overflow-y-auto',
  '@min-[1080px]:data-[place=column]:grid-cols-[minmax(0,1fr)_18rem]',
  '@max-[1000.02px]:data-[place=column]:grid-cols-[minmax(0,1fr)_14rem]',
);

interface DeskConversationProps {
  id: string;
  ownUserId: string;
  /** Beside the list, or above it in a dialog. */
  place: 'column' | 'dialog';
  /** The reply field takes the focus as soon as it is there. */
  focusReply?: boolean | undefined;
  /** Escape in the reply field leads back to the list. */
  onLeave?: (() => void) | undefined;
}

const VIEWS = [
  { value: 'chat', label: 'Gespräch' },
  { value: 'context', label: 'Kontext' },
] as const;

/** One chat with everything that belongs to it: what was said and noted, the fields for answers, the customer's context. */
export function DeskConversation({
  id,
  ownUserId,
  place,
  focusReply = true,
  onLeave,
}: DeskConversationProps) {
  const client = useQueryClient();
  const thread = useQuery(deskThreadQuery(client, id));
  const notes = useNotes(id);
  const context = useDeskContext(id);
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('chat');
  const field = useRef<HTMLTextAreaElement>(null);
  /** What was pressed is gone with its request; in a dialog the field comes with the conversation and takes the focus. */
  const goOn = () => {
    setView('chat');
    field.current?.focus({ preventScroll: true });
  };
  useFailureToast(thread.error, DESK_TOASTS.messagesNotLoaded);
  const may = useMay();
  const canReply = may('supportDesk.reply');
  useDeskRead(may('supportDesk.markRead') ? thread.data : undefined);
  const { data } = thread;
  const showsChat = place === 'column' || view === 'chat';
  return (
    <div className={OPENED} data-place={place}>
      <div className="flex flex-1 flex-col min-w-0 min-h-0 group-data-[place=dialog]/opened:not-last:flex-none">
        {data ? (
          <>
            <DeskHead chat={data.chat} ownUserId={ownUserId} />
            {place === 'dialog' && (
              <div className="flex-none py-2 px-(--pad) border-b border-border">
                <Segments label="Ansicht" options={VIEWS} value={view} onChange={setView} />
              </div>
            )}
            {showsChat && (
              <>
                <DeskMessages
                  thread={data}
                  notes={notes.data?.items ?? []}
                  notesFailed={notes.isError}
                  ownUserId={ownUserId}
                  onEarlier={() => loadEarlierOfDesk(client, data)}
                  onRetryNotes={() => void notes.refetch()}
                />
                {canReply && (
                  <DeskComposer
                    chat={data.chat}
                    ownUserId={ownUserId}
                    facts={context.data}
                    field={field}
                    focusAtOnce={focusReply}
                    onLeave={onLeave}
                  />
                )}
              </>
            )}
          </>
        ) : thread.error ? (
          <LoadFailure error={thread.error} onRetry={() => void thread.refetch()} />
        ) : (
          <RowsSkeleton count={4} />
        )}
      </div>
      {(place === 'column' || (data && view === 'context')) && (
        <DeskContextColumn
          context={context.data}
          ownUserId={ownUserId}
          onDecided={goOn}
          error={context.error}
          onRetry={() => void context.refetch()}
        />
      )}
    </div>
  );
}

/** What stands in the open chat has been read, as long as the tab is the one that is seen. */
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
