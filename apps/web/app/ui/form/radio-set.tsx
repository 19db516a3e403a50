import { useId } from 'react';

export interface RadioSetProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string }[];
  /** Null while it is none of the options. */
  value: V | null;
  onChange: (value: V) => void;
}

interface RadioSetLooks {
  legendClass: string | undefined;
  rowClass: string | undefined;
  optionClass: string | undefined;
}

/** One of a few, in a row. Radio buttons underneath, so arrow keys work. */
export function RadioSet<V extends string>(props: RadioSetProps<V> & RadioSetLooks) {
  const { label, options, value, onChange, legendClass, rowClass, optionClass } = props;
  const name = useId();
  return (
    <fieldset className="bare-fieldset">
      <legend className={legendClass}>{label}</legend>
      <div className={rowClass}>
        {options.map((option) => (
          <label key={option.value} className={optionClass} data-choice>
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
