import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PLAY_MONEY_NOTICE } from '@botdepot/contract';
import type { OpenAPI } from '@orpc/openapi';

/** Swagger UI computes styles of single elements and draws its arrows from `data:`; scripts and style sheets come from here only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-elem 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

export type ApiReference = {
  /** The page, the document, or a file of the page by the path below `/api/`; null for any other path. */
  serve(path: string): Promise<Response | null>;
};

/**
 * The API reference on our own pages: Swagger UI from the installed package, never from somewhere else. What starts it in the
 * browser, and its colours, are files of the web app.
 */
export function createApiReference(deps: {
  brandName: string;
  makeDocument: () => Promise<OpenAPI.Document>;
}): ApiReference {
  // A few hundred kilobytes that hardly anybody asks for: made and read at the first request.
  let document: Promise<string> | undefined;
  const files: Record<string, { type: string; read: () => string | Promise<string> }> = {
    'openapi.json': {
      type: 'application/json; charset=utf-8',
      read: () => {
        document ??= deps.makeDocument().then((made) => JSON.stringify(made));
        return document;
      },
    },
    reference: { type: HTML, read: () => page(deps.brandName) },
    'reference/swagger-ui-bundle.js': { type: SCRIPT, read: () => libraryFile('swagger-ui-bundle.js') },
    'reference/swagger-ui.css': { type: STYLE, read: () => libraryFile('swagger-ui.css') },
  };
  return {
    serve: async (path) => {
      const file = Object.hasOwn(files, path) ? files[path] : undefined;
      if (!file) return null;
      const headers: Record<string, string> = { 'content-type': file.type };
      if (file.type === HTML) headers['content-security-policy'] = POLICY;
      return new Response(await file.read(), { headers });
    },
  };
}

const libraryFile = (name: string): string =>
  readFileSync(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)), 'utf8');

function page(brandName: string): string {
  const brand = escapeHtml(brandName);
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>API – ${brand}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/reference/swagger-ui.css">
<link rel="stylesheet" href="/api-reference/reference.css">
</head>
<body>
<aside class="play-money" aria-label="Wichtiger Hinweis">${PLAY_MONEY_NOTICE}</aside>
<header class="head"><a href="/">${brand}</a></header>
<main id="reference"><noscript>Diese Seite braucht JavaScript. Das Dokument selbst: <a href="/api/openapi.json">openapi.json</a></noscript></main>
<script src="/api/reference/swagger-ui-bundle.js"></script>
<script src="/api-reference/start.js"></script>
</body>
</html>
`;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
