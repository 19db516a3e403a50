import { IconCheck } from '@tabler/icons-react';
import { Icon } from './icon.tsx';
import classes from './stepper.module.css';

interface StepperProps {
  label: string;
  steps: readonly string[];
  /** Index of the current step; `steps.length` when all are done. */
  current: number;
}

/** Where one is in a short sequence. It shows, it does not navigate: going back is a button of the step. */
export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-state={index < current ? 'done' : index === current ? 'current' : 'upcoming'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={classes.number} aria-hidden>
            {index < current ? <Icon as={IconCheck} size={12} stroke={2.4} /> : index + 1}
          </span>
          <span className={classes.word}>{step}</span>
          {index < current && <span className="vh">, erledigt</span>}
        </li>
      ))}
    </ol>
  );
}
