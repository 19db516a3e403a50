// Documents name what their page asks first, so that the answers come beside the scripts.
import { expect, type Page } from '@playwright/test';
import { test } from './app-test.ts';

// As a new browser shows them.
test.use({ allFigures: false });

const NAMED = /<link rel="preload" as="fetch"[^>]*href="([^"]+)"\/>/g;

for (const path of ['/dashboard', '/dashboard/bots', '/dashboard/wallet'])
  test(`what the document of ${path} asks is what the page needs, and asked once`, async ({
    regular: page,
  }) => {
    // What happens meanwhile would be asked for again.
    await page.routeWebSocket('**/api/live*', (socket) => socket.close());
    const document = await (await page.request.get(path)).text();
    const named = [...document.matchAll(NAMED)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
    expect(named).toContain('/api/profile');

    expect(await askedBy(page, path)).toEqual(expect.arrayContaining(named));
    await page.route(`**${path}`, (route) =>
      route.fulfill({ body: document.replaceAll(NAMED, ''), contentType: 'text/html' }),
    );
    // Without the names it asks the same by itself.
    expect(await askedBy(page, path)).toEqual(expect.arrayContaining(named));
  });

for (const { path, first, asks } of [
  {
    path: '/dashboard',
    first: /^Ihr SmartBot liegt/,
    asks: [
      '/api/bot-investments?page=1&pageSize=100',
      '/api/profile',
      '/api/wallet',
      '/api/wealth?range=max',
    ],
  },
  {
    path: '/dashboard/bots',
    first: /^Schutz bereit\./,
    asks: [
      '/api/bot-investments?status=active&page=1&pageSize=100',
      '/api/bots',
      '/api/profile',
      '/api/wallet',
    ],
  },
])
  test(`until the first screen of ${path} stands, the rest is not asked for`, async ({ regular: page }) => {
    // The page never gets to be painted: `PAINT_MS` does not pass.
    await page.addInitScript(() => {
      const { setTimeout } = window;
      window.setTimeout = ((run: TimerHandler, ms?: number) =>
        ms === 50 ? 0 : setTimeout(run, ms)) as typeof window.setTimeout;
    });
    expect((await askedBy(page, path)).toSorted()).toEqual(asks);
    await expect(page.getByText(first).first()).toBeVisible();
  });

const WALLET = '/api/wallet';
const BELL = '/api/notifications';

for (const { title, messages, again } of [
  {
    title: 'once the live connection stands, only what has changed meanwhile is asked for again',
    messages: [{ type: 'caught_up' }, { type: 'account', subjects: ['notifications'] }],
    again: [BELL],
  },
  {
    title: 'everything is asked for again where the server does not know what has changed',
    messages: [{ type: 'resync' }],
    again: [BELL, WALLET],
  },
])
  test(title, async ({ regular: page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const opened = Promise.withResolvers<{ url: () => string; send: (message: string) => void }>();
    await page.routeWebSocket('**/api/live*', (socket) => opened.resolve(socket));
    await page.goto('/dashboard/wallet');
    const socket = await opened.promise;
    expect(Number(new URL(socket.url()).searchParams.get('age'))).toBeGreaterThan(0);
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual(expect.arrayContaining([WALLET, BELL]));

    asked.splice(0);
    for (const message of messages) socket.send(JSON.stringify(message));
    await expect.poll(() => asked).toEqual(expect.arrayContaining(again));
    await page.waitForLoadState('networkidle');
    expect(asked.includes(WALLET)).toBe(again.includes(WALLET));
  });

/** Paths of the API, and of files of figures, that a page asks until it is at rest, each as often as it is asked. */
async function askedBy(page: Page, path: string): Promise<string[]> {
  const asked: string[] = [];
  const note = (request: { url: () => string }) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/') || pathname.endsWith('.json')) asked.push(pathname + search);
  };
  page.on('request', note);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  return asked;
}
