import { clsx } from 'clsx';
import type { ComponentPropsWithRef } from 'react';
import { RadioSet, type RadioSetProps } from './radio-set.tsx';

const CHIP = clsx(
  'inline-flex items-center justify-center gap-1.5 min-h-11 py-0 px-3.5 border border-border',
  'rounded-control bg-surface text-text text-[14px] font-550 whitespace-nowrap cursor-pointer',
  '[transition:background-color_0.15s,border-color_0.15s]',
  'hover:border-control aria-pressed:border-primary aria-pressed:bg-primary-soft',
  'disabled:text-muted disabled:bg-bg disabled:cursor-not-allowed',
);

interface ChipProps extends ComponentPropsWithRef<'button'> {
  pressed?: boolean | undefined;
}

/** A small choice that can be pressed: an amount, a filter. */
export function Chip({ pressed, className, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      {...rest}
      className={className ? `${CHIP} ${className}` : CHIP}
    />
  );
}

/** One of two to four: currency, direction. */
export function ChoiceRow<V extends string>(props: RadioSetProps<V>) {
  return (
    <RadioSet
      {...props}
      legendClass="text-md font-semibold p-0 mb-1.5"
      rowClass="grid grid-flow-col auto-cols-[minmax(0,1fr)] gap-2"
      optionClass="inline-flex items-center justify-center gap-1.5 border border-border rounded-control bg-surface text-text font-550 whitespace-nowrap cursor-pointer [transition:background-color_0.15s,border-color_0.15s] relative min-h-12 py-0 px-2 text-[15px] hover:border-control aria-pressed:border-primary aria-pressed:bg-primary-soft disabled:text-muted disabled:bg-bg disabled:cursor-not-allowed has-[input:checked]:border-primary has-[input:checked]:bg-primary-soft [&_input]:absolute [&_input]:inset-0 [&_input]:opacity-0 [&_input]:m-0 [&_input]:cursor-pointer has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-primary has-[input:focus-visible]:outline-offset-2"
    />
  );
}
