import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from '../../lib/url/link.tsx';
import { Icon, type IconShape } from '../icon/icon.tsx';
import classes from './button.module.css';

interface Appearance {
  /** One filled primary button per panel. `bare` stands on the page's background. */
  look?: 'primary' | 'default' | 'quiet' | 'bare' | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  icon?: IconShape | undefined;
  wide?: boolean | undefined;
  children?: ReactNode;
}

interface ButtonProps extends Appearance, ComponentPropsWithRef<'button'> {
  /** Waiting for an answer. The button keeps its focus and its width, and a second press does nothing. */
  pending?: boolean | undefined;
}

export function Button(props: ButtonProps) {
  const { look = 'default', size = 'md', icon, wide, pending, children, className, onClick, ...rest } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${classes.button} ${className}` : classes.button}
      data-look={look}
      data-size={size}
      data-wide={wide || undefined}
      data-pending={pending || undefined}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled'] || undefined}
      onClick={press}
    >
      {icon && <Icon as={icon} size={16} />}
      {children}
    </button>
  );
}

export function ButtonLink(props: Appearance & Omit<LinkProps, 'children'>) {
  const { look = 'default', size = 'md', icon, wide, children, ...rest } = props;
  return (
    <Link
      {...rest}
      className={classes.button}
      data-look={look}
      data-size={size}
      data-wide={wide || undefined}
    >
      {icon && <Icon as={icon} size={16} />}
      {children}
    </Link>
  );
}
