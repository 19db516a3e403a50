import { IconBell } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { IconButton } from './icon-button.tsx';

interface BellButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  unread: number;
  /** Above this the badge says „9+“. */
  badgeMax: number;
}

export function BellButton({ unread, badgeMax, ...rest }: BellButtonProps) {
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
