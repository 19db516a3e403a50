import { Link, type LinkProps, matchPath, useLocation } from 'react-router';
import type { IconShape } from '../icon/icon.tsx';

interface ItemLinkProps extends Omit<LinkProps, 'to'> {
  item: NavItem;
}

/** To a page of the navigation, marked on it and on those that belong to it: `NavLink` knows one address alone. */
export function ItemLink({ item: { to, also, end = false }, ...link }: ItemLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = [to, also].some((path) => path !== undefined && matchPath({ path, end }, pathname));
  return <Link {...link} to={to} aria-current={isCurrent ? 'page' : undefined} />;
}

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
