import { type ReactNode, useId } from 'react';

interface ChoiceFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
  /** `<option>`s, or groups of them. */
  children: ReactNode;
}

/** One of many, by the browser's own list. */
export function ChoiceField({ label, value, onChange, autoFocus, children }: ChoiceFieldProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-1 gap-1 min-w-0 max-w-full">
      <label className="text-sm text-muted" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="w-full h-11 px-3 border border-control rounded-control bg-surface text-base md:text-[15px] text-ellipsis"
        // biome-ignore lint/a11y/noAutofocus: it was opened by pressing the word that it changes
        autoFocus={autoFocus}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {children}
      </select>
    </div>
  );
}
