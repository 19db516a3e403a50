import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BOT_TYPES } from '@botdepot/contract';
import { accepts } from './content-coding.ts';
import { isMissing } from './describe-error.ts';

export type WebFiles = { serve(request: Request): Response };

type Body = Uint8Array<ArrayBuffer>;

type WebFile = {
  body: Body;
  /** What was worth packing: Brotli by the build, gzip here at the start. */
  packed: { br?: Body | undefined; gzip?: Body | undefined };
  headers: Record<string, string>;
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** What the build packed stands beside the file under this name. */
const BROTLI = '.br';

const MAILBOX = '/postfach';

/** Paths without a document of their own, since they name a thing, and the shell that takes over in the browser. */
const SHELLS = [
  { paths: new RegExp(`^/dashboard/bots/(${BOT_TYPES.join('|')})/?$`), shell: '/__app.html' },
  { paths: /^\/(dashboard\/(investments|bots\/eigene)|admin\/kunden)\/[^/]+\/?$/, shell: '/__app.html' },
  { paths: /^\/dashboard\/bots\/eigene\/[^/]+\/(ergebnis|varianten|live)\/?$/, shell: '/__app.html' },
  { paths: new RegExp(`^${MAILBOX}$`), shell: '/__spa-fallback.html' },
];
/** Begins as no path does. */
const NO_PATH = '?';
/** All else is a 404, which the shell shows. */
const NOT_FOUND = '/__spa-fallback.html';

/**
 * Serves the built web app from memory: prerendered pages, the shell for the app's own routes, and files with their
 * hashes in the name for ever. Unknown paths answer 404 with the shell, which shows the 404 page.
 */
export async function loadWebFiles(folder: string, options: { secure: boolean }): Promise<WebFiles> {
  const hashes = await readHashes(join(folder, 'csp.json'));
  const files = new Map<string, WebFile>();
  for (const path of await listFiles(folder)) {
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    if (url === '/csp.json' || url.endsWith('.map') || url.endsWith(BROTLI)) continue;
    files.set(url, await loadFile(path, url, hashes[url] ?? [], options.secure));
  }
  return { serve: (request) => serve(files, request) };
}

function serve(files: Map<string, WebFile>, request: Request): Response {
  const { pathname, search } = new URL(request.url);
  const path = decodePath(pathname);
  const known = SHELLS.find(({ paths }) => paths.test(path));
  const found = findFile(files, path) ?? findPage(files, path) ?? files.get(known?.shell ?? '');
  if (found) return answer(found, request, 200);
  // The router in the browser takes capitals for small letters in all but names: it would show the page under a 404.
  const small = pathname.toLowerCase();
  if (findPage(files, decodePath(small)) || small === MAILBOX)
    return new Response(null, { status: 308, headers: { location: `${small}${search}` } });
  const shell = files.get(NOT_FOUND);
  if (!shell) return new Response('Die Website ist noch nicht gebaut.', { status: 503 });
  return answer(shell, request, 404);
}

const findFile = (files: Map<string, WebFile>, path: string): WebFile | undefined =>
  path.endsWith('.html') ? undefined : files.get(path);

/** Without an expression for its end: one would look at each of a thousand slashes in the middle again from the next one on. */
function findPage(files: Map<string, WebFile>, path: string): WebFile | undefined {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return files.get(`${path.slice(0, end)}/index.html`);
}

/** What is no encoding of anything has no page. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return NO_PATH;
  }
}

function answer(file: WebFile, request: Request, status: number): Response {
  if (status === 200 && request.headers.get('if-none-match') === file.headers.etag)
    return new Response(null, { status: 304, headers: file.headers });
  const accepted = request.headers.get('accept-encoding');
  const coding = (['br', 'gzip'] as const).find(
    (name) => file.packed[name] !== undefined && accepts(accepted, name),
  );
  const body = (coding && file.packed[coding]) ?? file.body;
  return new Response(request.method === 'HEAD' ? null : body, {
    status,
    headers: {
      ...file.headers,
      vary: 'accept-encoding',
      'content-length': String(body.length),
      ...(coding ? { 'content-encoding': coding } : {}),
    },
  });
}

async function loadFile(path: string, url: string, hashes: string[], secure: boolean): Promise<WebFile> {
  const body = new Uint8Array(await readFile(path));
  const extension = extname(path);
  const headers: Record<string, string> = {
    'content-type': TYPES[extension] ?? 'application/octet-stream',
    'cache-control': url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  };
  if (extension === '.html') headers['content-security-policy'] = contentSecurityPolicy(hashes, secure);
  if (extension === '.js') headers['content-security-policy'] = WORKER_POLICY;
  const compressible =
    /text|json|javascript|xml|svg/.test(headers['content-type'] ?? '') && body.length > 1024;
  const packed = compressible
    ? { br: await readPacked(path), gzip: new Uint8Array(gzipSync(body, { level: 9 })) }
    : {};
  return { body, packed, headers };
}

/** What a script may do that runs as a worker: that is a document of its own. To a script of a page it says nothing. */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

async function readPacked(path: string): Promise<Body | undefined> {
  const packed = await readFile(`${path}${BROTLI}`).catch(() => undefined);
  return packed && new Uint8Array(packed);
}

/**
 * Scripts only from ourselves and by hash, styles from our files only. In attributes they are accepted: places that are
 * computed (a menu beside its button, the width of a bar) stand there, and an attribute styles its own element alone, while
 * a style element could read others by its selectors. `style-src` is for browsers that do not know the other two.
 */
function contentSecurityPolicy(hashes: string[], secure: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    "style-src 'self'",
    "style-src-elem 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** No file is an app that is not built yet. Throws when it is damaged: browsers would refuse every page's scripts. */
async function readHashes(path: string): Promise<Record<string, string[]>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '{}';
    throw error;
  });
  try {
    // Written by our own build step.
    return JSON.parse(text) as Record<string, string[]>;
  } catch (error) {
    throw new Error(`${path} is damaged: build the web app again`, { cause: error });
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
