import classes from './voucher-number.module.css';

/** ①②③: ties a point, a step or an explanation to its row. */
export function VoucherNumber({ number }: { number: number }) {
  return <span className={classes.number}>{number}</span>;
}

interface MarginStepsProps {
  label: string;
  steps: readonly string[];
  current: number;
}

/** Steps in the margin column of a public page. */
export function MarginSteps({ label, steps, current }: MarginStepsProps) {
  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === current ? 'step' : undefined}>
          <VoucherNumber number={index + 1} />
          {step}
        </li>
      ))}
    </ol>
  );
}
