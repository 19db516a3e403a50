import classes from './switch.module.css';

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
    <label className={classes.target}>
      <input
        type="checkbox"
        role="switch"
        className={classes.switch}
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
