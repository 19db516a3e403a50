import { LIMITS, type Notification } from '@botdepot/contract';
import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type ComponentPropsWithRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useIsPhone } from '../../lib/media.ts';
import { useWayBackCloses } from '../../lib/way-back.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { notificationUrl } from './notification-subject.ts';
import { useNotifications, useReadAllNotifications, useReadNotification } from './notifications.queries.ts';
import { NotificationsPanel } from './notifications-panel.tsx';

/** The whole page between the top bar and the bottom navigation; the library's own place is for wide screens. */
const DROPDOWN = clsx(
  'flex flex-col max-h-[calc(100dvh_-_var(--play-bar-height)_-_var(--top)_-_24px)] p-0 overflow-hidden',
  'border border-control rounded-box bg-surface',
  'max-md:fixed!',
  'max-md:[inset:calc(var(--play-bar-height)_+_var(--top))_0_calc(var(--bottom-nav)_+_env(safe-area-inset-bottom))]!',
  'max-md:w-auto! max-md:max-h-none max-md:border-0 max-md:rounded-none',
);

/** The bell with its badge and what it opens: a popover of 26rem, on phones the whole page between the two bars. */
export function NotificationsBell() {
  const [opened, setOpened] = useState(false);
  // The popover is a menu; the whole page is not.
  useWayBackCloses(useIsPhone() && opened, () => setOpened(false));
  const navigate = useNavigate();
  const notifications = useNotifications();
  const readOne = useReadNotification();
  const readAll = useReadAllNotifications();

  const open = (notification: Notification) => {
    if (!notification.isRead) readOne.mutate({ id: notification.id });
    const url = notificationUrl(notification);
    if (url === undefined) return;
    setOpened(false);
    void navigate(url);
  };

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
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
      <Popover.Target>
        <BellButton
          unread={notifications.data?.unread ?? 0}
          badgeMax={LIMITS.notificationBadgeMax}
          onClick={() => setOpened(!opened)}
          // The panel hears the key only once the focus has reached it.
          onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="Benachrichtigungen">
        <NotificationsPanel
          notifications={notifications}
          onOpen={open}
          onReadAll={() => readAll.mutate({})}
          onClose={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface BellButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  unread: number;
  /** Above this the badge says „9+“. */
  badgeMax: number;
}

function BellButton({ unread, badgeMax, ...rest }: BellButtonProps) {
  const badge = unread === 0 ? undefined : unread > badgeMax ? `${badgeMax}+` : String(unread);
  return (
    <IconButton
      icon={IconBell}
      label={unread === 0 ? 'Benachrichtigungen' : `Benachrichtigungen, ${unread} ungelesen`}
      badge={badge}
      aria-haspopup="dialog"
      {...rest}
    />
  );
}
