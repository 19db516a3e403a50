import { basename } from 'node:path';
import { builtFiles, readBuilt, writeBuilt } from './built-files.ts';

/** How the file of `entry.landing.tsx` begins. */
export const LANDING_DOCUMENT = 'landing-document';

const FILE = 'index.html';
const PRELOAD = /<link rel="modulepreload"[^>]*>/g;
/** The router's: what it knows of the page, and itself. They are all that comes after the page. */
const SCRIPTS = /<script\b(?:(?!<\/html>)[\s\S])*<\/script>(<!--\/?\$-->)*(?=<\/body>)/;
const IMPORT = /(?:import|from)\s*["']\.\/([^"']+\.js)["']/g;

/** Makes the landing page a document by itself, which loads what it shows and no router (decision 0064). */
export function writeLandingDocument(): void {
  const entry = builtFiles(['.js']).find((file) => basename(file).startsWith(`${LANDING_DOCUMENT}-`));
  if (entry === undefined) throw new Error('The build has no file of the landing page.');
  const files = [...filesOf(basename(entry))];
  const router = files.find((file) => file.startsWith('router-'));
  if (router) throw new Error('The landing page would load the router: something that it shows imports it.');
  const preloads = files.map((file) => `<link rel="modulepreload" href="/assets/${file}"/>`);
  const [head = '', body] = readBuilt(FILE).replace(PRELOAD, '').split('<body>');
  if (!body || !SCRIPTS.test(body)) throw new Error(`${FILE} is not what the router used to write.`);
  const script = `<script type="module" src="/${entry}"></script>`;
  writeBuilt(
    FILE,
    `${head.replace('</head>', `${preloads.join('')}</head>`)}<body>${body.replace(SCRIPTS, script)}`,
  );
}

/** A script and all that it imports before it runs. */
function filesOf(entry: string): Set<string> {
  const files = new Set([entry]);
  for (const file of files)
    for (const [, name = ''] of readBuilt(`assets/${file}`).matchAll(IMPORT)) files.add(name);
  return files;
}
