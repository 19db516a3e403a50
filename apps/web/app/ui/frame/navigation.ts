import type { IconShape } from '../icon/icon.tsx';

export interface NavItem {
  to: string;
  label: string;
  icon: IconShape;
  /** Only the exact path is current, e.g. the dashboard above its sub-pages. */
  end?: boolean | undefined;
  /** Where pages begin that belong to it as well, although their addresses stand beside it. */
  also?: string | undefined;
  /** Something waits there. */
  count?: number | undefined;
  /** After the number, for who hears it; the others see the number alone. */
  countWord?: string | undefined;
  /** Its short name in the bottom navigation; without one it is found under „Mehr“. */
  bottomLabel?: string | undefined;
}

export interface NavGroup {
  label: string;
  items: readonly NavItem[];
}
