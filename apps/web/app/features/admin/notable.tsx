import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon/icon.tsx';
import { IconAlertTriangle } from '../../ui/icon/icons.ts';

/** The sign beside it says the same without weight. */
const NOTABLE = '[&_svg]:inline-block [&_svg]:mr-1.5 [&_svg]:align-[-2px]';

/** What somebody who decides should stop at. */
export function Notable({ children }: { children: ReactNode }) {
  return (
    <span className={NOTABLE}>
      <Icon as={IconAlertTriangle} size={14} stroke={1.8} />
      {children}
    </span>
  );
}
