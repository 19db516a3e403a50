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

const CUSTOMER_VIEWS = [
  '/dashboard/bots?ansicht=beendete',
  '/dashboard/bots/turbobot?ansicht=ruecktest',
  '/dashboard/bots/newsbot?ansicht=protokoll',
  '/dashboard/wallet?ansicht=transaktionen',
  '/dashboard/wallet?ansicht=einzahlungen',
  '/dashboard/deposits?status=pending',
  '/dashboard/settings?ansicht=sicherheit',
  '/dashboard/settings?ansicht=benachrichtigungen',
  '/dashboard/settings?ansicht=praeferenzen',
  '/dashboard?chat=offen',
];
const ADMIN_VIEWS = [
  '/admin?ansicht=rendite',
  '/admin/bots?ansicht=kalender',
  '/admin/bots?ansicht=eingriffe',
  '/admin/eigene-bots?ansicht=eingriffe',
];
/** Every page of the app, and what is found on the same one under a word of its address. */
export const privatePages = (botType: string, investmentId: string, ownBotId: string) => [
  ...CUSTOMER_PATHS.map((path) => addressOf(path, { botType, investmentId, ownBotId })),
  ...CUSTOMER_VIEWS,
];
/** The same of the back office. */
export const adminPages = (userId: string) => [
  ...ADMIN_PATHS.map((path) => addressOf(path, { userId })),
  ...ADMIN_VIEWS,
];
