import { Link, type LinkProps, matchPath, useLocation } from 'react-router';
import type { NavItem } from './navigation.ts';

interface ItemLinkProps extends Omit<LinkProps, 'to'> {
  item: NavItem;
}

/** To a page of the navigation, marked on it and on those that belong to it: `NavLink` knows one address alone. */
export function ItemLink({ item: { to, also, end = false }, ...link }: ItemLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = [to, also].some((path) => path !== undefined && matchPath({ path, end }, pathname));
  return <Link {...link} to={to} aria-current={isCurrent ? 'page' : undefined} />;
}
