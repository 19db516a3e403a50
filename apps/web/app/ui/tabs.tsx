import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { RadioSet, type RadioSetProps } from './radio-set.tsx';
import { CountPill } from './status-pill.tsx';
import classes from './tabs.module.css';

export interface TabLink {
  value: string;
  label: string;
  /** A path or only a query (`?ansicht=transaktionen`): a view has an address. */
  to: string;
  /**
   * Undefined while it is on its way: its place is kept, so that the tabs beside it stay where they are. A tab that counts
   * nothing must not name it at all.
   */
  count?: number | undefined;
  /** Whether 0 is shown as well: a counter says that there is none, a reminder is silent. */
  countsNone?: boolean;
}

interface TabLinksProps {
  label: string;
  tabs: readonly TabLink[];
  current: string;
}

/** Views of one page. Links, not an ARIA tab list: they can be opened in a new tab and kept as bookmarks. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  const list = useRef<HTMLElement>(null);
  const counts = tabs.map((tab) => tab.count).join();
  // On phones the row of tabs scrolls sideways; the current one must not stay outside.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect measures what they have changed.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!list.current || !tab) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [current, counts]);

  return (
    <nav ref={list} className={classes.list} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.value}
          className={classes.tab}
          to={tab.to}
          preventScrollReset
          aria-current={tab.value === current ? 'page' : undefined}
        >
          {tab.label}
          {'count' in tab && tab.count === undefined && <span className={classes.countPlace} />}
          {tab.count || (tab.countsNone && tab.count === 0) ? <CountPill count={tab.count} /> : null}
        </Link>
      ))}
    </nav>
  );
}

/** A small switch between periods or factors. */
export function Segments<V extends string>(props: RadioSetProps<V>) {
  return <RadioSet {...props} legendClass="vh" rowClass={classes.segments} optionClass={classes.segment} />;
}
