import { type DeskChat, isSomebodyElses } from '@botdepot/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '../../../lib/live/now.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useFailureToast } from '../../../lib/server/use-list.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Segments } from '../../../ui/form/tabs.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { IconUser } from '../../../ui/icon/icons.ts';
import { ActionMenu } from '../../../ui/overlay/action-menu.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import {
  type DeskThread,
  deskThreadQuery,
  loadEarlierOfDesk,
  markDeskRead,
  useDeskContext,
  useDownloadTranscript,
  useNotes,
  useSetAssignee,
  useSetStatus,
  useTeam,
} from './desk.queries.ts';
import { DeskComposer } from './desk-composer.tsx';
import { DeskContextColumn } from './desk-context.tsx';
import { DeskMessages } from './desk-messages.tsx';
import { DESK_TOASTS, STATUS_STEPS, STATUS_WORDS } from './desk-texts.ts';
import { WaitingLine } from './desk-waiting.tsx';

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
  /** This chat was set to „Gelöst“ here. */
  onSolved: (id: string) => void;
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
  onSolved,
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
            <DeskHead chat={data.chat} ownUserId={ownUserId} onSolved={onSolved} />
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

const WHO = 'flex-[1_1_14rem] min-w-0 wrap-anywhere [&_h2]:text-[16px]/6 [&_h2]:font-bold';
/** The target is 44 px high although the button is 36. */
const STATUS = clsx(
  'inline-flex p-[3px] border border-border rounded-control bg-bg',
  '[&_button]:relative [&_button]:min-w-11 [&_button]:h-9 [&_button]:py-0 [&_button]:px-2.5',
  '[&_button]:border [&_button]:border-transparent [&_button]:rounded-[6px] [&_button]:text-[14px]',
  '[&_button]:font-550 [&_button]:text-muted [&_button]:cursor-pointer [&_button]:after:absolute',
  '[&_button]:after:inset-y-[-5px] [&_button]:after:-inset-x-px',
  '[&_button:hover]:text-text [&_button:disabled]:border-border [&_button:disabled]:bg-surface',
  '[&_button:disabled]:font-620 [&_button:disabled]:text-text [&_button:disabled]:cursor-default',
  '[&_button[aria-busy]]:opacity-60 max-md:flex max-md:w-full max-md:[&_button]:flex-1',
  'max-md:[&_button]:h-10',
);
const ASSIGNEE_LINE = clsx(
  'flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1 px-(--pad) border-t border-border',
  "bg-bg [&>[role='note']]:flex-[1_1_100%] [&>[role='note']]:mb-2",
);
const ASSIGNEE = clsx(
  'flex flex-[1_1_7.5rem] items-center gap-1.5 min-w-0 text-sm',
  '[&>span]:min-w-0 [&>span]:wrap-anywhere [&_svg]:flex-none [&_svg]:text-muted',
);

interface DeskHeadProps extends OfChat {
  onSolved: (id: string) => void;
}

interface OfChat {
  chat: DeskChat;
  ownUserId: string;
}

/** Who asks, how long they have waited, the chat's status, and who works on it. */
function DeskHead({ chat, ownUserId, onSolved }: DeskHeadProps) {
  const now = useNow(30_000);
  const may = useMay();
  return (
    <header className="flex-none border-b border-border">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-2.5 px-(--pad)">
        <div className={WHO}>
          <h2>
            <EmailAddress>{chat.userEmail}</EmailAddress>
          </h2>
          <WaitingLine chat={chat} now={now} />
        </div>
        {may('supportDesk.setStatus') ? (
          <StatusButtons chat={chat} onSolved={onSolved} />
        ) : (
          <span className="small">{STATUS_WORDS[chat.status].label}</span>
        )}
      </div>
      <AssigneeLine chat={chat} ownUserId={ownUserId} />
    </header>
  );
}

function StatusButtons({ chat, onSolved }: Pick<DeskHeadProps, 'chat' | 'onSolved'>) {
  const { run, pending, input, error } = useSetStatus({ onSolved });
  return (
    <>
      <fieldset className={`bare-fieldset ${STATUS}`}>
        <legend className="vh">Status</legend>
        {STATUS_STEPS.map((status) => (
          <button
            key={status}
            type="button"
            disabled={status === chat.status}
            aria-busy={(pending && status === input?.status) || undefined}
            onClick={() => run({ id: chat.id, status })}
          >
            {STATUS_WORDS[status].label}
          </button>
        ))}
      </fieldset>
      {error ? <Notice kind="warning">{errorText(error)}</Notice> : null}
    </>
  );
}

function AssigneeLine({ chat, ownUserId }: OfChat) {
  const { assignee } = chat;
  const isOwn = assignee?.userId === ownUserId;
  const others = useTeam().filter(({ userId }) => userId !== ownUserId && userId !== assignee?.userId);
  const assign = useSetAssignee();
  const transcript = useDownloadTranscript();
  const canAssign = useMay()('supportDesk.setAssignee');
  const give = (to: string | null) =>
    assign.run({ id: chat.id, assignee: to, expected: assignee?.userId ?? null });
  const failure = assign.error ?? transcript.error;
  return (
    <div className={ASSIGNEE_LINE}>
      <p className={ASSIGNEE} role="status">
        <Icon as={IconUser} size={16} />
        <span>{assigneeText(chat, ownUserId)}</span>
      </p>
      <div className="flex flex-wrap gap-1">
        {!canAssign ? null : isOwn ? (
          <Button size="sm" look="quiet" pending={assign.pending} onClick={() => give(null)}>
            Abgeben
          </Button>
        ) : (
          <Button size="sm" look="quiet" pending={assign.pending} onClick={() => give(ownUserId)}>
            Übernehmen
          </Button>
        )}
        <ActionMenu
          label="Mehr"
          groups={[
            {
              label: 'Übergeben an',
              actions: (canAssign ? others : []).map(({ userId, email }) => ({
                key: userId,
                label: email,
                onSelect: () => give(userId),
              })),
            },
            {
              label: 'Gespräch',
              actions: [
                {
                  key: 'transcript',
                  label: 'Gesprächsverlauf herunterladen',
                  onSelect: () => transcript.run({ id: chat.id }),
                },
              ],
            },
          ]}
        />
      </div>
      {failure ? <Notice kind="warning">{errorText(failure)}</Notice> : null}
    </div>
  );
}

function assigneeText({ assignee }: DeskChat, ownUserId: string): string {
  if (assignee === null) return 'Noch niemand zugeteilt';
  return isSomebodyElses(assignee, ownUserId)
    ? `${assignee.email} bearbeitet diesen Chat`
    : 'Sie bearbeiten diesen Chat';
}
