import { type ComponentPropsWithRef, type ComponentType, createContext, use } from 'react';
import type { LinkProps as RouterLinkProps } from 'react-router';

export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> &
  Pick<RouterLinkProps, 'replace' | 'state' | 'preventScrollReset' | 'reloadDocument'> & { to: string };

/** Where one is, and how one goes elsewhere. */
interface Ways {
  Link: ComponentType<LinkProps>;
  go: (to: string) => unknown;
  location: { pathname: string; search: string; key: string };
}

/** The browser's own, on a page that comes without the router (decision 0064): every step is a new document. */
const OF_BROWSER: Ways = {
  Link: ({ to, replace: _, state: __, preventScrollReset: ___, reloadDocument: ____, ...rest }) => (
    <a {...rest} href={to} />
  ),
  go: (to) => to === window.location.pathname || window.location.assign(to),
  get location() {
    return { pathname: window.location.pathname, search: window.location.search, key: '' };
  },
};

const Context = createContext(OF_BROWSER);

/** The router gives its own to everything below. */
export const WaysProvider = Context.Provider;

export const useWays = (): Ways => use(Context);

/** A link on a page that may come with the router or without. */
export function Link(props: LinkProps) {
  const { Link: Way } = useWays();
  return <Way {...props} />;
}
