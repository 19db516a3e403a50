// Runs after `react-router build`: writes the documents of the pages behind the login. The router has one shell for all of
// them, which names no file of a page, so a browser would find those import by import, each round as long as the line is.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
  module: string;
  imports: readonly string[];
  css: readonly string[];
}

const CLIENT = fileURLToPath(new URL('build/client', import.meta.url));
const FRAME = 'routes/app/layout';
/** For addresses with a parameter, which have no document of their own. */
const APP_SHELL = '__app.html';

const routes = readRoutes();
const shell = readFileSync(join(CLIENT, '__spa-fallback.html'), 'utf8');

/** The router's own list: a script that sets one object. */
function readRoutes(): Record<string, BuiltRoute> {
  const assets = join(CLIENT, 'assets');
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file));
  if (name === undefined) throw new Error('The build has no list of its routes.');
  const script = readFileSync(join(assets, name), 'utf8');
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)).routes;
}

/** The route and those it stands in, the outermost first. */
function chainOf(route: BuiltRoute): BuiltRoute[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent ? [...chainOf(parent), route] : [route];
}

/** The shell, naming what these routes load. */
function documentOf(chain: readonly BuiltRoute[]): string {
  const scripts = new Set(chain.flatMap(({ module, imports }) => [module, ...imports]));
  // The router marks with an empty fragment what several routes share.
  const styles = new Set(chain.flatMap(({ css }) => css).map((file) => file.replace(/#$/, '')));
  const links = [
    ...[...styles].map((file) => `<link rel="preload" as="style" href="${file}"/>`),
    ...[...scripts].map((file) => `<link rel="modulepreload" href="${file}"/>`),
  ].filter((link) => !shell.includes(link));
  return shell.replace('</head>', `${links.join('')}</head>`);
}

function write(path: string, content: string) {
  const file = join(CLIENT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const pages = Object.values(routes).filter(
  (route) => route.path !== undefined && chainOf(route).some(({ id }) => id === FRAME),
);
const frame = routes[FRAME];
if (!frame) throw new Error(`The build has no route ${FRAME}.`);
write(APP_SHELL, documentOf(chainOf(frame)));
for (const page of pages)
  if (page.path && !page.path.includes(':')) write(join(page.path, 'index.html'), documentOf(chainOf(page)));
console.log(`app shell: ${pages.length} pages behind the login`);
