import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import classes from './notable.module.css';

/** What somebody who decides should stop at. */
export function Notable({ children }: { children: ReactNode }) {
  return (
    <span className={classes.notable}>
      <Icon as={IconAlertTriangle} size={14} stroke={1.8} />
      {children}
    </span>
  );
}
