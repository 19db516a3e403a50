import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment } from 'react';
import classes from './action-menu.module.css';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export interface ActionGroup {
  /** „Übergeben an“ */
  label: string;
  /** A group without any is not shown. */
  actions: readonly { key: string; label: string; onSelect: () => void }[];
}

/** What is needed seldom, behind one button: nothing happens before one of the list is chosen. */
export function ActionMenu({ label, groups }: { label: string; groups: readonly ActionGroup[] }) {
  return (
    // Beside its button, so that it is part of the dialog that the button may stand in.
    <Menu
      classNames={{
        dropdown: classes.dropdown ?? '',
        item: classes.item ?? '',
        label: classes.label ?? '',
        itemLabel: classes.itemLabel ?? '',
      }}
      position="bottom-end"
      zIndex={190}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button size="sm" look="quiet">
          {label}
          <Icon as={IconChevronDown} size={16} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {groups
          .filter(({ actions }) => actions.length > 0)
          .map((group) => (
            <Fragment key={group.label}>
              <Menu.Label>{group.label}</Menu.Label>
              {group.actions.map((action) => (
                <Menu.Item key={action.key} onClick={action.onSelect}>
                  {action.label}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
