import { Tooltip } from '@mantine/core';
import { useId } from 'react';
import { NavLink } from 'react-router';
import { Icon } from './icon.tsx';
import type { NavGroup, NavItem } from './navigation.ts';
import classes from './sidebar-nav.module.css';
import { CountPill } from './status-pill.tsx';

interface SidebarNavProps {
  groups: readonly NavGroup[];
  /** Icons only; the words become tooltips and stay the accessible names. */
  collapsed?: boolean | undefined;
  onNavigate?: (() => void) | undefined;
}

export function SidebarNav({ groups, collapsed = false, onNavigate }: SidebarNavProps) {
  const id = useId();
  return (
    <nav className={classes.nav} aria-label="Hauptnavigation" data-collapsed={collapsed || undefined}>
      {groups.map((group, index) => (
        <div key={group.label}>
          <p className={classes.group} id={`${id}-${index}`}>
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
    <NavLink className={classes.link ?? ''} to={item.to} end={item.end ?? false} onClick={onNavigate}>
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
      <span className={classes.dotMark}>
        <span className="vh">{count}</span>
      </span>
    );
  }
  return (
    <span className={classes.count}>
      <CountPill count={count} />
    </span>
  );
}
