import { CHAT_STATUSES, type DeskChat, isSomebodyElses } from '@botdepot/contract';
import { useMediaQuery } from '@mantine/hooks';
import { IconUser } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { isBusy } from '../../../lib/form/keyboard.ts';
import { useNow } from '../../../lib/live/now.ts';
import { useFailureToast } from '../../../lib/server/use-failure-toast.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { useMay, useProfile } from '../../../lib/session/profile.ts';
import { OPENING, useTakeBack } from '../../../lib/session/way-back.ts';
import { matching, oneOfElse, pageNumber, place } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { TabLinks } from '../../../ui/form/tabs.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { CountPill } from '../../../ui/state/status-pill.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { RowOpener } from '../../../ui/table/row-opener.tsx';
import { useKeysSwitch } from '../queue/queue-keys.ts';
import { deskChatsQuery } from './desk.queries.ts';
import { DeskConversation } from './desk-conversation.tsx';
import { DESK_TOASTS, dayOrTime, STATUS_NAMES, STATUS_ORDER, STATUS_WORDS } from './desk-texts.ts';
import { WaitingMark } from './desk-waiting.tsx';
import { type DeskPlace, nextChat } from './next-chat.ts';

const BAR = clsx(
  'flex flex-wrap items-center justify-between gap-x-6 gap-y-0',
  '[&>nav]:mb-4 [&>nav]:border-b-0 max-md:[&>nav]:mb-3',
);
/** With the tabs above as high as the window below the page's head; each column scrolls by itself. */
const DESK = clsx(
  'group/desk overflow-clip border border-border rounded-box bg-surface',
  'data-columns:grid data-columns:grid-cols-[15rem_minmax(0,1fr)]',
  'data-columns:h-[calc(100dvh_-_var(--play-bar-height)_-_var(--top)_-_92px)]',
  'data-columns:min-h-[34rem] data-columns:max-h-[52rem] data-columns:[--pad:20px]',
  '@min-[1080px]:data-columns:grid-cols-[17rem_minmax(0,1fr)]',
  '@max-[1000.02px]:data-columns:grid-cols-[13rem_minmax(0,1fr)]',
  '@max-[1000.02px]:data-columns:[--pad:16px]',
);

const CHAT_ID = /^[0-9a-f-]{36}$/i;
const LIST = {
  status: oneOfElse('status', CHAT_STATUSES, 'escalated', STATUS_NAMES),
  page: pageNumber(),
  chatId: place(matching('gespraech', CHAT_ID)),
};

