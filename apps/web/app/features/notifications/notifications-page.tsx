import { LIMITS, type Notification } from '@botdepot/contract';
import { clsx } from 'clsx';
import { useRef } from 'react';
import { Link } from 'react-router';
import { formatTime } from '../../lib/format/dates.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { useNow } from '../../lib/live/now.ts';
import { errorText } from '../../lib/server/api.ts';
import { useList } from '../../lib/server/use-list.ts';
import { urls } from '../../lib/url/urls.ts';
import { Button } from '../../ui/form/button.tsx';
import { Chip } from '../../ui/form/chip.tsx';
import { FieldProblem } from '../../ui/form/field.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { PageHead } from '../../ui/frame/page-head.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { IconCheck, IconChecks } from '../../ui/icon/icons.ts';
import { Panel } from '../../ui/sheet/panel.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { FilterBar, FilterSelect } from '../../ui/table/filters.tsx';
import { PagedRows } from '../../ui/table/paged-rows.tsx';
import {
  formatNotificationDay,
  groupByDay,
  notificationIcon,
  notificationUrl,
} from './notification-texts.ts';
import {
  allNotificationsQuery,
  NOTIFICATION_LIST,
  TYPE_OPTIONS,
  TYPE_WORDS,
  useReadAllNotifications,
  useReadNotification,
} from './notifications.queries.ts';

const DAY = clsx(
  'px-(--pad) pt-4 pb-2 text-sm font-semibold text-muted',
  '[section+section>&]:border-t [section+section>&]:border-border',
);
const ROW = clsx(
  'group/row relative grid grid-cols-[32px_minmax(0,1fr)_auto_auto] gap-x-3 items-start py-3 px-(--pad)',
  'border-t border-border text-sm not-data-unread:has-[a]:hover:bg-bg',
  'data-unread:bg-primary-soft focus-visible:outline-2 focus-visible:outline-primary',
  'focus-visible:-outline-offset-3 focus:not-[:focus-visible]:outline-none',
);
/** The whole line leads to the subject, the small button lies above it. */
const OPEN = clsx(
  'text-inherit no-underline after:absolute after:inset-0',
  'group-has-[a]/row:group-hover/row:underline group-has-[a]/row:group-hover/row:underline-offset-4',
  'focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-primary',
  'focus-visible:after:-outline-offset-3',
);

/** Every notification of the customer, filtered and paged in the address. */
export function NotificationsPage() {
  const list = useList(NOTIFICATION_LIST, allNotificationsQuery);
  const { value, set, isFiltered } = list;
  const { data, isPlaceholderData } = list.query;
  const readOne = useReadNotification();
  const readAll = useReadAllNotifications();
  // What still stands there from a filter without a match says nothing of the whole list.
  const isNew = !isFiltered && !isPlaceholderData && data?.total === 0;

  return (
    <>
      <PageHead
        title="Benachrichtigungen"
        note={<span role="status">{data && !isNew ? unreadText(data.unread) : '\u00a0'}</span>}
        actions={
          // It stays when there is nothing left to mark, so that the focus does.
          !isNew && (
            <Button
              icon={IconChecks}
              aria-disabled={!data || data.unread === 0}
              onClick={() => {
                if (data && data.unread > 0) readAll.mutate({});
              }}
            >
              Alle als gelesen markieren
            </Button>
          )
        }
      />
      <Panel
        label="Alle Benachrichtigungen"
        flush
        foot={
          <Link className="link-alone" to={urls.notifications}>
            Benachrichtigungen einstellen
          </Link>
        }
      >
        {!isNew && (
          <FilterBar>
            <FilterSelect
              label="Art der Benachrichtigung"
              allLabel="Alle Arten"
              options={TYPE_OPTIONS}
              value={value.type}
              onChange={(type) => set({ type })}
            />
            <Chip pressed={value.unreadOnly} onClick={() => set({ unreadOnly: !value.unreadOnly })}>
              Nur ungelesene
            </Chip>
          </FilterBar>
        )}
        {readAll.isError && (
          <div className="py-3 px-(--pad) border-b border-border">
            <FieldProblem>{notMarkedText(readAll.error)}</FieldProblem>
          </div>
        )}
        <PagedRows
          list={{
            ...list,
            onPage: (page) => {
              list.onPage(page);
              window.scrollTo({ top: 0 });
            },
          }}
          noun={data?.total === 1 ? 'Benachrichtigung' : 'Benachrichtigungen'}
          expected={LIMITS.pageSize}
          none={
            <EmptyState title="Noch keine Benachrichtigungen">
              Hier lesen Sie, was mit Ihren Einzahlungen, Auszahlungen und Bots geschieht.
            </EmptyState>
          }
          noMatch="Zu diesem Filter gibt es keine Benachrichtigungen."
          clearLabel="Alle zeigen"
          counted
        >
          {(items) => (
            <Days
              items={items}
              goesWhenRead={value.unreadOnly}
              failed={
                readOne.isError ? { id: readOne.variables.id, text: notMarkedText(readOne.error) } : null
              }
              onRead={(id) => {
                readAll.reset();
                readOne.mutate({ id });
              }}
            />
          )}
        </PagedRows>
      </Panel>
    </>
  );
}

