import { type ComponentPropsWithRef, useId } from 'react';
import classes from './chip.module.css';

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

interface ChoiceRowProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** One of two to four: currency, direction. Radio buttons underneath, so arrow keys work. */
export function ChoiceRow<V extends string>({ label, options, value, onChange }: ChoiceRowProps<V>) {
  const name = useId();
  return (
    <fieldset className="bare-fieldset">
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.choices}>
        {options.map((option) => (
          <label key={option.value} className={`${classes.chip} ${classes.choice}`}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
