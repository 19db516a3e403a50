import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '../../apps/web/app/routes.ts';

const APP_LAYOUT = 'routes/app/layout.tsx';

function pathsOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsOf(children)]);
}
const APP_PATHS = pathsOf(
  routes.filter(({ file }) => file === APP_LAYOUT).flatMap(({ children = [] }) => children),
);

/** Every page of a customer, and every page of the back office, as the routes name them: without a leading slash. */
export const CUSTOMER_PATHS = APP_PATHS.filter((path) => !path.startsWith('admin'));
export const ADMIN_PATHS = APP_PATHS.filter((path) => path.startsWith('admin'));

/** The address of a path, with a value for each of its parameters. */
export const addressOf = (path: string, values: Record<string, string> = {}): string =>
  `/${path.replaceAll(/:(\w+)/g, (parameter, name: string) => values[name] ?? parameter)}`;
