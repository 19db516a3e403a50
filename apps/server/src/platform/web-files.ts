import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

export type WebFiles = { serve(request: Request): Response };

type WebFile = {
  body: Uint8Array<ArrayBuffer>;
  zipped: Uint8Array<ArrayBuffer> | undefined;
  headers: Record<string, string>;
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

const FALLBACK = '/__spa-fallback.html';

// Paths of the app that have no prerendered page: the shell takes over in the browser. All else is a 404.
const APP_ROUTES = [/^\/dashboard(\/.*)?$/, /^\/admin(\/.*)?$/, /^\/profile$/];

/**
 * Serves the built web app from memory: prerendered pages, the shell for the app's own routes, and files with their
 * hashes in the name for ever. Unknown paths answer 404 with the shell, which shows the 404 page.
 */
export async function loadWebFiles(folder: string, options: { secure: boolean }): Promise<WebFiles> {
  const hashes = await readHashes(join(folder, 'csp.json'));
  const files = new Map<string, WebFile>();
  for (const path of await listFiles(folder)) {
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    if (url === '/csp.json' || url.endsWith('.map')) continue;
    files.set(url, await loadFile(path, url, hashes[url] ?? [], options.secure));
  }
  return { serve: (request) => serve(files, request) };
}

function serve(files: Map<string, WebFile>, request: Request): Response {
  const path = decodePath(new URL(request.url).pathname);
  const page = path === undefined ? undefined : findPage(files, path);
  if (page) return answer(page, request, 200);
  const fallback = files.get(FALLBACK);
  if (!fallback) return new Response('Botdepot is not built yet.', { status: 503 });
  return answer(
    fallback,
    request,
    APP_ROUTES.some((route) => path !== undefined && route.test(path)) ? 200 : 404,
  );
}

function findPage(files: Map<string, WebFile>, path: string): WebFile | undefined {
  if (path.endsWith('.html')) return undefined;
  const trimmed = path.replace(/\/+$/, '');
  return files.get(path) ?? files.get(`${trimmed}/index.html`) ?? files.get(`${trimmed}.html`);
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function answer(file: WebFile, request: Request, status: number): Response {
  if (status === 200 && request.headers.get('if-none-match') === file.headers.etag)
    return new Response(null, { status: 304, headers: file.headers });
  const zip = file.zipped !== undefined && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  const body = zip ? file.zipped : file.body;
  return new Response(request.method === 'HEAD' ? null : body, {
    status,
    headers: {
      ...file.headers,
      vary: 'accept-encoding',
      'content-length': String(body?.length ?? 0),
      ...(zip ? { 'content-encoding': 'gzip' } : {}),
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
  const compressible =
    /text|json|javascript|xml|svg/.test(headers['content-type'] ?? '') && body.length > 1024;
  return { body, zipped: compressible ? new Uint8Array(gzipSync(body, { level: 9 })) : undefined, headers };
}

/** Scripts only from ourselves and by hash; inline styles are accepted since Mantine computes them. */
function contentSecurityPolicy(hashes: string[], secure: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
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

async function readHashes(path: string): Promise<Record<string, string[]>> {
  try {
    // Written by our own build step.
    return JSON.parse(await readFile(path, 'utf8')) as Record<string, string[]>;
  } catch {
    return {};
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
