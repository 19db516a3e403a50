import { IconChevronDown } from '@tabler/icons-react';
import classes from './filter-select.module.css';
import { Icon } from './icon.tsx';

interface FilterSelectProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string }[];
  /** Null shows everything. */
  value: V | null;
  /** Without it there is always one of the options. */
  allLabel?: string | undefined;
  onChange: (value: V | null) => void;
}

/** One filter or order of a list. The browser's own list of options: it works with every keyboard and on every phone. */
export function FilterSelect<V extends string>(props: FilterSelectProps<V>) {
  const { label, options, value, allLabel, onChange } = props;
  return (
    <span className={classes.select}>
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={({ currentTarget }) =>
          onChange(options.find((option) => option.value === currentTarget.value)?.value ?? null)
        }
      >
        {allLabel !== undefined && <option value="">{allLabel}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon as={IconChevronDown} size={16} />
    </span>
  );
}
