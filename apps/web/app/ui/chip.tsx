import type { ComponentPropsWithRef } from 'react';
import classes from './chip.module.css';
import { RadioSet, type RadioSetProps } from './radio-set.tsx';

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
      className={className ? `${classes.chip} ${className}` : classes.chip}
    />
  );
}

/** One of two to four: currency, direction. */
export function ChoiceRow<V extends string>(props: RadioSetProps<V>) {
  return (
    <RadioSet
      {...props}
      legendClass={classes.legend}
      rowClass={classes.choices}
      optionClass={`${classes.chip} ${classes.choice}`}
    />
  );
}
