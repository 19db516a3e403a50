import '../theme/mantine-app.css';
import { Menu } from '@mantine/core';
import { clsx } from 'clsx';
import { Fragment } from 'react';
import { Button } from '../form/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { IconChevronDown } from '../icon/icons.ts';
import { MantineFrame } from '../theme/mantine-frame.tsx';

/** The library tints the focused entry too, also where a pointer rests on another one: the focus has a ring instead. */
const ITEM = clsx(
  'min-h-11 py-0 px-3 text-[15px] rounded-[6px] bg-transparent',
  'hover:bg-bg focus-visible:outline-2 focus-visible:outline-primary focus-visible:-outline-offset-2',
);

export interface ActionGroup {
  /** „Übergeben an“ */
  label: string;
  /** A group without any is not shown. */
  actions: readonly { key: string; label: string; onSelect: () => void }[];
}

/** What is needed seldom, behind one button: nothing happens before one of the list is chosen. */
export function ActionMenu({ label, groups }: { label: string; groups: readonly ActionGroup[] }) {
  return (
    <MantineFrame>
      {/* Beside its button, so that it is part of the dialog that the button may stand in. */}
      <Menu
        classNames={{
          dropdown: 'min-w-[12rem] max-w-[min(20rem,calc(100vw_-_32px))] p-1 border-control bg-surface',
          item: ITEM,
          label: 'px-3 pt-2 pb-1 text-xs text-muted',
          itemLabel: 'overflow-hidden text-ellipsis',
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
    </MantineFrame>
  );
}
