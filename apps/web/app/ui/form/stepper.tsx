import { clsx } from 'clsx';
import { Icon } from '../icon/icon.tsx';
import { IconCheck } from '../icon/icons.ts';

const STEP = clsx(
  'group/step flex items-center gap-2 font-550 whitespace-nowrap',
  '[&+&]:before:w-6 [&+&]:before:my-0 [&+&]:before:mx-2 [&+&]:before:border-t',
  '[&+&]:before:border-control data-[state=current]:text-text',
  'max-md:[&+&]:before:w-3 max-md:[&+&]:before:my-0 max-md:[&+&]:before:mx-1',
);
const NUMBER = clsx(
  'inline-flex items-center justify-center flex-none size-6 border border-control rounded-[50%]',
  'text-[12px] font-620 tabular-nums group-data-[state=current]/step:bg-primary',
  'group-data-[state=current]/step:border-primary group-data-[state=current]/step:text-on-primary',
  'group-data-[state=done]/step:border-primary group-data-[state=done]/step:text-primary',
);
const WORD = clsx(
  "max-md:group-not-[[data-state='current']]/step:absolute",
  "max-md:group-not-[[data-state='current']]/step:size-px",
  "max-md:group-not-[[data-state='current']]/step:overflow-hidden",
  "max-md:group-not-[[data-state='current']]/step:[clip-path:inset(50%)]",
);

interface StepperProps {
  label: string;
  steps: readonly string[];
  /** Index of the current step; `steps.length` when all are done. */
  current: number;
}

/** Where one is in a short sequence. It shows, it does not navigate: going back is a button of the step. */
export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol className="flex text-[14px] text-muted" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={STEP}
          data-state={index < current ? 'done' : index === current ? 'current' : 'upcoming'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={NUMBER} aria-hidden>
            {index < current ? <Icon as={IconCheck} size={12} stroke={2.4} /> : index + 1}
          </span>
          <span className={WORD}>{step}</span>
          {index < current && <span className="vh">, erledigt</span>}
        </li>
      ))}
    </ol>
  );
}
