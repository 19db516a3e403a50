import { isolated } from '@botdepot/contract';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { UrlState } from '../../lib/url/url-state.ts';
import { Button } from '../form/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { IconChevronDown } from '../icon/icons.ts';
import { Notice } from '../state/notice.tsx';

const BAR = clsx(
  'flex flex-wrap gap-2 py-3 px-(--pad) border-b border-border',
  'max-md:*:flex-[1_1_8.5rem] max-md:[&>search]:basis-full max-md:[&>search]:max-w-none',
  'max-md:[&>button]:basis-auto max-md:[&_select]:w-full print:py-1',
);

interface FilterBarProps {
  /** How the room is shared out. */
  className?: string | undefined;
  children: ReactNode;
}

/** Search, filters and exports over the rows of a panel. On paper those stand that something was chosen in. */
export function FilterBar({ className, children }: FilterBarProps) {
  return <div className={className ? `${BAR} ${className}` : BAR}>{children}</div>;
}

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
    <span className={clsx(SELECT, value === null && 'print:hidden')}>
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

/** What stands in the address and is no filter is named: nobody takes the rows for chosen by it. */
export function UnreadFilters({ unread, dropUnread }: Pick<UrlState<object>, 'unread' | 'dropUnread'>) {
  return (
    unread.length > 0 && (
      <Notice kind="warning" title="Nicht alles wurde als Filter verstanden">
        <p className="wrap-anywhere">
          {`In der Adresse steht ${unread.map((one) => `„${isolated(one)}“`).join(' und ')}. Danach wird nicht gefiltert.`}
        </p>
        <Button size="sm" onClick={dropUnread}>
          Aus der Adresse nehmen
        </Button>
      </Notice>
    )
  );
}