/** The tab „Support-Chats“: everybody's chats by status, and one of them open beside the list or, without room, above it. */
export function SupportDesk() {
  const takeBack = useTakeBack();
  const ownUserId = useProfile().userId;
  const marksRead = useMay()('supportDesk.markRead');
  const list = useList(LIST, (value) => deskChatsQuery(value));
  const { status, chatId } = list.value;
  const { data, error } = list.query;
  useFailureToast(error, DESK_TOASTS.chatsNotLoaded);
  const now = useNow(30_000);
  const hasRoom = useHasRoomBeside();
  const [keysOn, toggleKeys] = useKeysSwitch();
  const desk = useRef<HTMLDivElement>(null);
  const place = usePlace(chatId, data?.items);
  const [focusReply, setFocusReply] = useState(true);

  const ids = data?.items.map(({ id }) => id) ?? [];
  const open = (id: string, byKey: boolean) => {
    setFocusReply(!byKey);
    if (id === chatId && !byKey) focusReplyField(desk.current);
    // From chat to chat it stays one step.
    list.set({ chatId: id }, chatId === null ? OPENING : { replace: true });
    if (hasRoom) desk.current?.scrollIntoView({ block: 'start' });
  };
  const step = (by: 1 | -1) => {
    const target = nextChat(ids, place.current, by);
    if (!target) return;
    place.current = target;
    open(target.id, true);
    // Beside the list the keyboard stays in it, so that J leads on; Enter leads into the reply field.
    focusRow(desk.current, target.id);
  };
  useDeskKeys(keysOn, { next: () => step(1), previous: () => step(-1) });

  const words = STATUS_WORDS[status];
  return (
    <div ref={desk} className="@container" data-toasts-aside={hasRoom || undefined}>
      <div className={BAR}>
        <TabLinks
          label="Status der Chats"
          current={status}
          tabs={STATUS_ORDER.map((value) => ({
            value,
            label: STATUS_WORDS[value].label,
            to:
              value === 'escalated'
                ? urls.adminSupport
                : `${urls.adminSupport}&status=${STATUS_WORDS[value].name}`,
            count: data?.counts[value],
            countsNone: true,
          }))}
        />
        <div className="flex gap-2 mb-4 max-md:w-full max-md:[&>button:last-child]:flex-1">
          <Chip className="max-md:hidden" pressed={keysOn} onClick={toggleKeys}>
            Tastenkürzel
          </Chip>
          <Button look="primary" disabled={ids.length === 0} onClick={() => step(1)}>
            Nächster Chat{' '}
            {keysOn && (
              <kbd className="min-w-6 py-0 px-1.5 border border-current rounded-[4px] [font-family:inherit] text-[12px]/5 max-md:hidden">
                J
              </kbd>
            )}
          </Button>
        </div>
      </div>
      <div className={DESK} data-columns={hasRoom || undefined}>
        <section
          className="group-data-columns/desk:overflow-y-auto group-data-columns/desk:border-r group-data-columns/desk:border-border"
          aria-labelledby="desk-heading"
        >
          <h2 className="vh" id="desk-heading">
            {words.heading}
          </h2>
          <PagedRows
            list={list}
            noun="Chats"
            expected={5}
            none={<EmptyState title={words.none.title}>{words.none.text}</EmptyState>}
            failedTitle="Die Chats konnten nicht geladen werden"
          >
            {(items) => (
              <DeskList
                caption={words.heading}
                chats={items}
                currentId={chatId}
                ownUserId={ownUserId}
                now={now}
                onOpen={(id) => open(id, false)}
              />
            )}
          </PagedRows>
        </section>
        {hasRoom && (
          <section className="min-w-0 min-h-0" aria-label="Support-Chat">
            {chatId === null ? (
              <EmptyState title="Kein Chat geöffnet">
                {`Wählen Sie links einen Chat.${marksRead ? ' Geöffnet gilt er als gelesen, für das ganze Team.' : ''}`}
              </EmptyState>
            ) : (
              <DeskConversation
                key={chatId}
                id={chatId}
                ownUserId={ownUserId}
                place="column"
                focusReply={focusReply}
                onLeave={() => focusRow(desk.current, chatId)}
              />
            )}
          </section>
        )}
      </div>
      {!hasRoom && (
        <DeskDialog
          chatId={chatId}
          ownUserId={ownUserId}
          onClose={() => takeBack(() => list.set({ chatId: null }, { replace: true }))}
        />
      )}
    </div>
  );
}

