import { useMediaQuery } from '@mantine/hooks';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '../../../lib/live/now.ts';
import { isBusy } from '../../../lib/page/device.ts';
import { useFailureToast, useList } from '../../../lib/server/use-list.ts';
import { useMay, useProfile } from '../../../lib/session/profile.ts';
import { matching, oneOfElse, order, pageNumber, place, text } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { OPENING, useTakeBack } from '../../../lib/url/way-back.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { TabLinks } from '../../../ui/form/tabs.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { SearchField } from '../../../ui/table/search-field.tsx';
import { SEARCH_MIN_LENGTH } from '../admin-texts.ts';
import { useKeysSwitch } from '../queue/queue-keys.ts';
import { deskChatsQuery, isSearch, useSetStatus } from './desk.queries.ts';
import { DeskConversation } from './desk-conversation.tsx';
import { DeskList } from './desk-list.tsx';
import { DESK_TOASTS, VIEW_NAMES, VIEW_WORDS, VIEWS } from './desk-texts.ts';
import { chatAfterSolved, type DeskPlace, nextChat } from './next-chat.ts';

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

const SEARCHED =
  'Gesucht wird nach E-Mail-Adresse und Name des Kunden, nach Wörtern in den Nachrichten und nach Nummern wie U-48F2C1, E-1688 oder A-2041.';

const CHAT_ID = /^[0-9a-f-]{36}$/i;
const LIST = {
  view: order(oneOfElse('status', VIEWS, 'escalated', VIEW_NAMES)),
  query: text('suche'),
  page: pageNumber(),
  chatId: place(matching('gespraech', CHAT_ID)),
};

/** The tab „Support-Chats“: everybody's chats by status, and one of them open beside the list or, without room, above it. */
export function SupportDesk() {
  const takeBack = useTakeBack();
  const ownUserId = useProfile().userId;
  const may = useMay();
  const list = useList(LIST, (value) => deskChatsQuery(value));
  const { view, query, chatId } = list.value;
  const searching = isSearch(query);
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
  /** The work goes on by itself; who looks something up stays where they are. */
  const goOnAfter = (id: string) => {
    if (place.current?.id !== id || searching || view === 'resolved') return;
    const next = chatAfterSolved(data?.items ?? [], place.current);
    if (next !== null) open(next, false);
    else list.set({ chatId: null }, { replace: true });
  };
  const { run: setStatus } = useSetStatus({ onSolved: goOnAfter });
  const current = data?.items.find(({ id }) => id === chatId);
  useDeskKeys(keysOn, {
    j: () => step(1),
    k: () => step(-1),
    g: () => {
      if (current && current.status !== 'resolved' && may('supportDesk.setStatus'))
        setStatus({ id: current.id, status: 'resolved' });
    },
  });

  const words = VIEW_WORDS[view];
  const heading = searching ? 'Gefundene Chats' : words.heading;
  return (
    <div ref={desk} className="@container">
      <div className={BAR}>
        <TabLinks
          label="Status der Chats"
          current={searching ? '' : view}
          tabs={VIEWS.map((value) => ({
            value,
            label: VIEW_WORDS[value].label,
            to:
              value === 'escalated'
                ? urls.adminSupport
                : `${urls.adminSupport}?status=${VIEW_WORDS[value].name}`,
            count: data?.counts[value],
          }))}
        />
        <div className="flex flex-wrap gap-2 mb-4 max-md:w-full max-md:[&>*]:flex-1">
          {may('supportDesk.listTextBlocks') && (
            <ButtonLink look="quiet" to={urls.adminTextBlocks}>
              Textbausteine
            </ButtonLink>
          )}
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
            {heading}
          </h2>
          <div className="sticky top-0 z-1 flex p-2 border-b border-border bg-surface">
            <SearchField
              label="Chats suchen"
              placeholder="Chats suchen"
              minLength={SEARCH_MIN_LENGTH}
              value={query}
              onSearch={(found) => list.set({ query: found })}
            />
          </div>
          <PagedRows
            list={list}
            noun="Chats"
            expected={5}
            {...(searching && { noMatch: SEARCHED, clearLabel: 'Suche aufheben' })}
            none={<EmptyState title={words.none.title}>{words.none.text}</EmptyState>}
            failedTitle="Die Chats konnten nicht geladen werden"
          >
            {(items) => (
              <DeskList
                caption={heading}
                chats={items}
                showsStatus={searching || view === 'mine'}
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
                {`Wählen Sie links einen Chat.${may('supportDesk.markRead') ? ' Geöffnet gilt er als gelesen, für das ganze Team.' : ''}`}
              </EmptyState>
            ) : (
              <DeskConversation
                key={chatId}
                id={chatId}
                ownUserId={ownUserId}
                place="column"
                focusReply={focusReply}
                onLeave={() => focusRow(desk.current, chatId)}
                onSolved={goOnAfter}
              />
            )}
          </section>
        )}
      </div>
      {!hasRoom && (
        <DeskDialog
          chatId={chatId}
          ownUserId={ownUserId}
          onSolved={goOnAfter}
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
  onSolved: (id: string) => void;
  onClose: () => void;
}

/** Where there is no room beside the list, a chat opens above it. */
function DeskDialog({ chatId, ownUserId, onSolved, onClose }: DeskDialogProps) {
  // It is still on the screen while the dialog closes.
  const shown = useRef(chatId);
  if (chatId !== null) shown.current = chatId;
  return (
    <Dialog inAddress opened={chatId !== null} onClose={onClose} title="Support-Chat" fullScreen flush>
      {shown.current !== null && (
        <DeskConversation
          key={shown.current}
          id={shown.current}
          ownUserId={ownUserId}
          place="dialog"
          onSolved={onSolved}
        />
      )}
    </Dialog>
  );
}

type DeskCommands = Record<'j' | 'k' | 'g', () => void>;

/**
 * J and K lead from chat to chat, G says that the open one is solved. They rest while somebody types, in every dialog and menu,
 * and when switched off.
 */
function useDeskKeys(enabled: boolean, commands: DeskCommands): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if (key !== 'j' && key !== 'k' && key !== 'g') return;
      if (isBusy(event.target)) return;
      event.preventDefault();
      latest.current[key]();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [enabled]);
}