interface DaysProps {
  items: readonly Notification[];
  /** Only unread ones are shown, so a row leaves with its mark. */
  goesWhenRead: boolean;
  /** The last mark, when it was not taken. */
  failed: { id: string; text: string } | null;
  onRead: (id: string) => void;
}

function Days({ items, goesWhenRead, failed, onRead }: DaysProps) {
  const now = useNow(60_000);
  const list = useRef<HTMLDivElement>(null);
  const read = (id: string, row: HTMLElement | null) => {
    // The button goes away with its purpose; the focus moves to what stays.
    (goesWhenRead ? list.current : row)?.focus();
    onRead(id);
  };
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {groupByDay(items).map(({ day, items: ofDay }) => (
        <section key={day} aria-labelledby={`tag-${day}`}>
          <h2 className={DAY} id={`tag-${day}`}>
            {formatNotificationDay(ofDay[0]?.createdAt ?? day, now)}
          </h2>
          <ul>
            {ofDay.map((item) => (
              <NotificationRow
                key={item.id}
                notification={item}
                problem={failed?.id === item.id ? failed.text : undefined}
                onOpen={() => onRead(item.id)}
                onRead={(row) => read(item.id, row)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function notMarkedText(error: unknown): string {
  return `Nicht als gelesen markiert. ${errorText(error)}`;
}

function unreadText(unread: number): string {
  return unread === 0 ? 'Alles gelesen' : `${formatCount(unread)} ungelesen`;
}

interface NotificationRowProps {
  notification: Notification;
  /** Why it could not be marked. */
  problem: string | undefined;
  /** Its subject is opened, which marks it as well. */
  onOpen: () => void;
  /** The small button; with the row, for the focus. */
  onRead: (row: HTMLElement | null) => void;
}

/** One line of the list, under the heading of its day. All of it leads to its subject. */
function NotificationRow({ notification, problem, onOpen, onRead }: NotificationRowProps) {
  const { title, message, type, isRead, createdAt } = notification;
  const url = notificationUrl(notification);
  const row = useRef<HTMLLIElement>(null);
  const name = (
    <>
      {title}
      {!isRead && <span className="vh">, ungelesen</span>}
    </>
  );
  return (
    <li ref={row} tabIndex={-1} className={ROW} data-unread={!isRead || undefined}>
      <span>
        <Icon as={notificationIcon(notification)} size={16} />
      </span>
      <div className="[&>span]:block">
        <span className="font-semibold">
          {url === undefined ? (
            name
          ) : (
            <Link className={OPEN} to={url} onClick={() => !isRead && onOpen()}>
              {name}
            </Link>
          )}
        </span>
        <span className="text-muted wrap-anywhere [[data-unread]_&]:text-text">{message}</span>
        <span className="mt-px text-[12px]/4.5 text-muted tabular-nums">{`${formatTime(createdAt)} · ${TYPE_WORDS[type]}`}</span>
        {problem && !isRead && <FieldProblem>{problem}</FieldProblem>}
      </div>
      {!isRead && (
        <>
          <span className="size-[9px] mt-1.5 rounded-[50%] bg-primary" aria-hidden />
          <IconButton
            className="z-1 -m-3"
            icon={IconCheck}
            label={`„${title}“ als gelesen markieren`}
            title="Als gelesen markieren"
            onClick={() => onRead(row.current)}
          />
        </>
      )}
    </li>
  );
}
