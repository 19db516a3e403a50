import { LIMITS } from '@botdepot/contract';
import { type ComponentPropsWithRef, useState } from 'react';
import { useIsPhone } from '../../lib/page/device.ts';
import { later } from '../../lib/page/later.ts';
import { useAtRest } from '../../lib/page/when-idle.ts';
import { useWayBackCloses } from '../../lib/url/way-back.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { IconBell } from '../../ui/icon/icons.ts';
import { LazyOverlay } from '../../ui/overlay/overlay.tsx';
import { useNotifications } from './notifications.queries.ts';

/** Called early by who will not wait for it. */
export const loadNotifications = later(() => import('./notifications-popover.tsx'));
const loadEarly = () => void loadNotifications().catch(() => undefined);

/** The bell with its badge. What it opens is loaded when it is needed. */
export function NotificationsBell() {
  const [opened, setOpened] = useState(false);
  // The popover is a menu; the whole page is not.
  useWayBackCloses(useIsPhone() && opened, () => setOpened(false));
  const isAtRest = useAtRest();
  const notifications = useNotifications(isAtRest || opened);
  const button = (
    <BellButton
      unread={notifications.data?.unread ?? 0}
      badgeMax={LIMITS.notificationBadgeMax}
      aria-expanded={opened}
      onPointerEnter={loadEarly}
      onFocus={loadEarly}
      onClick={() => setOpened(!opened)}
      // The panel hears the key only once the focus has reached it.
      onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}
    />
  );
  return (
    <LazyOverlay load={loadNotifications} opened={opened} onClose={() => setOpened(false)} button={button}>
      {({ NotificationsPopover }) => (
        <NotificationsPopover
          target={button}
          notifications={notifications}
          opened={opened}
          onChange={setOpened}
        />
      )}
    </LazyOverlay>
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
