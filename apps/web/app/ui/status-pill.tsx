import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import classes from './status-pill.module.css';

export type StatusTone = 'pending' | 'done' | 'refused' | 'cancelled' | 'special';

const SHAPES = {
  pending: IconClock,
  done: IconCheck,
  refused: IconX,
  cancelled: IconBan,
  special: IconAlertTriangle,
} as const;

/** Icon and word. Never the colours of up and down: a status is not a result. */
export function StatusPill({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      <Icon as={SHAPES[tone]} size={14} stroke={1.8} />
      {children}
    </span>
  );
}

/** A number beside a title or a tab. */
export function CountPill({ count }: { count: number }) {
  return <span className={classes.count}>{count}</span>;
}