function focusRow(desk: HTMLElement | null, id: string): void {
  desk?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] button`)?.focus({ preventScroll: true });
}

function focusReplyField(desk: HTMLElement | null): void {
  desk?.querySelector<HTMLElement>('form textarea')?.focus({ preventScroll: true });
}

/** Where the open chat stands in the list, or stood when it left it. */
function usePlace(chatId: string | null, items: readonly { id: string }[] | undefined) {
  const place = useRef<DeskPlace | null>(null);
  const index = items?.findIndex(({ id }) => id === chatId) ?? -1;
  if (chatId === null) place.current = null;
  else if (index >= 0) place.current = { id: chatId, index };
  else if (place.current?.id !== chatId) place.current = { id: chatId, index: 0 };
  return place;
}

/** The three columns of the desk need this much beside the open sidebar. */
const ROOM_QUERY = '(min-width: 1120px)';

/** Whether a chat opens beside the list. Otherwise it opens above it, in a dialog. */
function useHasRoomBeside(): boolean {
  return useMediaQuery(ROOM_QUERY, false, { getInitialValueInEffect: false }) ?? false;
}

interface DeskDialogProps {
  chatId: string | null;
  ownUserId: string;
  onClose: () => void;
}

/** Where there is no room beside the list, a chat opens above it. */
function DeskDialog({ chatId, ownUserId, onClose }: DeskDialogProps) {
  // It is still on the screen while the dialog closes.
  const shown = useRef(chatId);
  if (chatId !== null) shown.current = chatId;
  return (
    <Dialog inAddress opened={chatId !== null} onClose={onClose} title="Support-Chat" fullScreen flush>
      {shown.current !== null && (
        <DeskConversation key={shown.current} id={shown.current} ownUserId={ownUserId} place="dialog" />
      )}
    </Dialog>
  );
}

interface DeskCommands {
  next: () => void;
  previous: () => void;
}

/** J and K lead from chat to chat. They rest while somebody types, in every dialog and menu, and when switched off. */
function useDeskKeys(enabled: boolean, commands: DeskCommands): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if (key !== 'j' && key !== 'k') return;
      if (isBusy(event.target)) return;
      event.preventDefault();
      if (key === 'j') latest.current.next();
      else latest.current.previous();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [enabled]);
}

const ROW = clsx(
  'group/row relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 py-3 pr-(--pad)',
  'pl-[calc(var(--pad)_-_3px)] border-b border-b-border border-l-3 border-l-transparent text-sm',
  '[&_td]:min-w-0 [&_td]:p-0 hover:bg-bg data-current:border-l-primary data-current:bg-primary-soft',
);
const SAID = clsx(
  'row-2 col-1 overflow-hidden text-ellipsis whitespace-nowrap text-muted',
  "group-has-[[data-part='unread']:empty]/row:col-span-full",
);
const ASSIGNEE = clsx(
  'row-3 col-2 max-w-[8rem] text-[12px] text-muted',
  "group-has-[[data-part='waits']:empty]/row:col-span-full",
  "group-has-[[data-part='waits']:empty]/row:max-w-none",
);
const PERSON = clsx(
  'flex items-center gap-1 [&_svg]:flex-none',
  '[&>span]:overflow-hidden [&>span]:text-ellipsis [&>span]:whitespace-nowrap',
);

interface DeskListProps {
  caption: string;
  chats: readonly DeskChat[];
  currentId: string | null;
  ownUserId: string;
  now: number;
  onOpen: (id: string) => void;
}

const HEADS = ['Kunde', 'Letzte Nachricht', 'Zeit', 'Ungelesen', 'Wartezeit', 'Bearbeitet von'];

/**
 * A table that looks like a list: each row stands in three short lines. The roles are explicit because `display: grid` would
 * take the table away from assistive technology.
 */
function DeskList({ caption, chats, currentId, ownUserId, now, onOpen }: DeskListProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see the comment above
    <table className="block [&_tbody]:block" role="table">
      <caption className="vh">{caption}</caption>
      <thead className="vh" role="rowgroup">
        <tr role="row">
          {HEADS.map((head) => (
            <th key={head} scope="col" role="columnheader">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {chats.map((chat) => (
          <tr
            key={chat.id}
            role="row"
            className={ROW}
            data-row={chat.id}
            data-current={chat.id === currentId || undefined}
            aria-current={chat.id === currentId || undefined}
            title={chat.userEmail}
          >
            <td role="cell" className="row-1 col-1 font-620">
              <RowOpener onOpen={() => onOpen(chat.id)}>
                <span className="block overflow-hidden text-ellipsis whitespace-nowrap">
                  {chat.userEmail}
                </span>
              </RowOpener>
            </td>
            <td role="cell" className={SAID}>
              {chat.lastFromCustomer ?? chat.lastMessage ?? 'Noch keine Nachricht'}
            </td>
            <td role="cell" className="row-1 col-2 text-[12px] text-right text-muted tabular-nums">
              <time dateTime={chat.lastMessageAt}>{dayOrTime(chat.lastMessageAt, now)}</time>
            </td>
            <td
              role="cell"
              className="row-2 col-2 justify-self-end group-data-current/row:[&>span:first-child]:bg-surface"
              data-part="unread"
            >
              {chat.unreadByTeam > 0 && (
                <>
                  <CountPill count={chat.unreadByTeam} />
                  <span className="vh"> ungelesen</span>
                </>
              )}
            </td>
            <td role="cell" className="row-3 col-1 text-[12px]" data-part="waits">
              <WaitingMark chat={chat} now={now} />
            </td>
            <td role="cell" className={ASSIGNEE}>
              <Assignee chat={chat} ownUserId={ownUserId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the table
  );
}

function Assignee({ chat: { assignee }, ownUserId }: { chat: DeskChat; ownUserId: string }) {
  if (assignee === null) return null;
  const name = isSomebodyElses(assignee, ownUserId) ? assignee.email : 'Sie';
  return (
    <span className={PERSON} title={assignee.email}>
      <Icon as={IconUser} size={14} stroke={1.8} />
      <span>{name}</span>
    </span>
  );
}
