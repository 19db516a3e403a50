import type { Notification } from '@botdepot/contract';
import { IconX } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../lib/now.ts';
import { urls } from '../../lib/urls.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { CountPill } from '../../ui/status-pill.tsx';
import { notificationIcon } from './notification-subject.ts';
import { formatNotificationTime } from './notification-time.ts';
import type { useNotifications } from './notifications.queries.ts';

const ITEM = clsx(
  'grid grid-cols-[32px_minmax(0,1fr)_auto] gap-3 items-start w-full py-3 px-5 text-sm text-left',
  'cursor-pointer hover:bg-bg data-unread:bg-primary-soft',
  'focus-visible:-outline-offset-3',
);

interface NotificationsPanelProps {
  notifications: Pick<ReturnType<typeof useNotifications>, 'data' | 'error' | 'refetch'>;
  onOpen: (notification: Notification) => void;
  onReadAll: () => void;
  onClose: () => void;
}

export function NotificationsPanel({ notifications, onOpen, onReadAll, onClose }: NotificationsPanelProps) {
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
