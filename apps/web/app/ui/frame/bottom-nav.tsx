import { clsx } from 'clsx';
import type { Ref } from 'react';
import { Icon } from '../icon/icon.tsx';
import { IconDots } from '../icon/icons.ts';
import type { NavGroup } from './navigation.tsx';
import { ItemLink } from './navigation.tsx';

/** One at a time: what is open lies over the page, and „Mehr“ has every page that has no place of its own here. */
const ITEM = clsx(
  'max-md:relative max-md:flex max-md:flex-col max-md:items-center max-md:justify-center',
  'max-md:gap-[3px] max-md:min-w-0 max-md:px-1 max-md:text-xs max-md:font-550 max-md:text-muted',
  'max-md:whitespace-nowrap max-md:aria-expanded:[--mark:var(--primary)] max-md:aria-expanded:text-text',
  'max-md:aria-expanded:font-620',
  "max-md:group-not-[:has([aria-expanded='true'])]/nav:[&[aria-current]]:[--mark:var(--primary)]",
  "max-md:group-not-[:has([aria-expanded='true'])]/nav:[&[aria-current]]:text-text",
  "max-md:group-not-[:has([aria-expanded='true'])]/nav:[&[aria-current]]:font-620",
  'max-md:[&>svg]:text-[var(--mark,inherit)] max-md:before:absolute max-md:before:-top-px',
  'max-md:before:left-[22%] max-md:before:right-[22%] max-md:before:border-t-2',
  'max-md:before:border-t-[var(--mark,transparent)] max-md:focus-visible:-outline-offset-3',
);
/** Equal, unless a name needs more on a narrow phone. */
const NAV = clsx(
  'group/nav hidden max-md:fixed max-md:left-0 max-md:right-0 max-md:bottom-0 max-md:z-110 max-md:grid',
  'max-md:grid-flow-col max-md:auto-cols-[minmax(min-content,1fr)]',
  'max-md:h-[calc(var(--bottom-nav)_+_env(safe-area-inset-bottom))]',
  'max-md:pb-[env(safe-area-inset-bottom)] max-md:bg-surface max-md:border-t max-md:border-border',
  'print:hidden',
);
const MORE = clsx(
  "max-md:group-not-[:has([aria-expanded='true'],[aria-current])]/nav:[--mark:var(--primary)]",
  "max-md:group-not-[:has([aria-expanded='true'],[aria-current])]/nav:text-text",
  "max-md:group-not-[:has([aria-expanded='true'],[aria-current])]/nav:font-620",
);

interface BottomNavProps {
  /** A place before „Mehr“, for a button that looks like `bottomItem`. */
  slot?: Ref<HTMLSpanElement> | undefined;
  groups: readonly NavGroup[];
  moreOpen: boolean;
  onMore: () => void;
}

/** How whatever stands in the bottom navigation looks. */
export const bottomItem = ITEM;

/** Phones only: the pages with a short name, at most four, and „Mehr“ with everything. */
export function BottomNav({ slot, groups, moreOpen, onMore }: BottomNavProps) {
  const items = groups
    .flatMap((group) => group.items)
    .filter((item) => item.bottomLabel !== undefined)
    .slice(0, 4);
  return (
    <nav className={NAV} aria-label="Navigation unten">
      {items.map((item) => (
        <ItemLink key={item.to} className={ITEM} item={item}>
          <Icon as={item.icon} />
          {item.bottomLabel}
        </ItemLink>
      ))}
      {slot && <span className="max-md:grid" ref={slot} />}
      <button
        type="button"
        className={`${ITEM} ${MORE}`}
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
