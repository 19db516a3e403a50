import type { LiveMessage } from '@botdepot/contract';
import type { Page, Route } from '@playwright/test';

interface Fault {
  /** From now on the server is reached again. */
  heal: () => void;
}

type Method = 'GET' | 'POST';

/** The server's answer to a fault of its own, as `contract/errors.ts` words it. */
const INTERNAL = {
  defined: true,
  code: 'INTERNAL',
  status: 500,
  message: 'Internal error',
  data: { reference: '01890000-0000-7000-8000-000000000000' },
};

/** What the page complains of in its console from now on; a refused request is in there as well. */
export function consoleErrors(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  return said;
}

/** From now on requests to `path` (a glob) are answered with a fault, and the server never hears of them. */
export function fail(page: Page, path: string, method: Method = 'POST'): Promise<Fault> {
  return intercept(page, path, method, (route) => route.fulfill({ status: 500, json: INTERNAL }));
}

/** From now on requests to `path` do not reach the server. */
export function loseConnection(page: Page, path: string, method: Method = 'POST'): Promise<Fault> {
  return intercept(page, path, method, (route) => route.abort('connectionreset'));
}

/** From now on requests to `path`, by default what the page reads, wait until it is healed. */
export async function delay(page: Page, path: string, method: Method = 'GET'): Promise<Fault> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await intercept(page, path, method, async (route) => {
    await promise;
    await route.fallback();
  });
  return { heal: resolve };
}

/** The next request to `path` is `handle`d, and those after it reach the server. */
export async function handleNext(
  page: Page,
  path: string,
  handle: (route: Route) => Promise<void>,
  method: Method = 'POST',
): Promise<void> {
  let handled = false;
  await intercept(page, path, method, async (route) => {
    if (handled) return route.fallback();
    handled = true;
    await handle(route);
  });
}

/** For `handleNext`: an answer that is none of ours. */
export const answerNonsense = (route: Route): Promise<void> => route.fulfill({ status: 500, body: 'nichts' });

/** The next request to `path` reaches the server, but its answer does not come back. */
export function loseNextAnswer(page: Page, path: string): Promise<void> {
  return handleNext(page, path, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
}

/** The next request to `path` reaches the server, and the page never hears of it. Resolves once it was carried out. */
export function holdNextAnswer(page: Page, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    intercept(page, path, 'POST', async (route) => {
      await route.fetch();
      resolve();
    }).catch(reject);
  });
}

/**
 * The route stays until the test ends: where the last one is taken away, by `times` or `unroute`, Chromium now and then leaves
 * a request that is under way without any answer (https://github.com/microsoft/playwright/issues/41802).
 */
async function intercept(
  page: Page,
  path: string,
  method: Method,
  handle: (route: Route) => Promise<void>,
): Promise<Fault> {
  let healed = false;
  await page.route(`**${path}`, (route) =>
    healed || route.request().method() !== method ? route.fallback() : handle(route),
  );
  return {
    heal: () => {
      healed = true;
    },
  };
}

/** From now on the page hears nothing live: what it shows is what it asked for. */
export async function withoutLive(page: Page) {
  const caughtUp: LiveMessage = { type: 'caught_up' };
  await page.routeWebSocket('**/api/live*', (socket) => socket.send(JSON.stringify(caughtUp)));
}

/** From now on what the page reads at `path` fails until it is healed and tried again: nothing live asks again by itself. */
export async function failRead(page: Page, path: string): Promise<Fault> {
  await withoutLive(page);
  return fail(page, path, 'GET');
}

/** What the shares are worth, times `gain`: the market alone may move a value by less than a cent for a whole weekend. */
export async function moveMarket(page: Page) {
  const market = { gain: 1 };
  await page.routeWebSocket('**/api/live*', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message: LiveMessage = JSON.parse(String(text));
      if (message.type === 'prices')
        for (const [bot, nav] of Object.entries(message.nav))
          message.nav[bot] = (Number(nav) * market.gain).toFixed(12);
      socket.send(JSON.stringify(message));
    });
  });
  return market;
}

/** What the page logs as an error from now on. The browser's own lines about lost requests are none of it. */
export function loggedBy(page: Page): string[] {
  const logged: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) logged.push(text);
  });
  return logged;
}
