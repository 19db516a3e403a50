import { createHash } from 'node:crypto';
import { join } from 'node:path/posix';
import { INDEXED_PATHS, PRERENDERED_PATHS, urls } from './app/lib/url/urls.ts';
import { readBuilt, writeBuilt } from './built-files.ts';
import { escapedXml } from './drawing.ts';
import { faviconIco, iconPng } from './icons.ts';
import { BRAND_NAME, PUBLIC_ORIGIN } from './installation.ts';
import { colour } from './palette.ts';
import { sharePicture } from './share-picture.ts';

/** What search engines, link previews and phones ask for beside the pages. Returns what was written, in words. */
export function writeSiteFiles(): string {
  letScriptsWait();
  writeBuilt('robots.txt', robots());
  writeBuilt('manifest.webmanifest', `${manifest()}\n`);
  writeBuilt('favicon.ico', faviconIco());
  writeBuilt('apple-touch-icon.png', iconPng(180, 'shown'));
  for (const { file, side, margin } of ICONS) writeBuilt(file, iconPng(side, margin));
  if (PUBLIC_ORIGIN === null) return 'no sitemap and no pictures for previews without PUBLIC_URL';
  writeBuilt('sitemap.xml', sitemap(PUBLIC_ORIGIN));
  writeSharePictures();
  return `sitemap and pictures for previews of ${PUBLIC_ORIGIN}`;
}

/** Everything public may be read; what stands behind the login has nothing to read without one. */
function robots(): string {
  const closed = [urls.dashboard, urls.profile, urls.admin, '/api/'].map((path) => `Disallow: ${path}`);
  const sitemap = PUBLIC_ORIGIN === null ? [] : ['', `Sitemap: ${PUBLIC_ORIGIN}/sitemap.xml`];
  return `${['User-agent: *', ...closed, ...sitemap].join('\n')}\n`;
}

function sitemap(origin: string): string {
  const entries = INDEXED_PATHS.map((path) => `  <url><loc>${escapedXml(`${origin}${path}`)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

const ICONS = [
  { file: 'icon-192.png', side: 192, margin: 'shown', purpose: 'any' },
  { file: 'icon-512.png', side: 512, margin: 'shown', purpose: 'any' },
  {
    file: 'icon-maskable-512.png',
    side: 512,
    margin: 'masked',
    purpose: 'maskable',
  },
] as const;

function manifest(): string {
  return JSON.stringify({
    id: urls.home,
    name: `${BRAND_NAME} – Handelsbots mit Spielgeld`,
    short_name: BRAND_NAME,
    description: 'Handelsbots mit Spielgeld ausprobieren. Kein echtes Geld.',
    lang: 'de',
    start_url: urls.home,
    scope: urls.home,
    // With the way back that an app without its own would lack.
    display: 'minimal-ui',
    background_color: colour('bg'),
    theme_color: colour('bg'),
    icons: ICONS.map(({ file, side, purpose }) => ({
      src: `/${file}`,
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose,
    })),
  });
}

/**
 * The pages are whole without scripts, so text, styles and the font come first over a narrow line. The attribute is added
 * here because the router writes these elements and has no setting for it.
 */
function letScriptsWait() {
  for (const path of PRERENDERED_PATHS) {
    const page = join(path, 'index.html');
    const html = readBuilt(page);
    writeBuilt(
      page,
      html
        .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
        .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
    );
  }
}

/**
 * Draws the picture that each page names for previews and puts the hash of it into its name, so that services which keep
 * pictures for long see a new one.
 */
function writeSharePictures() {
  for (const path of PRERENDERED_PATHS) {
    const page = join(path, 'index.html');
    const html = readBuilt(page);
    const title = /<title>(.*?)<\/title>/s.exec(html)?.[1];
    const named = /"og:image" content="[^"]*(\/assets\/share-[a-z-]+)\.png"/.exec(html)?.[1];
    if (title === undefined || named === undefined) continue;
    const png = sharePicture(unescaped(title).replace(` – ${BRAND_NAME}`, ''));
    const hash = createHash('sha256').update(png).digest('hex').slice(0, 10);
    writeBuilt(`${named}-${hash}.png`, png);
    writeBuilt(page, html.replaceAll(`${named}.png"`, `${named}-${hash}.png"`));
  }
}

/** React writes these five. */
const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
