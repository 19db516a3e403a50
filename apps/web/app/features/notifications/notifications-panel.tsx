import type { Notification } from '@botdepot/contract';
import { IconX } from '@tabler/icons-react';
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
import classes from './notifications.module.css';
import type { useNotifications } from './notifications.queries.ts';

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
      <div className={classes.head}>
        <h2 className={classes.title}>Benachrichtigungen</h2>
        {unread > 0 && <CountPill count={unread} />}
        {unread > 0 && (
          <button type="button" className={`link-alone ${classes.readAll}`} onClick={readAll}>
            Alle gelesen
          </button>
        )}
        <IconButton ref={close} className={classes.close} icon={IconX} label="Schließen" onClick={onClose} />
      </div>
      {data ? (
        <NotificationList items={data.items} onOpen={onOpen} />
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton count={4} />
      )}
      <div className={classes.foot}>
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
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            className={classes.item}
            data-unread={!item.isRead || undefined}
            onClick={() => onOpen(item)}
          >
            <IconTile>
              <Icon as={notificationIcon(item)} size={16} />
            </IconTile>
            <span className={classes.text}>
              <span className={classes.itemTitle}>
                {item.title}
                {!item.isRead && <span className="vh">, ungelesen</span>}
              </span>
              <span className={classes.message}>{item.message}</span>
              <span className={classes.time}>{formatNotificationTime(item.createdAt, now)}</span>
            </span>
            {!item.isRead && <span className={classes.dot} aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  );
}
