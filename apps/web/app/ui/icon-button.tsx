import type { ComponentPropsWithRef } from 'react';
import { Icon, type IconShape } from './icon.tsx';
import classes from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  icon: IconShape;
  label: string;
  /** A small number at the corner; the label must say it in words as well. */
  badge?: string | undefined;
}

export function IconButton({ icon, label, badge, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={className ? `${classes.button} ${className}` : classes.button}
    >
      <Icon as={icon} />
      {badge !== undefined && (
        <span className={classes.badge} aria-hidden>
          {badge}
        </span>
      )}
    </button>
  );
}
