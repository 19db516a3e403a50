import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconX } from '../icon/icons.ts';

const PILL = clsx(
  'inline-flex items-center gap-1.5 h-6 pr-2 pl-1.5 border border-border rounded-[6px] bg-surface',
  'text-text text-xs font-580 whitespace-nowrap',
  'data-[tone=pending]:border-transparent data-[tone=pending]:bg-warn-soft',
  'data-[tone=done]:border-transparent data-[tone=done]:bg-primary-soft',
  'data-[tone=done]:[&_svg]:text-primary',
);
const COUNT = clsx(
  'inline-block flex-none min-w-5 h-5 px-1.5 rounded-[10px] bg-primary-soft text-primary text-[12px]/5',
  'font-bold text-center tabular-nums',
);

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
    <span className={PILL} data-tone={tone}>
      <Icon as={SHAPES[tone]} size={14} stroke={1.8} />
      {children}
    </span>
  );
}

/** A number beside a title or a tab. */
export function CountPill({ count }: { count: number }) {
  return <span className={COUNT}>{count}</span>;
}
