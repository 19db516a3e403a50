import { clsx } from 'clsx';

const NUMBER = clsx(
  'inline-grid place-items-center flex-none size-6 border border-control rounded-[50%] bg-surface',
  "text-text text-[12px]/[1] font-semibold tabular-nums in-[[aria-current='step']]:border-text",
  "in-[[aria-current='step']]:bg-text in-[[aria-current='step']]:text-bg",
);
const STEPS = clsx(
  'grid gap-2 [&_li]:flex [&_li]:items-center [&_li]:gap-2.5 [&_li]:text-muted',
  "[&_[aria-current='step']]:text-text [&_[aria-current='step']]:font-semibold",
  'max-[1080px]:flex max-[1080px]:gap-6',
);

/** ①②③: ties a point, a step or an explanation to its row. */
export function VoucherNumber({ number }: { number: number }) {
  return <span className={NUMBER}>{number}</span>;
}

interface MarginStepsProps {
  label: string;
  steps: readonly string[];
  current: number;
}

/** Steps in the margin column of a public page. */
export function MarginSteps({ label, steps, current }: MarginStepsProps) {
  return (
    <ol className={STEPS} aria-label={label}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === current ? 'step' : undefined}>
          <VoucherNumber number={index + 1} />
          {step}
        </li>
      ))}
    </ol>
  );
}
