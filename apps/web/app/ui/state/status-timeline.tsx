import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Refused is a square: a shape, not only a colour. */
const STEP = clsx(
  'group/step relative pt-0 pb-5 pr-0 pl-8 text-sm',
  'last:pb-0 before:absolute before:left-[7px] before:top-5 before:-bottom-1 before:border-l',
  'before:border-l-control last:before:hidden',
  'after:absolute after:left-0.5 after:top-1 after:size-3 after:border-[1.5px] after:border-control',
  'after:rounded-[50%] after:bg-surface data-[state=done]:after:bg-primary',
  'data-[state=done]:after:border-primary data-[state=current]:after:border-3',
  'data-[state=current]:after:border-primary',
  'data-[state=refused]:after:border-text data-[state=refused]:after:rounded-[2px]',
  'data-[state=refused]:after:bg-text',
);

export interface TimelineStep {
  title: string;
  state: 'done' | 'current' | 'upcoming' | 'refused';
  /** When it happened, or since when it lasts. */
  time?: string | undefined;
  note?: ReactNode;
}

const STATE_WORDS = {
  done: 'erledigt',
  current: 'aktueller Schritt',
  upcoming: 'steht noch aus',
  refused: 'abgelehnt',
} as const;

export function StatusTimeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.title}
          className={STEP}
          data-state={step.state}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <p className="flex gap-3">
            <span className="font-semibold group-data-[state=upcoming]/step:text-muted">{step.title}</span>
            <span className="vh">{`, ${STATE_WORDS[step.state]}`}</span>
            {step.time && (
              <span className="ml-auto text-muted tabular-nums whitespace-nowrap">{step.time}</span>
            )}
          </p>
          {step.note && <p className="text-muted">{step.note}</p>}
        </li>
      ))}
    </ol>
  );
}
