import type { DeskChat } from '@botdepot/contract';
import { useEffect } from 'react';
import { errorCode } from '../../lib/api.ts';
import { formatDayMonthTime, formatElapsed } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { toast } from '../../lib/toast.ts';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { CountPill, StatusPill } from '../../ui/status-pill.tsx';
import { TabLinks } from '../../ui/tabs.tsx';
import classes from './admin.module.css';
import { useDeskChats } from './desk.queries.ts';
import { DeskDialog } from './desk-dialog.tsx';
import {
  chatStatusOf,
  DESK_TOASTS,
  isOverdue,
  REASONS,
  STATUS_ORDER,
  STATUS_WORDS,
  waitingSince,
} from './desk-texts.ts';
import { useUrlFilters } from './use-url-filters.ts';

const PARAM = { status: 'status', page: 'seite', chat: 'gespraech' } as const;

/** The tab „Support-Chats“: everybody's chats by status, and one of them open in a dialog. */
export function SupportDesk() {
  const [read, setFilters] = useUrlFilters();
  const status = chatStatusOf(read(PARAM.status));
  const page = pageOf(read(PARAM.page));
  const chats = useDeskChats({ status, page });
  useLoadingFailure(chats.error);
  const now = useNow(30_000);
  const words = STATUS_WORDS[status];
  const { data } = chats;
  return (
    <div className={classes.section}>
      <TabLinks
        label="Status der Chats"
        current={status}
        tabs={STATUS_ORDER.map((value) => ({
          value,
          label: STATUS_WORDS[value].label,
          to:
            value === 'escalated'
              ? urls.adminSupport
              : `${urls.adminSupport}&${PARAM.status}=${STATUS_WORDS[value].name}`,
          count: data?.counts[value],
        }))}
      />
      <Panel flush title={words.heading}>
        {data && data.items.length > 0 ? (
          <DataTable
            caption={words.heading}
            columns={columnsOf(now)}
            rows={data.items}
            rowKey={({ id }) => id}
            onOpen={({ id }) => setFilters({ [PARAM.chat]: id })}
          />
        ) : data && data.total > 0 ? (
          <EmptyState
            title="Keine Treffer"
            action={<Button onClick={() => setFilters({ [PARAM.page]: null })}>Zur ersten Seite</Button>}
          >
            Auf dieser Seite steht kein Chat.
          </EmptyState>
        ) : data ? (
          <EmptyState title={words.none.title}>{words.none.text}</EmptyState>
        ) : chats.isError ? (
          <EmptyState
            title="Nicht geladen"
            action={<Button onClick={() => void chats.refetch()}>Erneut versuchen</Button>}
          >
            Die Chats konnten nicht geladen werden. Es wurde nichts verändert.
          </EmptyState>
        ) : (
          <RowsSkeleton count={5} />
        )}
        {data && data.total > data.pageSize && (
          <Pager
            page={data.page}
            pageSize={data.pageSize}
            total={data.total}
            noun="Chats"
            onPage={(next) => setFilters({ [PARAM.page]: String(next) })}
          />
        )}
      </Panel>
      <DeskDialog chatId={read(PARAM.chat)} onClose={() => setFilters({ [PARAM.chat]: null })} />
    </div>
  );
}

function columnsOf(now: number): Column<DeskChat>[] {
  const waiting = (chat: DeskChat) => {
    const since = waitingSince(chat);
    if (since === null) return null;
    return (
      <span className={isOverdue(since, now) ? classes.late : undefined}>
        {formatElapsed(since, now)}
        {isOverdue(since, now) && ' · überfällig'}
      </span>
    );
  };
  return [
    {
      key: 'customer',
      head: 'Kunde',
      kind: 'primary',
      phone: 'title',
      cell: ({ userEmail, lastMessage }) => (
        <span className={classes.customer} title={userEmail}>
          {userEmail}
          {lastMessage !== null && <small>{lastMessage}</small>}
        </span>
      ),
    },
    {
      key: 'status',
      head: 'Status',
      phone: 'hidden',
      cell: ({ status }) => (
        <StatusPill tone={STATUS_WORDS[status].tone}>{STATUS_WORDS[status].label}</StatusPill>
      ),
    },
    {
      key: 'reason',
      head: 'Grund',
      phone: 'note',
      cell: (chat) => (
        <>
          {chat.escalationReason ? REASONS[chat.escalationReason] : 'Keine Eskalation'}
          {waitingSince(chat) !== null && <span className={classes.onPhone}> · {waiting(chat)}</span>}
        </>
      ),
    },
    {
      key: 'waiting',
      head: 'Wartet',
      phone: 'hidden',
      cell: (chat) => <span className="nowrap">{waiting(chat) ?? '–'}</span>,
    },
    {
      key: 'last',
      head: 'Letzte Nachricht',
      kind: 'muted',
      phone: 'amount-note',
      cell: ({ lastMessageAt }) => <span className="nowrap">{formatDayMonthTime(lastMessageAt)}</span>,
    },
    {
      key: 'unread',
      head: 'Ungelesen',
      phone: 'amount',
      cell: ({ unreadByTeam }) => (unreadByTeam > 0 ? <CountPill count={unreadByTeam} /> : null),
    },
  ];
}

function useLoadingFailure(error: unknown) {
  const failed = Boolean(error) && errorCode(error) !== 'UNAUTHENTICATED';
  useEffect(() => {
    if (failed) toast.error(DESK_TOASTS.failed, DESK_TOASTS.chatsNotLoaded);
  }, [failed]);
}

const pageOf = (text: string | null): number => (text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1);
