import type { Notification } from '@botdepot/contract';
import { IconCheck } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { formatTime } from '../../lib/dates.ts';
import { FieldProblem } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TYPE_WORDS } from './notification-list.ts';
import { notificationIcon, notificationUrl } from './notification-subject.ts';
import shared from './notifications.module.css';
import classes from './notifications-page.module.css';

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
export function NotificationRow({ notification, problem, onOpen, onRead }: NotificationRowProps) {
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
    <li ref={row} tabIndex={-1} className={classes.row} data-unread={!isRead || undefined}>
      <span className={shared.icon}>
        <Icon as={notificationIcon(notification)} size={16} />
      </span>
      <div className={shared.text}>
        <span className={shared.itemTitle}>
          {url === undefined ? (
            name
          ) : (
            <Link className={classes.open} to={url} onClick={() => !isRead && onOpen()}>
              {name}
            </Link>
          )}
        </span>
        <span className={shared.message}>{message}</span>
        <span className={shared.time}>{`${formatTime(createdAt)} · ${TYPE_WORDS[type]}`}</span>
        {problem && !isRead && <FieldProblem>{problem}</FieldProblem>}
      </div>
      {!isRead && (
        <>
          <span className={shared.dot} aria-hidden />
          <IconButton
            className={classes.read}
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
