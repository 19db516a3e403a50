import { Menu } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from '../../lib/url/link.tsx';
import { Icon, type IconShape } from '../icon/icon.tsx';
import { EmailAddress } from '../sheet/email-address.tsx';
import { MantineFrame } from '../theme/mantine-frame.tsx';
import { UserButton } from './user-button.tsx';
import classes from './user-menu.module.css';

export interface UserMenuEntry {
  label: string;
  icon: IconShape;
  to?: string | undefined;
  onSelect?: (() => void) | undefined;
}

export interface UserMenuProps {
  /** The heading of the menu: „Mein Konto“. */
  title: string;
  name: string;
  email: string;
  /** Only what exists: Profil, Einstellungen, Admin Panel, Abmelden. */
  entries: readonly UserMenuEntry[];
  /** The press on a button that stood here before was for it. */
  beginsOpen?: boolean | undefined;
}

export function UserMenu({ title, name, email, entries, beginsOpen = false }: UserMenuProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!beginsOpen) return;
    // The button that was pressed is gone, and the menu gives the focus back to where it was.
    button.current?.focus();
    setOpened(true);
  }, [beginsOpen]);
  return (
    <MantineFrame>
      {/* Within the bar it belongs to, so that it is part of that landmark. */}
      <Menu
        opened={opened}
        onChange={setOpened}
        classNames={{ dropdown: classes.dropdown ?? '', item: classes.item ?? '' }}
        zIndex={190}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <UserButton ref={button} name={name} email={email} />
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.who}>
            <b>{title}</b>
            <EmailAddress>{email}</EmailAddress>
          </div>
          <Menu.Divider />
          {entries.map((entry) =>
            entry.to === undefined ? (
              <Menu.Item
                key={entry.label}
                leftSection={<Icon as={entry.icon} size={18} />}
                onClick={entry.onSelect}
              >
                {entry.label}
              </Menu.Item>
            ) : (
              <Menu.Item
                key={entry.label}
                component={Link}
                to={entry.to}
                leftSection={<Icon as={entry.icon} size={18} />}
              >
                {entry.label}
              </Menu.Item>
            ),
          )}
        </Menu.Dropdown>
      </Menu>
    </MantineFrame>
  );
}
