import '../../ui/theme/mantine-app.css';
import type { Notification } from '@botdepot/contract';
import { Popover } from '@mantine/core';
import { clsx } from 'clsx';
import { cloneElement, type ReactElement, type Ref, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useNow } from '../../lib/live/now.ts';
import { urls } from '../../lib/url/urls.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { IconX } from '../../ui/icon/icons.ts';
import { useOpenedAfterMount } from '../../ui/overlay/overlay-parts.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { LoadFailure } from '../../ui/state/load-failure.tsx';
import { RowsSkeleton } from '../../ui/state/skeleton.tsx';
import { CountPill } from '../../ui/state/status-pill.tsx';
import { IconTile } from '../../ui/table/record-list.tsx';
import { MantineFrame } from '../../ui/theme/mantine-frame.tsx';
import { formatNotificationTime, notificationIcon, notificationUrl } from './notification-texts.ts';
import {
  type useNotifications,
  useReadAllNotifications,
  useReadNotification,
} from './notifications.queries.ts';

/** The whole page between the top bar and the bottom navigation; the library's own place is for wide screens. */
const DROPDOWN = clsx(
  'flex flex-col max-h-[calc(100dvh_-_var(--play-bar-height)_-_var(--top)_-_24px)] p-0 overflow-hidden',
  'border border-control rounded-box bg-surface',
  'max-md:fixed!',
  'max-md:[inset:calc(var(--play-bar-height)_+_var(--top))_0_calc(var(--bottom-nav)_+_env(safe-area-inset-bottom))]!',
  'max-md:w-auto! max-md:max-h-none max-md:border-0 max-md:rounded-none',
);

interface NotificationsPopoverProps {
  /** The bell. */
  target: ReactElement<{ ref?: Ref<HTMLButtonElement> }>;
  notifications: Pick<ReturnType<typeof useNotifications>, 'data' | 'error' | 'refetch'>;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/** What the bell opens: a popover of 26rem, on phones the whole page between the two bars. */
export function NotificationsPopover({ target, notifications, opened, onChange }: NotificationsPopoverProps) {
  const navigate = useNavigate();
  const readOne = useReadNotification();
  const readAll = useReadAllNotifications();
  const bell = useRef<HTMLButtonElement>(null);
  // The bell that was pressed is gone, and the popover gives the focus back to where it was.
  useEffect(() => bell.current?.focus(), []);

  const open = (notification: Notification) => {
    if (!notification.isRead) readOne.mutate({ id: notification.id });
    const url = notificationUrl(notification);
    if (url === undefined) return;
    onChange(false);
    void navigate(url);
  };

  return (
    <MantineFrame>
      <Popover
        opened={useOpenedAfterMount(opened)}
        onChange={onChange}
        position="bottom-end"
        width="26rem"
        offset={12}
        // The bar of the bell does not scroll, so neither does this; else reaching the last line would scroll the page.
        floatingStrategy="fixed"
        trapFocus
        returnFocus
        zIndex={190}
        classNames={{ dropdown: DROPDOWN }}
      >
        <Popover.Target>{cloneElement(target, { ref: bell })}</Popover.Target>
        <Popover.Dropdown aria-label="Benachrichtigungen">
          <NotificationsPanel
            notifications={notifications}
            onOpen={open}
            onReadAll={() => readAll.mutate({})}
            onClose={() => onChange(false)}
          />
        </Popover.Dropdown>
      </Popover>
    </MantineFrame>
  );
}

const ITEM = clsx(
  'grid grid-cols-[32px_minmax(0,1fr)_auto] gap-3 items-start w-full py-3 px-5 text-sm text-left',
  'cursor-pointer hover:bg-bg data-unread:bg-primary-soft',
  'focus-visible:-outline-offset-3',
);

interface NotificationsPanelProps {
  notifications: NotificationsPopoverProps['notifications'];
  onOpen: (notification: Notification) => void;
  onReadAll: () => void;
  onClose: () => void;
}

function NotificationsPanel({ notifications, onOpen, onReadAll, onClose }: NotificationsPanelProps) {
  const { data, error, refetch } = notifications;
  const unread = data?.unread ?? 0;
  const close = useRef<HTMLButtonElement>(null);
  const readAll = () => {
    // The button goes away with its purpose; the focus must stay in here, or Escape would not be heard.
    close.current?.focus();
    onReadAll();
  };
  return (
    <>
      <div className="flex items-center flex-none gap-2.5 min-h-15 pr-2 pl-5 border-b border-border">
        <h2 className="text-base font-bold">Benachrichtigungen</h2>
        {unread > 0 && <CountPill count={unread} />}
        {unread > 0 && (
          <button type="button" className="link-alone ml-auto px-2" onClick={readAll}>
            Alle gelesen
          </button>
        )}
        <IconButton
          ref={close}
          className="ml-auto [button+&]:ml-0"
          icon={IconX}
          label="Schließen"
          onClick={onClose}
        />
      </div>
      {data ? (
        <NotificationList items={data.items} onOpen={onOpen} />
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton count={4} />
      )}
      <div className="flex-none mt-auto py-2 px-5 border-t border-border">
        <Link className="link-alone" to={urls.allNotifications} onClick={onClose}>
          Alle ansehen
        </Link>
      </div>
    </>
  );
}

interface NotificationListProps {
  items: readonly Notification[];
  onOpen: (notification: Notification) => void;
}

function NotificationList({ items, onOpen }: NotificationListProps) {
  const now = useNow(60_000);
  if (items.length === 0) {
    return (
      <EmptyState title="Noch keine Benachrichtigungen">
        Hier lesen Sie, was mit Ihren Einzahlungen, Auszahlungen und Bots geschieht.
      </EmptyState>
    );
  }
  return (
    <ul className="overflow-y-auto overscroll-contain [&>li+li]:border-t [&>li+li]:border-border">
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            className={ITEM}
            data-unread={!item.isRead || undefined}
            onClick={() => onOpen(item)}
          >
            <IconTile>
              <Icon as={notificationIcon(item)} size={16} />
            </IconTile>
            <span className="[&>span]:block">
              <span className="font-semibold">
                {item.title}
                {!item.isRead && <span className="vh">, ungelesen</span>}
              </span>
              <span className="text-muted wrap-anywhere [[data-unread]_&]:text-text">{item.message}</span>
              <span className="mt-px text-[12px]/4.5 text-muted tabular-nums">
                {formatNotificationTime(item.createdAt, now)}
              </span>
            </span>
            {!item.isRead && <span className="size-[9px] mt-1.5 rounded-[50%] bg-primary" aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  );
}
