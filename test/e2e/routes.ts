import type { Page, Route } from '@playwright/test';

interface Fault {
  /** From now on the server is reached again. */
  heal: () => Promise<void>;
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

/** From now on requests to `path` (a glob) are answered with a fault, and the server never hears of them. */
export function fail(page: Page, path: string, method: Method = 'POST'): Promise<Fault> {
  return intercept(page, path, method, (route) => route.fulfill({ status: 500, json: INTERNAL }));
}

/** From now on requests to `path` do not reach the server. */
export function loseConnection(page: Page, path: string, method: Method = 'POST'): Promise<Fault> {
  return intercept(page, path, method, (route) => route.abort('connectionreset'));
}

/** The next request to `path` reaches the server, but its answer does not come back. */
export async function loseNextAnswer(page: Page, path: string): Promise<void> {
  let lost = false;
  await intercept(page, path, 'POST', async (route) => {
    if (lost) return route.fallback();
    lost = true;
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

async function intercept(
  page: Page,
  path: string,
  method: Method,
  handle: (route: Route) => Promise<void>,
): Promise<Fault> {
  const handler = (route: Route) => (route.request().method() === method ? handle(route) : route.fallback());
  await page.route(`**${path}`, handler);
  return { heal: () => page.unroute(`**${path}`, handler) };
}
