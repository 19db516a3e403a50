import { type ComponentProps, useEffect, useRef } from 'react';
import classes from './checkbox.module.css';

interface CheckboxProps
  extends Pick<
    ComponentProps<'input'>,
    'name' | 'checked' | 'disabled' | 'required' | 'aria-label' | 'aria-invalid' | 'aria-describedby'
  > {
  /** Of what it stands for, some is ticked and some is not. */
  isPartly?: boolean;
  onChange: (checked: boolean) => void;
}

/** Is sent with a form or chooses something; the label around it is the caller's. What acts at once is a switch. */
export function Checkbox({ isPartly = false, onChange, ...input }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  return (
    <input
      {...input}
      ref={box}
      type="checkbox"
      className={classes.box}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
