import { IconDots } from '@tabler/icons-react';
import type { Ref } from 'react';
import { NavLink } from 'react-router';
import classes from './bottom-nav.module.css';
import { Icon } from './icon.tsx';
import type { NavGroup } from './navigation.ts';

interface BottomNavProps {
  /** A place before „Mehr“, for a button that looks like `bottomItem`. */
  slot?: Ref<HTMLSpanElement> | undefined;
  groups: readonly NavGroup[];
  moreOpen: boolean;
  onMore: () => void;
}

/** How whatever stands in the bottom navigation looks. */
export const bottomItem = classes.item ?? '';

/** Phones only: the pages with a short name, at most four, and „Mehr“ with everything. */
export function BottomNav({ slot, groups, moreOpen, onMore }: BottomNavProps) {
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
      {slot && <span className={classes.slot} ref={slot} />}
      <button
        type="button"
        className={`${classes.item} ${classes.more}`}
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
