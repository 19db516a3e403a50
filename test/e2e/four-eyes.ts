// Two admins and a threshold above which one of them is not enough, on an installation of their own: both would be in the
// way of everybody on the shared one. Nobody else is there, and nothing has happened yet.
import type { APIRequestContext, Browser, Locator, Page, PlaywrightWorkerArgs } from '@playwright/test';
import { fund, type Login, readProfile, signIn, signUp } from './accounts.ts';
import { createAdmin, openWith } from './own-admins.ts';
import { type RunningInstallation, startInstallation } from './start-app.ts';

export const REASON = 'Doppelte Gebühr am 22.07.';
export const LAY = { name: 'Zur Freigabe vorlegen' };
/** What the first admin writes to the second, and the second in turn. */
export const ASKED = 'Beleg liegt im Postfach';
export const SEEN = 'Beleg gesehen, Betrag stimmt';

export const tellSecond = (place: Locator) => place.getByLabel('Notiz für die zweite Person').fill(ASKED);
export const sayWhy = (place: Locator) => place.getByLabel('Warum Sie das freigeben').fill(SEEN);

export interface FourEyes {
  app: RunningInstallation;
  /** Nobody's yet. */
  newApi: () => Promise<APIRequestContext>;
  firstApi: APIRequestContext;
  secondApi: APIRequestContext;
  first: Page;
  second: Page;
  /** A new customer with so much in the wallet. */
  customerWith: (amount: string) => Promise<{ api: APIRequestContext; email: string }>;
  close: () => Promise<void>;
}

/** @param name of the installation's log. */
export async function openFourEyes(
  name: string,
  { browser, playwright }: { browser: Browser; playwright: PlaywrightWorkerArgs['playwright'] },
): Promise<FourEyes> {
  const admins: Login[] = [];
  const app = await startInstallation(name, { FOUR_EYES_THRESHOLD_USD: '1000' }, async (installation) => {
    admins.push(await createAdmin(installation));
  });
  // Beside the database that runs by then it takes half as long.
  admins.push(await createAdmin(app));
  const newApi = () => playwright.request.newContext({ baseURL: app.url });
  const [firstApi, secondApi] = [await newApi(), await newApi()];
  await signIn(firstApi, admins[0]!);
  await signIn(secondApi, admins[1]!);
  const first = await openWith(browser, app, firstApi);
  const second = await openWith(browser, app, secondApi);
  return {
    app,
    newApi,
    firstApi,
    secondApi,
    first,
    second,
    async customerWith(amount) {
      const api = await newApi();
      await signUp(api);
      await fund(api, firstApi, amount);
      return { api, email: (await readProfile(api)).email };
    },
    async close() {
      await app.stop();
      for (const page of [first, second]) await page.context().close();
    },
  };
}

export const rowOf = (page: Page, text: string) => page.locator('[data-row]').filter({ hasText: text });

/** A command under a key of its own. */
export async function post(api: APIRequestContext, path: string, data: object) {
  const answer = await api.post(path, { data, headers: { 'idempotency-key': crypto.randomUUID() } });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** Lays a request before the other admin. */
export async function lay(api: APIRequestContext, request: { kind: string; input: object }): Promise<string> {
  const note = request.kind === 'threshold' ? {} : { note: ASKED };
  const { id }: { id: string } = await post(api, '/api/admin/approvals', { ...request, ...note });
  return id;
}
