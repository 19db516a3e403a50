import { clsx } from 'clsx';
import { Icon } from '../icon/icon.tsx';
import { IconChevronDown } from '../icon/icons.ts';

const SELECT = clsx(
  'relative inline-flex items-center min-w-0',
  '[&_select]:flex-1 [&_select]:appearance-none [&_select]:min-h-11 [&_select]:max-w-full',
  '[&_select]:py-0 [&_select]:pr-9 [&_select]:pl-3.5 [&_select]:border [&_select]:border-border',
  '[&_select]:rounded-control [&_select]:bg-surface [&_select]:text-text [&_select]:text-[14px]',
  '[&_select]:font-550 [&_select]:text-ellipsis [&_select]:cursor-pointer',
  '[&_select:hover]:border-control [&_svg]:absolute [&_svg]:right-3 [&_svg]:text-muted',
  '[&_svg]:pointer-events-none',
);

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
    <span className={SELECT}>
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
