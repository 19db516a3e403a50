import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Icon, type IconShape } from '../icon/icon.tsx';
import { EmailAddress } from '../sheet/email-address.tsx';
import classes from './user-menu.module.css';

export interface UserMenuEntry {
  label: string;
  icon: IconShape;
  to?: string | undefined;
  onSelect?: (() => void) | undefined;
}

interface UserMenuProps {
  /** The heading of the menu: „Mein Konto“. */
  title: string;
  name: string;
  email: string;
  /** Only what exists: Profil, Einstellungen, Admin Panel, Abmelden. */
  entries: readonly UserMenuEntry[];
}

/** Two letters at most: from the name, else from the address. */
export function initialsOf(name: string, email: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 0 ? [words[0], words.length > 1 ? words.at(-1) : ''] : [email];
  return letters
    .map((word) => (word ?? '').slice(0, 1))
    .join('')
    .toUpperCase();
}

export function UserMenu({ title, name, email, entries }: UserMenuProps) {
  return (
    // Within the bar it belongs to, so that it is part of that landmark.
    <Menu
      classNames={{ dropdown: classes.dropdown ?? '', item: classes.item ?? '' }}
      zIndex={190}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button type="button" className={classes.user}>
          <span className="vh">Benutzermenü, </span>
          <span className={classes.avatar} aria-hidden>
            {initialsOf(name, email)}
          </span>
          <bdi className={classes.name}>{name || email}</bdi>
          <span className={classes.chevron}>
            <Icon as={IconChevronDown} size={16} />
          </span>
        </button>
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
  );
}
