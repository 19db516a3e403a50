import type { ReactNode } from 'react';
import classes from './status-timeline.module.css';

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
          className={classes.step}
          data-state={step.state}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <p className={classes.head}>
            <span className={classes.title}>{step.title}</span>
            <span className="vh">{`, ${STATE_WORDS[step.state]}`}</span>
            {step.time && <span className={classes.time}>{step.time}</span>}
          </p>
          {step.note && <p className={classes.note}>{step.note}</p>}
        </li>
      ))}
    </ol>
  );
}
