import { builtFiles, readBuilt, writeBuilt } from './built-files.ts';

interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
  module: string;
  imports: readonly string[];
  css: readonly string[];
}

type Routes = Record<string, BuiltRoute>;

const FRAME = 'routes/app/layout';
/**
 * What the pages on which a visit begins show first, by the addresses that they ask. A browser then has the answers when it has the
 * scripts; `first-answers.spec.ts` compares them with what the pages ask.
 */
const FRAME_ASKS = ['/api/profile'];
const ASKS: Record<string, readonly string[]> = {
  dashboard: ['/api/wallet', '/api/bot-investments?page=1&pageSize=100', '/api/wealth?range=max'],
  'dashboard/bots': ['/api/bots', '/api/bot-investments?status=active&page=1&pageSize=100', '/api/wallet'],
  'dashboard/wallet': ['/api/wallet', '/api/bot-investments?page=1&pageSize=100'],
};

/** For addresses with a parameter, which have no document of their own. */
const APP_SHELL = '__app.html';

/**
 * The documents of the pages behind the login. The router has one shell for all of them, which names no file of a page, so a
 * browser would find those import by import, each round as long as the line is. Returns how many pages there are.
 */
export function writeAppDocuments(): number {
  const shell = withRoutes(readBuilt('__spa-fallback.html'));
  const routes = readRoutes();
  const frame = routes[FRAME];
  if (!frame) throw new Error(`The build has no route ${FRAME}.`);
  writeBuilt(APP_SHELL, documentOf(chainOf(frame, routes), [], shell));
  const pages = Object.values(routes).filter(
    (route) => route.path !== undefined && chainOf(route, routes).includes(frame),
  );
  for (const page of pages) {
    if (page.path && !page.path.includes(':'))
      writeBuilt(`${page.path}/index.html`, documentOf(chainOf(page, routes), asksOf(page.path), shell));
  }
  return pages.length;
}

/** The router's own list: a script that sets one object. */
function readRoutes(): Routes {
  const name = builtFiles(['.js']).find((file) => /^assets\/manifest-.*\.js$/.test(file));
  if (name === undefined) throw new Error('The build has no list of its routes.');
  const script = readBuilt(name);
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)).routes;
}

/** The route and those it stands in, the outermost first. */
function chainOf(route: BuiltRoute, routes: Routes): BuiltRoute[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent ? [...chainOf(parent, routes), route] : [route];
}

const asksOf = (path: string): string[] => {
  const own = ASKS[path];
  return own ? [...FRAME_ASKS, ...own] : [];
};

const ROUTES_LINK = /<link rel="modulepreload"[^>]* href="\/(assets\/manifest-[^"]+\.js)"\/>/;

/** The router's list of routes stands in the document: one file less before the first screen. The router would still name the file. */
function withRoutes(shell: string): string {
  const [link, file] = ROUTES_LINK.exec(shell) ?? [];
  const entry = /import\("([^"]+)"\)/.exec(shell)?.[1];
  const load = `import "/${file}";`;
  if (!link || !file || !entry || !shell.includes(load))
    throw new Error('The shell is not what the router used to write.');
  const routes = readBuilt(file).replace(`"url":"/${file}"`, `"url":"${entry}"`);
  return shell.replace(link, '').replace(load, () => routes);
}

/** The shell, naming what these routes load and ask. */
function documentOf(chain: readonly BuiltRoute[], asks: readonly string[], shell: string): string {
  const scripts = new Set(chain.flatMap(({ module, imports }) => [module, ...imports]));
  // The router marks with an empty fragment what several routes share.
  const styles = new Set(chain.flatMap(({ css }) => css).map((file) => file.replace(/#$/, '')));
  const links = [
    ...[...styles].map((file) => `<link rel="preload" as="style" href="${file}"/>`),
    ...[...scripts].map((file) => `<link rel="modulepreload" href="${file}"/>`),
    // As a call of the page is made, or it would not be taken for one.
    ...asks.map(
      (url) =>
        `<link rel="preload" as="fetch" crossorigin="anonymous" href="${url.replaceAll('&', '&amp;')}"/>`,
    ),
  ].filter((link) => !shell.includes(link));
  const document = shell.replace('</head>', `${links.join('')}</head>`);
  // The first paint needs no script: styles, font and answers come before them.
  return document.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}
