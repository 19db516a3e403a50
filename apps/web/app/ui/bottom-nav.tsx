import { IconDots } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import classes from './bottom-nav.module.css';
import { Icon } from './icon.tsx';
import type { NavGroup } from './navigation.ts';

interface BottomNavProps {
  groups: readonly NavGroup[];
  moreOpen: boolean;
  onMore: () => void;
}

/** Phones only: the pages with a short name, at most four, and „Mehr“ with everything. */
export function BottomNav({ groups, moreOpen, onMore }: BottomNavProps) {
  const items = groups
    .flatMap((group) => group.items)
    .filter((item) => item.bottomLabel !== undefined)
    .slice(0, 4);
  return (
    <nav className={classes.nav} aria-label="Navigation unten">
      {items.map((item) => (
        <NavLink key={item.to} className={classes.item ?? ''} to={item.to} end={item.end ?? false}>
          <Icon as={item.icon} />
          {item.bottomLabel}
        </NavLink>
      ))}
      <button
        type="button"
        className={classes.item}
        aria-haspopup="dialog"
        aria-expanded={moreOpen}
        onClick={onMore}
      >
        <Icon as={IconDots} />
        Mehr
      </button>
    </nav>
  );
}
