// What the demo would have sent: the page that shows it, and the way from a hint to the link in a message.
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { newLogin, signIn, signOut, signUp } from './accounts.ts';
import { test } from './app-test.ts';
import { at, checkAll } from './check-pages.ts';
import { loggedBy } from './routes.ts';

const NEW_PASSWORD = 'noch-ein-ruhigerer-Morgen';

/** Asks for a new password as somebody who has forgotten theirs. */
async function requestReset(page: Page, email: string): Promise<void> {
  await page.goto('/forgot-password');
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByRole('button', { name: 'Link anfordern' }).click();
  await expect(page.getByRole('heading', { name: 'Bitte sehen Sie in Ihr Postfach' })).toBeVisible();
}

const mails = z.object({ items: z.array(z.object({ id: z.string(), to: z.string() })) });

/** Mails go out after the answer, so that its time tells nothing about the address. */
const arrived = (page: Page, email: string) => expect.poll(() => newestMailTo(page, email)).not.toBe('');

async function newestMailTo(page: Page, email: string): Promise<string> {
  const { items } = mails.parse(await (await page.request.get('/api/mailbox')).json());
  return items.find(({ to }) => to === email)?.id ?? '';
}

const mailTo = (page: Page, email: string) =>
  page.getByRole('main').getByRole('link').filter({ hasText: email });

test('a forgotten password is mended through the mailbox of the demo', async ({ page }) => {
  const { email } = await signUp(page.request);
  await signOut(page.request);
  await requestReset(page, email);
  await arrived(page, email);
  await page.getByRole('link', { name: 'Postfach der Demo' }).click();
  await expect(page).toHaveURL('/postfach');
  await mailTo(page, email).first().click();

  const mail = page.frameLocator('iframe');
  await expect(mail.getByText('Spielgeld – kein echtes Geld').first()).toBeVisible();
  const opened = page.waitForEvent('popup');
  await mail.getByRole('link', { name: 'Neues Passwort festlegen' }).click();
  const reset = await opened;
  await reset.getByLabel('Neues Passwort', { exact: true }).fill(NEW_PASSWORD);
  await reset.getByRole('textbox', { name: /Neues Passwort bestätigen/ }).fill(NEW_PASSWORD);
  await reset.getByRole('button', { name: 'Passwort festlegen', exact: true }).click();
  await expect(reset.getByRole('heading', { name: 'Ihr neues Passwort gilt' })).toBeVisible();
  await signIn(page.request, { email, password: NEW_PASSWORD });

  // The change itself is told as well, newest first.
  await page.getByRole('button', { name: 'Neu laden' }).click();
  await expect(mailTo(page, email).first()).toContainText('Ihr Passwort wurde geändert');
});

test('a message can be read as text, with its links', { tag: '@gate' }, async ({ page }) => {
  const logged = loggedBy(page);
  const { email } = await signUp(page.request);
  await requestReset(page, email);
  await arrived(page, email);
  await page.goto('/postfach');
  await mailTo(page, email).first().click();
  await expect(page.frameLocator('iframe').getByText('Guten Tag,')).toBeVisible();
  expect(logged).toEqual([]);
  await page.getByText('Nur Text').click();
  await expect(page.locator('pre')).toContainText('Der Link gilt eine Stunde');
  await expect(page.locator('pre').getByRole('link')).toHaveAttribute('href', /\/reset-password\?token=/);
});

test('a message runs no script and reads nothing of the page around it', { tag: '@gate' }, async ({
  page,
}) => {
  const id = '01890000-0000-7000-8000-000000000000';
  const html =
    '<!doctype html><html><head></head><body><script>parent.document.title="gekapert"</script><img src=x onerror="top.location=\'/\'"><p>Da</p></body></html>';
  const mail = {
    id,
    to: newLogin().email,
    subject: 'Böse',
    text: 'Da',
    html,
    sentAt: '2026-01-01T00:00:00Z',
  };
  await page.route('**/api/mailbox', (route) => route.fulfill({ json: { items: [mail], ownOnly: false } }));
  await page.route(`**/api/mailbox/${id}`, (route) => route.fulfill({ json: mail }));
  await page.goto(`/postfach?mail=${id}`);
  await expect(page.frameLocator('iframe').getByText('Da')).toBeVisible();
  await expect(page).toHaveURL(`/postfach?mail=${id}`);
  await expect(page).toHaveTitle(/Postfach der Demo/);
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*allow-(scripts|same-origin))/);
});

test('says what is the matter when there is nothing to show', async ({ page }) => {
  let answer: { status?: number; json: object } | undefined = { json: { items: [], ownOnly: false } };
  await page.route('**/api/mailbox', (route) => (answer ? route.fulfill(answer) : route.fallback()));
  await page.goto('/postfach');
  await expect(page.getByText('Noch keine Nachrichten')).toBeVisible();
  answer = { status: 401, json: {} };
  await page.reload();
  await expect(page.getByRole('link', { name: 'Zum Login' })).toHaveAttribute(
    'href',
    '/login?next=%2Fpostfach',
  );
  answer = { status: 404, json: {} };
  await page.reload();
  await expect(page.getByText('Hier gibt es kein Postfach')).toBeVisible();
  answer = { status: 500, json: {} };
  await page.reload();
  await expect(page.getByText('Das Postfach konnte nicht geladen werden.')).toBeVisible();
  answer = undefined;
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByText('Das Postfach konnte nicht geladen werden.')).toBeHidden();
});

test('is for no search engine', async ({ page }) => {
  await page.goto('/postfach');
  await expect(page.getByRole('heading', { name: 'Postfach der Demo' })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
});

test('everybody can use it', async ({ page }) => {
  const { email } = await signUp(page.request);
  await requestReset(page, email);
  await arrived(page, email);
  await checkAll(page, [
    at('/postfach', 'Postfach der Demo'),
    {
      name: 'a message',
      // Into the designed form no script gets, not that of axe either.
      async open(shown) {
        await shown.goto(`/postfach?mail=${await newestMailTo(shown, email)}&ansicht=text`);
        await expect(shown.getByRole('region', { name: 'Nachricht', exact: true })).toContainText(email);
      },
    },
  ]);
});
