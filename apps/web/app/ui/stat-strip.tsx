import { IconChevronRight } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { OPENING } from '../lib/way-back.ts';
import { Icon } from './icon.tsx';
import classes from './stat-strip.module.css';

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
    <section className={classes.strip} aria-label={label} style={columns}>
      {stats.map((stat) =>
        stat.to ? (
          <Link key={stat.label} to={stat.to} {...(stat.isDrawer && OPENING)} className={classes.stat}>
            <StatContent stat={stat} />
          </Link>
        ) : (
          <div key={stat.label} className={classes.stat}>
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
      <span className={classes.label}>
        {stat.label}
        {stat.to && <Icon as={IconChevronRight} size={16} />}
      </span>
      <span className={classes.value}>{stat.value}</span>
      {stat.notes?.map((note) => (
        <span key={note} className={classes.note}>
          {note}
        </span>
      ))}
    </>
  );
}
