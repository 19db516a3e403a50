import { clsx } from 'clsx';
import type { ComponentPropsWithRef } from 'react';
import { Icon, type IconShape } from '../icon/icon.tsx';

const BUTTON = clsx(
  'relative inline-flex items-center justify-center flex-none size-11 rounded-control text-muted',
  'cursor-pointer [transition:background-color_0.15s]',
  'hover:bg-bg hover:text-text [&[aria-haspopup]]:aria-expanded:bg-bg',
  '[&[aria-haspopup]]:aria-expanded:text-text',
);
const BADGE = clsx(
  'absolute top-1 right-0.5 min-w-4.5 h-4.5 px-1 rounded-[9px] bg-primary text-on-primary',
  'text-[12px]/4.5 font-bold text-center tabular-nums',
);

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
      className={className ? `${BUTTON} ${className}` : BUTTON}
    >
      <Icon as={icon} />
      {badge !== undefined && (
        <span className={BADGE} aria-hidden>
          {badge}
        </span>
      )}
    </button>
  );
}
