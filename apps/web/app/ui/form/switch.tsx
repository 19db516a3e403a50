import { clsx } from 'clsx';

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
