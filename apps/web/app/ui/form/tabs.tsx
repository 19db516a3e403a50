import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { CountPill } from '../state/status-pill.tsx';
import { RadioSet, type RadioSetProps } from './radio-set.tsx';

/** The tabs' offsets count from here. */
const LIST = clsx(
  'relative flex mb-6 border-b border-border overflow-x-auto [scrollbar-width:none]',
  'max-md:-mx-4 max-md:mt-0 max-md:mb-4 max-md:py-0 max-md:px-4',
  'print:hidden',
);
const GAP = 'gap-6 max-md:gap-5';
/** Room for a reminder of two digits. */
const WIDE_GAP = 'gap-9';
const TAB = clsx(
  'relative inline-flex items-center gap-2 flex-none h-11 -mb-px border-b-2 border-transparent text-[15px]',
  'font-550 text-muted whitespace-nowrap hover:text-text',
  'aria-[current=page]:text-text aria-[current=page]:font-620 aria-[current=page]:border-primary',
  'focus-visible:-outline-offset-4 focus-visible:rounded-[6px]',
);
/** The target is 44 px high although the segment is 36. As wide as its words, then what is left in equal parts. */
const SEGMENT = clsx(
  'relative inline-flex items-center justify-center min-w-11 h-9 py-0 px-2.5 border border-transparent',
  'rounded-[6px] text-[14px] font-550 text-muted cursor-pointer whitespace-nowrap',
  'hover:text-text after:absolute after:inset-y-[-5px] after:-inset-x-px',
  'has-[input:checked]:border-border has-[input:checked]:bg-surface has-[input:checked]:text-text',
  'has-[input:checked]:font-620 has-[input:focus-visible]:outline-2',
  'has-[input:focus-visible]:outline-primary has-[input:focus-visible]:outline-offset-1',
  '[&_input]:absolute [&_input]:opacity-0 max-md:flex-auto max-md:min-w-0 max-md:h-10 max-md:py-0',
  'max-md:px-2',
);

export interface TabLink {
  value: string;
  label: string;
  /** A path or only a query (`?ansicht=transaktionen`): a view has an address. */
  to: string;
  /** Always shown, also 0. Undefined while it is on its way: its place is kept, so that the tabs beside it stay where they are. */
  count?: number | undefined;
  /** Shown only where there is any, between the tabs, so that none of them moves. */
  reminder?: number | undefined;
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
  const gap = tabs.some((tab) => 'reminder' in tab) ? WIDE_GAP : GAP;
  // On phones the row of tabs scrolls sideways; the current one must not stay outside.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect measures what they have changed.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!list.current || !tab) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [current, counts]);

  return (
    <nav ref={list} className={clsx(LIST, gap)} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.value}
          className={TAB}
          to={tab.to}
          preventScrollReset
          aria-current={tab.value === current ? 'page' : undefined}
        >
          {tab.label}
          {'count' in tab &&
            (tab.count === undefined ? <span className="w-5" /> : <CountPill count={tab.count} />)}
          {tab.reminder ? (
            <span className="absolute left-full ml-1.5">
              <CountPill count={tab.reminder} />
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  );
}

/** A small switch between periods or factors. */
export function Segments<V extends string>(props: RadioSetProps<V>) {
  return (
    <RadioSet
      {...props}
      legendClass="vh"
      rowClass="inline-flex flex-wrap p-[3px] border border-border rounded-control bg-bg max-md:flex print:hidden"
      optionClass={SEGMENT}
    />
  );
}
