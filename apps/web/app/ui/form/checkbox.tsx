import { clsx } from 'clsx';
import { type ComponentProps, useEffect, useRef } from 'react';

/** The browser's own is grey in the dark and belongs to no palette. `--tick` and `--tick-size` are the caller's. */
const BOX = clsx(
  'grid flex-none place-items-center size-[var(--tick-size,20px)] m-0 border',
  'border-[var(--tick,var(--control))] rounded-[5px] bg-surface appearance-none [cursor:inherit]',
  '[&:is(:checked,:indeterminate)]:border-[var(--tick,var(--primary))]',
  '[&:is(:checked,:indeterminate)]:bg-[var(--tick,var(--primary))]',
  '[&:is(:checked,:indeterminate)]:before:size-[60%]',
  '[&:is(:checked,:indeterminate)]:before:bg-on-primary',
  '[&:checked:not(:indeterminate)]:before:[clip-path:polygon(13%_43%,0_57%,38%_92%,100%_22%,86%_9%,38%_65%)]',
  'indeterminate:before:[clip-path:inset(40%_5%)]',
  'disabled:opacity-55 forced-colors:appearance-auto forced-colors:before:hidden',
);

interface CheckboxProps
  extends Pick<
    ComponentProps<'input'>,
    'name' | 'checked' | 'disabled' | 'required' | 'aria-label' | 'aria-invalid' | 'aria-describedby'
  > {
  /** Of what it stands for, some is ticked and some is not. */
  isPartly?: boolean;
  onChange: (checked: boolean) => void;
}

/** Is sent with a form or chooses something; the label around it is the caller's. What acts at once is a switch. */
export function Checkbox({ isPartly = false, onChange, ...input }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  return (
    <input
      {...input}
      ref={box}
      type="checkbox"
      className={BOX}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

const SWITCH = clsx(
  'relative w-11 h-6 m-0 border border-control rounded-[12px] bg-surface appearance-none',
  '[cursor:inherit] [transition:background-color_120ms]',
  'before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-[50%]',
  'before:bg-control before:[transition:transform_120ms]',
  'checked:border-primary checked:bg-primary checked:before:bg-on-primary',
  'checked:before:[transform:translateX(20px)]',
  'disabled:opacity-55 forced-colors:before:bg-[ButtonText] forced-colors:checked:before:bg-[Highlight]',
  'motion-reduce:[transition:none] motion-reduce:before:[transition:none]',
);

interface SwitchProps {
  /** What it switches; it stands in a table and has no visible label of its own. */
  label: string;
  checked: boolean;
  disabled?: boolean | undefined;
  describedBy?: string | undefined;
  onChange: (checked: boolean) => void;
}

/** Acts at once. What is only sent with a form is a checkbox. */
export function Switch({ label, checked, disabled, describedBy, onChange }: SwitchProps) {
  return (
    <label className="inline-grid place-items-center w-13 h-11 cursor-pointer has-[:disabled]:cursor-default">
      <input
        type="checkbox"
        role="switch"
        className={SWITCH}
        aria-label={label}
        aria-describedby={describedBy}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}
