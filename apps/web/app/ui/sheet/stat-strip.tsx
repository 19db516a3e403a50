import { clsx } from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { OPENING } from '../../lib/url/way-back.ts';
import { Icon } from '../icon/icon.tsx';
import { IconChevronRight } from '../icon/icons.ts';

const STRIP = clsx(
  'grid grid-cols-[repeat(var(--stats,4),minmax(0,1fr))] bg-surface border border-border rounded-box',
  'max-lg:md:grid-cols-2 max-md:grid-cols-1',
);
const STAT = clsx(
  'relative flex flex-col min-w-0 py-4 px-5 border-l border-border',
  'first:border-l-0 first:pl-(--pad) first:rounded-[var(--radius)_0_0_var(--radius)]',
  '[a&]:hover:bg-bg last:rounded-[0_var(--radius)_var(--radius)_0]',
  'max-lg:md:first:rounded-[var(--radius)_0_0_0] max-lg:md:nth-2:rounded-[0_var(--radius)_0_0]',
  'max-lg:md:[&:nth-last-child(2)]:rounded-[0_0_0_var(--radius)]',
  'max-lg:md:last:rounded-[0_0_var(--radius)_0] max-lg:md:odd:border-l-0 max-lg:md:odd:pl-(--pad)',
  'max-lg:md:[&:nth-child(n+3)]:border-t max-lg:md:[&:nth-child(n+3)]:border-t-border',
  'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-0',
  'max-md:items-baseline max-md:py-3 max-md:px-4 max-md:border-l-0 max-md:border-t',
  'max-md:border-t-border max-md:first:border-t-0',
  'max-md:first:rounded-[var(--radius)_var(--radius)_0_0]',
  'max-md:last:rounded-[0_0_var(--radius)_var(--radius)]',
);
const LABEL = clsx(
  'flex items-center justify-between gap-1.5 text-sm text-muted',
  '[&_svg]:flex-none [&_svg]:text-control max-md:text-[15px] max-md:text-text max-md:[&_svg]:hidden',
  'print:[&_svg]:hidden',
);
const VALUE = clsx(
  '[--unit-size:14px] h-8 mt-1.5 text-xl font-semibold tracking-[-0.015em] tabular-nums',
  'whitespace-nowrap max-md:h-auto max-md:min-h-7 max-md:m-0 max-md:text-lg max-md:text-right',
);

export interface Stat {
  label: string;
  value: ReactNode;
  notes?: readonly string[] | undefined;
  /** The page behind the figure. */
  to?: string | undefined;
  /** It opens over this page, which stays where it is. */
  isDrawer?: boolean | undefined;
}

/** A few key figures in one box, divided by rules; on phones one line each, label left and value right. */
export function StatStrip({ label, stats }: { label: string; stats: readonly Stat[] }) {
  // The number of columns is data, not style.
  const columns = { '--stats': stats.length } as CSSProperties;
  return (
    <section className={STRIP} aria-label={label} style={columns}>
      {stats.map((stat) =>
        stat.to ? (
          <Link key={stat.label} to={stat.to} {...(stat.isDrawer && OPENING)} className={STAT}>
            <StatContent stat={stat} />
          </Link>
        ) : (
          <div key={stat.label} className={STAT}>
            <StatContent stat={stat} />
          </div>
        ),
      )}
    </section>
  );
}

function StatContent({ stat }: { stat: Stat }) {
  return (
    <>
      <span className={LABEL}>
        {stat.label}
        {stat.to && <Icon as={IconChevronRight} size={16} />}
      </span>
      <span className={VALUE}>{stat.value}</span>
      {stat.notes?.map((note) => (
        <span
          key={note}
          className="mt-1 text-[12px]/4.5 text-muted [&+&]:mt-0 max-md:col-span-full max-md:m-0"
        >
          {note}
        </span>
      ))}
    </>
  );
}
