import { Tooltip } from '@mantine/core';
import { clsx } from 'clsx';
import { useId } from 'react';
import { NavLink } from 'react-router';
import { Icon } from './icon.tsx';
import type { NavGroup, NavItem } from './navigation.ts';
import { CountPill } from './status-pill.tsx';

const GROUP = clsx(
  'px-3 pt-5 pb-1.5 text-[12px]/4.5 font-550 text-muted',
  'group-data-collapsed/nav:h-[17px] group-data-collapsed/nav:mx-2 group-data-collapsed/nav:mt-0',
  'group-data-collapsed/nav:mb-2 group-data-collapsed/nav:p-0 group-data-collapsed/nav:border-b',
  'group-data-collapsed/nav:border-border group-data-collapsed/nav:[div:first-child>&]:h-2',
  'group-data-collapsed/nav:[div:first-child>&]:mb-2',
  'group-data-collapsed/nav:[div:first-child>&]:border-0',
);
const LINK = clsx(
  'relative flex items-center gap-3 h-11 px-3 rounded-control text-[15px] font-medium text-muted',
  '[transition:background-color_0.15s] hover:bg-bg hover:text-text',
  'aria-[current=page]:bg-bg aria-[current=page]:text-text aria-[current=page]:font-620',
  'aria-[current=page]:[&>svg]:text-primary aria-[current=page]:before:absolute',
  'aria-[current=page]:before:-left-3 aria-[current=page]:before:top-2',
  'aria-[current=page]:before:bottom-2 aria-[current=page]:before:w-[3px]',
  'aria-[current=page]:before:rounded-[0_2px_2px_0] aria-[current=page]:before:bg-primary',
  'group-data-collapsed/nav:justify-center group-data-collapsed/nav:p-0',
  'group-data-collapsed/nav:aria-[current=page]:before:-left-0.5',
);

interface SidebarNavProps {
  groups: readonly NavGroup[];
  /** Icons only; the words become tooltips and stay the accessible names. */
  collapsed?: boolean | undefined;
  onNavigate?: (() => void) | undefined;
}

export function SidebarNav({ groups, collapsed = false, onNavigate }: SidebarNavProps) {
  const id = useId();
  return (
    <nav
      className="group/nav px-3 pt-0 pb-6 data-collapsed:px-0.5 data-collapsed:pt-0 data-collapsed:pb-6"
      aria-label="Hauptnavigation"
      data-collapsed={collapsed || undefined}
    >
      {groups.map((group, index) => (
        <div key={group.label}>
          <p className={GROUP} id={`${id}-${index}`}>
            <span className={collapsed ? 'vh' : undefined}>{group.label}</span>
          </p>
          <ul aria-labelledby={`${id}-${index}`}>
            {group.items.map((item) => (
              <li key={item.to}>
                <SidebarLink item={item} collapsed={collapsed} onNavigate={onNavigate} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface SidebarLinkProps {
  item: NavItem;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
}

function SidebarLink({ item, collapsed, onNavigate }: SidebarLinkProps) {
  const link = (
    <NavLink className={LINK} to={item.to} end={item.end ?? false} onClick={onNavigate}>
      <Icon as={item.icon} />
      <span className={collapsed ? 'vh' : undefined}>{item.label}</span>
      {item.count ? <Waiting count={item.count} collapsed={collapsed} /> : null}
    </NavLink>
  );
  if (!collapsed) return link;
  return (
    <Tooltip label={item.label} position="right">
      {link}
    </Tooltip>
  );
}

function Waiting({ count, collapsed }: { count: number; collapsed: boolean }) {
  if (collapsed) {
    return (
      <span className="absolute top-2 right-2 size-2 rounded-[50%] bg-primary">
        <span className="vh">{count}</span>
      </span>
    );
  }
  return (
    <span className="ml-auto">
      <CountPill count={count} />
    </span>
  );
}
