import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../tools/browser.ts';
import { withApp } from './running-app.ts';

/** Bytes after gzip that the landing page may need at its first visit, whatever is loaded until nothing more comes. */
const MOST = { script: 95_000, stylesheet: 12_000 };
type Kind = keyof typeof MOST;

/** The same, and how many scripts, that the document of a page may name. */
const NAMED_MOST = [
  {
    pages: ['dashboard', 'dashboard/bots', 'dashboard/wallet'],
    most: { script: 212_000, stylesheet: 26_200 },
    scripts: 15,
  },
  {
    pages: ['login', 'signup', 'help', 'markets'],
    most: { script: 156_500, stylesheet: 17_000 },
    scripts: 13,
  },
];
const NAMED =
  /<link rel="(?:modulepreload" fetchpriority="low|preload" as="style|stylesheet)" href="([^"#]+)#?"/g;

const SCREENS = [
  { name: 'Telefon', width: 412, height: 823 },
  { name: 'Rechner', width: 1280, height: 800 },
];

interface Transfer {
  kind: Kind;
  name: string;
  bytes: number;
}

/**
 * What a browser loads for the landing page, with an empty cache and without scrolling, and what the documents of the pages on
 * which a visit begins name.
 */
export async function benchWeb(): Promise<boolean> {
  return withApp(async (origin) => {
    const browser = await chromium.launch(await findBrowser());
    let met = true;
    try {
      for (const { name, ...viewport } of SCREENS) {
        console.log(`\nStartseite, erster Aufruf (${name}), Bytes nach gzip`);
        met = judge(await firstVisit(browser, origin, viewport), MOST) && met;
      }
      for (const { pages, most, scripts } of NAMED_MOST)
        for (const page of pages) {
          console.log(`\n/${page}, was sein Dokument nennt, Bytes nach gzip`);
          const named = await namedIn(`${origin}/${page}`);
          const isFew = named.filter(({ kind }) => kind === 'script').length <= scripts;
          if (!isFew) console.log(`  VERFEHLT  höchstens ${scripts} Skripte`);
          met = judge(named, most) && isFew && met;
        }
    } finally {
      await browser.close();
    }
    return met;
  });
}

async function firstVisit(
  browser: Browser,
  origin: string,
  viewport: { width: number; height: number },
): Promise<Transfer[]> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const transfers: Promise<Transfer>[] = [];
  const seen = new Set<string>();
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if ((kind !== 'script' && kind !== 'stylesheet') || seen.has(response.url())) return;
    seen.add(response.url());
    transfers.push(
      response.body().then((body) => ({
        kind,
        name: basename(new URL(response.url()).pathname),
        // The server offers Brotli as well, which is smaller; the budget counts what every browser reads, packed as it packs.
        bytes: gzipSync(body, { level: 9 }).length,
      })),
    );
  });
  const answer = await page.goto(origin, { waitUntil: 'networkidle' });
  if (!answer?.ok()) throw new Error(`${origin} answered ${answer?.status()}`);
  const all = await Promise.all(transfers);
  await context.close();
  return all;
}

/** What the document of a page names: what is loaded until the page is drawn, and nothing that comes later. */
async function namedIn(page: string): Promise<Transfer[]> {
  const document = await (await fetch(page)).text();
  const files = new Set([...document.matchAll(NAMED)].map(([, path = '']) => path));
  return Promise.all(
    [...files].map(async (path) => {
      const body = await (await fetch(new URL(path, page))).arrayBuffer();
      return {
        kind: path.endsWith('.css') ? 'stylesheet' : 'script',
        name: basename(path),
        bytes: gzipSync(body, { level: 9 }).length,
      };
    }),
  );
}

function judge(transfers: Transfer[], most: Record<Kind, number>): boolean {
  for (const { name, bytes } of transfers.toSorted((a, b) => b.bytes - a.bytes))
    console.log(`  ${String(bytes).padStart(7)}  ${name}`);
  const kinds: Kind[] = ['script', 'stylesheet'];
  return kinds
    .map((kind) => {
      const own = transfers.filter((transfer) => transfer.kind === kind);
      const total = own.reduce((sum, { bytes }) => sum + bytes, 0);
      const met = total <= most[kind];
      const what = kind === 'script' ? 'JavaScript' : 'CSS';
      console.log(
        `  ${met ? 'erreicht ' : 'VERFEHLT '} ${what}: ${total} in ${own.length} Dateien (höchstens ${most[kind]})`,
      );
      return met;
    })
    .every(Boolean);
}
