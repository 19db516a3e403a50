import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SERVICE_TIMES } from '@botdepot/contract';
import { ensureBuilt } from '../../tools/setup/build.mjs';
import { findLoggedErrors } from './aftermath.ts';
import { findViolations } from './checker.ts';
import type { Drill } from './drill.ts';
import { sendAs } from './http-client.ts';
import { findProductViolations } from './product-checks.ts';
import { BROWSERS, type Browser, type Element } from './web-driver.ts';
import { openWorld, type World } from './world.ts';

const PICTURES = fileURLToPath(new URL('../../test-results/browsers/', import.meta.url));
const PATIENCE_MS = 60_000;
const STILL_MS = 300;
const PASSWORD = 'wolkenbruch gartenzaun 77';
/** The key, as the protocol writes it. */
const ENTER = '\uE007';
const QUESTION = 'Wie lange dauert eine Auszahlung?';
/** Of what the assistant says to it. */
const ANSWER = `Auszahlung innerhalb von ${SERVICE_TIMES.withdrawalHours} Stunden`;

/** Skipped where no such browser is installed. */
export const browsers: Drill = {
  name: 'browsers',
  title: 'Die ersten Minuten, eine Einzahlung, Start und Ende eines Bots und der Chat in Firefox und WebKit',
  onRequest: true,
  async run({ note }) {
    const opened: Browser[] = [];
    const missing: string[] = [];
    for (const open of Object.values(BROWSERS)) {
      const browser = await open();
      if ('missing' in browser) missing.push(browser.missing);
      else opened.push(browser);
    }
    for (const reason of missing) note(`nicht dabei: ${reason}`);
    if (opened.length === 0) return { notRun: missing.join('; ') };
    let world: World | undefined;
    try {
      await ensureBuilt(process.env);
      await mkdir(PICTURES, { recursive: true });
      world = await openWorld({ customers: 0, admins: 1 });
      const faults: string[] = [];
      const figures: Record<string, string> = {};
      for (const browser of opened) {
        const steps: string[] = [];
        const startedAt = performance.now();
        try {
          for await (const step of firstMinutes(browser, world)) {
            steps.push(step);
            await keepPicture(browser, `${steps.length}-${step}`);
            const overflow = await browser.evaluate<number>(
              'return document.documentElement.scrollWidth - innerWidth;',
            );
            if (overflow > 0) faults.push(`${browser.name}, ${step}: ${overflow} px zu breit`);
          }
        } catch (error) {
          await keepPicture(browser, 'fehler');
          faults.push(`${browser.name} nach „${steps.at(-1) ?? 'nichts'}“: ${String(error)}`);
        }
        const seconds = Math.round((performance.now() - startedAt) / 1000);
        figures[browser.name] = `${steps.length} Schritte in ${seconds} s: ${steps.join(', ')}`;
      }
      faults.push(
        ...(await findViolations(world.sql)),
        ...(await findProductViolations(world.database.url)),
        ...findLoggedErrors(world),
      );
      return { figures, faults, struck: true };
    } finally {
      for (const browser of opened) await browser.close();
      await world?.close();
    }
  },
};

