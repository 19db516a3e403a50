// Admins of an installation that a test has to itself, see `startInstallation`.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AdminField } from '@botdepot/contract';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { Login } from './accounts.ts';
import type { Installation, RunningInstallation } from './start-app.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** One of the demo's people, by the beginning of their address. */
export async function demoPerson({ dataDir }: Installation, who: string): Promise<Login> {
  const logins: Login[] = JSON.parse(await readFile(join(dataDir, 'demo-logins.json'), 'utf8'));
  const person = logins.find(({ email }) => email.startsWith(who));
  if (!person) throw new Error(`the demo has no ${who}`);
  return { email: person.email, password: person.password };
}

export const demoAdmin = (app: Installation): Promise<Login> => demoPerson(app, 'admin');

const SHIFT_CLOCK = join('test', 'drills', 'preload', 'shift-clock.ts');
const LONG_AGO_MS = 25 * 60 * 60 * 1000;

/** On the server itself, as an operator does, and the day before: a new one may release a day later only. */
export async function createAdmin({ dataDir }: Installation, field: AdminField = 'all'): Promise<Login> {
  const email = `zweite-${randomBytes(4).toString('hex')}@beispiel.example`;
  const command = join('apps', 'server', 'src', 'commands', 'admin.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', `./${SHIFT_CLOCK}`, command, 'create', email, '--field', field],
    {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, DEMO: '1', DRILL_CLOCK_OFFSET_MS: String(-LONG_AGO_MS) },
    },
  );
  const password = /Passwort: (\S+)/.exec(stdout)?.[1];
  if (!password) throw new Error(`no password in: ${stdout}`);
  return { email, password };
}

/** A page in the session of `api`. */
export async function openWith(
  browser: Browser,
  { url }: RunningInstallation,
  api: APIRequestContext,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, storageState: await api.storageState() });
  return context.newPage();
}

/** From then on the page hears of every change. */
export async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
}
