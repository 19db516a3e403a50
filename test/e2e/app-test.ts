import { type APIRequestContext, type BrowserContext, test as base, type Page } from '@playwright/test';
import { fund, signIn, signUp } from './accounts.ts';
import { demoLogin } from './people.ts';

interface People {
  /** A customer who has just signed up. The test's own `page` belongs to the same session. */
  newcomer: Page;
  /** The same with 1.000,00 USDT in the wallet. */
  funded: Page;
  /** The demo's customer with two months of history. She is shared: look, but change nothing. */
  regular: Page;
  /** The demo's admin, who is shared as well. */
  admin: Page;
}

interface Surroundings {
  /** Closes the browser sessions that a test opened besides these people: an open page goes on asking and drawing. */
  leaving: undefined;
}

interface Sessions {
  /** Whether browsers ask for few bytes; pages then have no others at hand (`page-files.ts`), which is a fifth of what they do. */
  savesData: boolean;
  /** Whether pages show all of their figures; a new browser shows few. */
  allFigures: boolean;
  adminApi: APIRequestContext;
  regularApi: APIRequestContext;
}

/** Playwright's `test` with people who are signed in already; shared ones sign in once per worker. */
export const test = base.extend<People & Surroundings, Sessions>({
  leaving: [
    async ({ browser }, use) => {
      const staying = new Set(browser.contexts());
      await use(undefined);
      for (const context of browser.contexts()) if (!staying.has(context)) await leave(context);
    },
    { auto: true },
  ],
  savesData: [true, { option: true, scope: 'worker' }],
  allFigures: [true, { option: true, scope: 'worker' }],
  browser: [
    async ({ browser, savesData, allFigures }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        if (savesData) await context.addInitScript(saveData);
        if (allFigures) await context.addInitScript(showAllFigures);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  adminApi: [
    async ({ playwright }, use) => use(await signedIn(playwright.request, 'admin')),
    { scope: 'worker' },
  ],
  regularApi: [
    async ({ playwright }, use) => use(await signedIn(playwright.request, 'katharina')),
    { scope: 'worker' },
  ],
  context: async ({ context }, use) => {
    await use(context);
    await forgetRoutes(context);
  },
  newcomer: async ({ page }, use) => {
    await signUp(page.request);
    await use(page);
  },
  funded: async ({ newcomer, adminApi }, use) => {
    await fund(newcomer.request, adminApi, '1000.00');
    await use(newcomer);
  },
  regular: async ({ browser, regularApi }, use) => {
    const context = await browser.newContext({ storageState: await regularApi.storageState() });
    await use(await context.newPage());
    await leave(context);
  },
  admin: async ({ browser, adminApi }, use) => {
    const context = await browser.newContext({ storageState: await adminApi.storageState() });
    await use(await context.newPage());
    await leave(context);
  },
});

/** Until somebody puts them away. A frame that is closed off, such as the text of a mail, has no storage to read. */
function showAllFigures(): void {
  if (window.origin === 'null') return;
  if (localStorage.getItem('botdepot-all-figures') === null)
    localStorage.setItem('botdepot-all-figures', 'true');
}

function saveData(): void {
  Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } });
}

async function leave(context: BrowserContext): Promise<void> {
  await forgetRoutes(context);
  await context.close();
}

/**
 * A page goes on asking until it is closed. A handler that is still fetching the answer then would lose it and fail a test
 * that has long passed, so what becomes of handlers from here on is nobody's concern.
 */
async function forgetRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
}

interface ApiRequests {
  newContext(options: { baseURL: string }): Promise<APIRequestContext>;
}

async function signedIn(requests: ApiRequests, who: string): Promise<APIRequestContext> {
  const api = await requests.newContext({ baseURL: process.env.E2E_BASE_URL ?? '' });
  await signIn(api, await demoLogin(who));
  return api;
}