/** A new customer from the landing page on, by what the screen offers. Tells each step when it is done. */
async function* firstMinutes(browser: Browser, world: World): AsyncGenerator<string> {
  const [server] = world.servers;
  const [admin] = world.people.admins;
  if (!server || !admin) throw new Error('they are there');
  const page = handsOn(browser);
  await browser.goto(`http://localhost:${server.port}/`);
  await page.press('link', '^Kostenlos starten');
  await page.write('^E-Mail-Adresse', `${randomUUID()}@uebung.example`);
  await page.write('^Passwort( \\*)?$', PASSWORD);
  await page.write('^Passwort bestätigen', PASSWORD);
  await page.press('field', '^Spielgeld verstanden');
  await page.press('button', '^Konto eröffnen$');
  await page.press('button', '^Mit SmartBot fortfahren$');
  await page.see('heading', '^Willkommen bei ');
  yield 'Konto';

  await page.press('link', '^Einzahlen');
  await page.write('^Betrag', '250');
  await page.press('button', '^Weiter zur Prüfung$');
  await page.press('button', '^250,00 USD einzahlen$');
  await page.see('text', '^Einzahlung erstellt$');
  yield 'Einzahlung';

  const { rows } = await world.sql.query<{ id: string }>(
    "SELECT id FROM crypto_deposits WHERE status = 'pending'",
  );
  await sendAs(server.port, admin, {
    method: 'POST',
    path: `/api/admin/deposits/${rows[0]?.id}/approve`,
    body: {},
    headers: { 'idempotency-key': randomUUID() },
  });
  // The open page hears of it.
  await page.press('link', '^Dashboard$');
  await page.see('link', '^Wallet.*250,00');
  await page.press('link', '^Starten');
  await page.press('button', '^SmartBot starten$');
  await page.write('^Betrag', '100', '[role=dialog]');
  await page.press('button', '^100,00 USDT investieren$', '[role=dialog]');
  await page.see('text', '^Bot gestartet$');
  await page.press('link', '^Dashboard$');
  await page.see('link', '^Aktive Bots.*1');
  yield 'Bot gestartet';

  await page.press('link', 'B-\\d+ öffnen$');
  await page.press('button', '^SmartBot beenden$');
  await page.press('button', 'auszahlen und beenden$', '[role=dialog]');
  await page.see('text', '^Bot beendet$');
  yield 'Bot beendet';

  await page.press('button', 'Support-Chat öffnen');
  await page.write('^Nachricht schreiben', `${QUESTION}${ENTER}`, '[role=dialog]');
  await page.see('text', QUESTION.replace('?', '\\?'), '[role=log]');
  await page.see('text', ANSWER, '[role=log]');
  yield 'Chat';
}

type Kind = 'link' | 'button' | 'field' | 'heading' | 'text';

/** What is offered has to be seen and named; several tries, as pages move while they load. */
function handsOn(browser: Browser) {
  async function attempt(what: string, act: () => Promise<boolean>): Promise<void> {
    let last = 'nicht zu sehen';
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(150)) {
      try {
        if (await act()) return;
      } catch (error) {
        // It was redrawn, or something lay over it.
        last = String(error);
      }
    }
    throw new Error(`${what}: ${last}`);
  }
  const find = (kind: Kind, name: string, within = 'body') =>
    browser.evaluate<Element | null>(FIND, kind, name, within);
  return {
    see: (kind: Kind, name: string, within?: string) =>
      attempt(name, async () => (await find(kind, name, within)) !== null),
    press: (kind: Kind, name: string, within?: string) =>
      attempt(name, async () => {
        const found = await find(kind, name, within);
        if (!found) return false;
        // What still moves would be missed.
        const place = await browser.evaluate(PLACE, found);
        await sleep(STILL_MS);
        if (place !== (await browser.evaluate(PLACE, found))) return false;
        await browser.click(found);
        return true;
      }),
    write: (name: string, text: string, within?: string) =>
      attempt(name, async () => {
        const found = await find('field', name, within);
        if (found) await browser.type(found, text);
        return found !== null;
      }),
  };
}

const PLACE =
  'const { x, y, width, height } = arguments[0].getBoundingClientRect(); return [x, y, width, height].join();';

/** In the page: the first element of a kind that is visible and has a name that matches. */
const FIND = `
  const [kind, name, within] = arguments;
  const selectors = { link: 'a[href]', button: 'button', field: 'input, textarea', heading: 'h1, h2, h3', text: '*' };
  const plain = (text) => (text ?? '').replace(/[\\s\\u00a0\\u202f]+/g, ' ').trim();
  const nameOf = (element) =>
    element.getAttribute('aria-label') ??
    (kind === 'field' ? [...(element.labels ?? [])].map((label) => label.textContent).join(' ') : element.textContent);
  const wanted = new RegExp(name);
  const found = [...document.querySelectorAll(within)]
    .flatMap((part) => [...(part.matches(selectors[kind]) ? [part] : []), ...part.querySelectorAll(selectors[kind])])
    .find((element) => element.getClientRects().length > 0 && !element.disabled && wanted.test(plain(nameOf(element))));
  // As people scroll to what they press; WebKit's driver would not.
  found?.scrollIntoView({ block: 'center' });
  return found ?? null;
`;

async function keepPicture(browser: Browser, name: string): Promise<void> {
  const file = `${browser.name}-${name}.png`.replaceAll(/[^\wäöüÄÖÜß.-]+/g, '-');
  await writeFile(join(PICTURES, file), Buffer.from(await browser.picture(), 'base64'));
}
