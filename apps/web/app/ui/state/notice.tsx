import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { IconAlertTriangle, IconInfoCircle } from '../icon/icons.ts';
import classes from './notice.module.css';

interface NoticeProps {
  /** `play` is violet and only about play money; `plain` explains what happens next. */
  kind?: 'plain' | 'info' | 'warning' | 'play' | undefined;
  title?: ReactNode;
  children: ReactNode;
}

const SHAPES = { info: IconInfoCircle, warning: IconAlertTriangle, play: IconAlertTriangle } as const;

export function Notice({ kind = 'plain', title, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-kind={kind} role="note">
      {kind !== 'plain' && <Icon as={SHAPES[kind]} size={18} className={classes.icon} />}
      <div>
        {title && <p className={classes.title}>{title}</p>}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
    </div>
  );
}
