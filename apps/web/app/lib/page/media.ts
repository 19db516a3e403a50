import { useMediaQuery } from '@mantine/hooks';

/**
 * The one breakpoint of the app: below it the sidebar is a drawer and tables are two-line rows. A sheet of paper is as
 * narrow and no phone: it gets everything at once.
 */
export const PHONE_QUERY = 'screen and (max-width: 767.98px)';

/** Read at once: app pages are never rendered on a server, so there is nothing to hydrate against. */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE_QUERY, false, { getInitialValueInEffect: false }) ?? false;
}
