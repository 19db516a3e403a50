import { type ChatSummary, isOpenChat } from '@botdepot/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useRef } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format/dates.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { errorCode, errorText, queries } from '../../lib/server/api.ts';
import { useList } from '../../lib/server/use-list.ts';
import { pageNumber, place, text } from '../../lib/url/url-state.ts';
import { urls } from '../../lib/url/urls.ts';
import { OPENING, useTakeBack } from '../../lib/url/way-back.ts';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import { IconMessage } from '../../ui/icon/icons.ts';
import { Drawer } from '../../ui/overlay/dialog.tsx';
import { KeyValues } from '../../ui/sheet/key-values.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { RowsSkeleton } from '../../ui/state/skeleton.tsx';
import { StatusPill } from '../../ui/state/status-pill.tsx';
import { PagedRows } from '../../ui/table/paged-rows.tsx';
import { ChatThread } from './chat-thread.tsx';
import { currentChatQuery, loadEarlier, threadQuery, useMarkRead } from './support.queries.ts';
import {
  asksForWindow,
  CHAT_PARAM,
  DEPOSIT_ESCALATION_TIME,
  DEPOSIT_TIME,
  HUMAN_REPLY_TIME,
  OPEN_CHAT,
  STATUS,
  WITHDRAWAL_TIME,
} from './support-texts.ts';
import { TranscriptButton } from './transcript-button.tsx';

const CHAT = clsx(
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 content-center w-full min-h-14 py-3 px-(--pad) border-b',
  'border-border text-sm text-left cursor-pointer',
  'in-[li:last-child]:border-b-0 hover:bg-bg',
  'focus-visible:-outline-offset-3 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-y-0.5',
);

export function SupportPage() {
  return (
    <>
      <PageHead
        title="Support"
        note="Der Assistent antwortet sofort, auf Wunsch übernimmt ein Mensch"
        actions={
          <ButtonLink to={urls.supportChat} replace look="primary" icon={IconMessage}>
            Chat öffnen
          </ButtonLink>
        }
      />
      <div className="grid-aside">
        <EarlierChats />
        <div className="stack">
          <Panel title="So schnell antworten wir">
            <KeyValues
              facts={[
                { label: 'Assistent', value: 'sofort' },
                { label: 'Mensch', value: `meist in ${HUMAN_REPLY_TIME}` },
                { label: 'Einzahlung', value: DEPOSIT_TIME },
                { label: 'Auszahlung', value: `bis ${WITHDRAWAL_TIME}` },
              ]}
            />
          </Panel>
          <Panel title="Gut zu wissen">
            <p>
              Wartet eine Einzahlung länger als {DEPOSIT_ESCALATION_TIME}, rufen wir unser Team von selbst.
              Schreiben Sie „Mensch“, wenn Sie mit jemandem sprechen möchten.
            </p>
            <Link className="link-alone" to={urls.help}>
              Häufige Fragen
            </Link>
            <Link className="link-alone ml-6" to={urls.terms}>
              Begriffe
            </Link>
          </Panel>
        </div>
      </div>
    </>
  );
}

const LIST = { page: pageNumber(), chat: place(text(CHAT_PARAM)) };
const IN_PLACE = { replace: true };

function EarlierChats() {
  const list = useList(LIST, ({ page }) =>
    queries.support.listSupportChats.queryOptions({ input: { page } }),
  );
  const { value, set } = list;
  const takeBack = useTakeBack();
  const current = useQuery(currentChatQuery);
  const asked = value.chat || null;
  // Which is the open one has to be known first: that is opened in the window.
  const endedId = current.isPending || asksForWindow(asked, current.data?.chat ?? null) ? null : asked;
  const show = ({ id, status }: ChatSummary) =>
    isOpenChat(status) ? set({ chat: OPEN_CHAT }, IN_PLACE) : set({ chat: id }, OPENING);
  return (
    <Panel title="Ihre Chats" flush>
      <PagedRows
        list={list}
        noun="Chats"
        expected={3}
        none={
          <EmptyState title="Noch kein Chat">
            Was Sie mit dem Assistenten und unserem Team besprechen, lesen Sie hier nach.
          </EmptyState>
        }
        failedTitle="Die Chats konnten nicht geladen werden"
      >
        {(items) => <ChatList chats={items} onOpen={show} />}
      </PagedRows>
      <ChatDrawer id={endedId} onClose={() => takeBack(() => set({ chat: '' }, IN_PLACE))} />
    </Panel>
  );
}

function ChatList({ chats, onOpen }: { chats: readonly ChatSummary[]; onOpen: (chat: ChatSummary) => void }) {
  return (
    <ul className="flex flex-col" aria-label="Ihre Chats">
      {chats.map((chat) => (
        <li key={chat.id}>
          <button type="button" className={CHAT} onClick={() => onOpen(chat)}>
            <span className="overflow-hidden font-[560] text-ellipsis whitespace-nowrap max-md:basis-full">
              {chat.firstMessage ?? 'Ohne Nachricht'}
            </span>
            <span className="col-[1] text-xs text-muted tabular-nums max-md:flex-[1_0_auto]">
              {formatDateTime(chat.createdAt)}
            </span>
            <span className="[grid-area:1_/_2_/_span_2] flex flex-wrap gap-x-3 gap-y-1 items-center justify-end">
              {chat.unread > 0 && (
                <span className="text-xs font-semibold">{`${formatCount(chat.unread)} ungelesen`}</span>
              )}
              <StatusPill tone={STATUS[chat.status].tone}>{STATUS[chat.status].label}</StatusPill>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A chat that has ended, to be read again; the address names it. */
function ChatDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
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
      <div className="flex -my-5 -mx-(--pad) [&>[role='log']]:overflow-visible">
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
