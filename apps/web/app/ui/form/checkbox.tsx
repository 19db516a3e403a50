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
