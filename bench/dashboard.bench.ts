import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@botdepot/contract';
import { type APIRequestContext, type Browser, chromium, type Page, request } from '@playwright/test';
import pg from 'pg';
import { createApi } from '../apps/server/test/api-fixture.ts';
import { countRowsRead, type RowsRead, recordStatements } from '../apps/server/test/rows-read.ts';
import { createServerFixture } from '../apps/server/test/server-fixture.ts';
import { readProfile, signUp, startBot } from '../test/e2e/accounts.ts';
import { findBrowser } from '../tools/browser.ts';
import { withAppOn } from './app-on-database.ts';
import { compareRates } from './interleaved.ts';
import { fillAccount } from './long-account.ts';

const SHORT = { bookings: 10, notifications: 10 };
const LONG = { bookings: 10_000, notifications: 1_000 };

interface Question {
  name: string;
  path: string;
  /** It reads what it is asked about, so it may grow: a deep page, a search, the whole history (decision 0022). */
  grows?: boolean;
}

/** What the dashboard asks, as its pages ask it. */
const QUESTIONS: Question[] = [
  { name: 'Wallet', path: '/wallet' },
  { name: 'Buchungen, neueste', path: '/wallet/transactions' },
  { name: 'Buchungen, letzte Seite', path: '/wallet/transactions?page=1000', grows: true },
  { name: 'Buchungen, eine Art', path: '/wallet/transactions?kind=bot_started', grows: true },
  { name: 'Buchungen, Suche', path: '/wallet/transactions?search=E-1', grows: true },
  {
    name: 'Buchungen, Summe eines Monats',
    path: `/wallet/transactions/sum?after=${daysAgo(30)}&until=${daysAgo(0)}`,
    grows: true,
  },
  { name: 'Einzahlungen', path: '/deposits' },
  { name: 'Einzahlungen, abgelehnte', path: '/deposits?status=rejected' },
  { name: 'Auszahlungen', path: '/withdrawals' },
  { name: 'Auszahlungen, offene', path: '/withdrawals?status=pending' },
  { name: 'Kontoauszug, dieser Monat', path: `/wallet/statements/${thisMonth()}`, grows: true },
  { name: 'Vermögen, 30 Tage', path: '/wealth?range=1m', grows: true },
  { name: 'Vermögen, alles', path: '/wealth?range=max', grows: true },
  { name: 'Anlagen', path: '/bot-investments' },
  { name: 'Glocke', path: '/notifications' },
  { name: 'Benachrichtigungen', path: `/notifications/all?pageSize=${LIMITS.notificationsPerPage}` },
  { name: 'Benachrichtigungen, ungelesene', path: '/notifications/all?unread=true' },
];

/** A long history may cost an index a level more and a page its last few rows, never rows for its length. */
const MORE_ROWS = 10;

/** An account with ten thousand bookings and a thousand notifications against one with ten of each, on the running app. */
export async function benchDashboard(url: string): Promise<boolean> {
  return withAppOn(url, async (origin) => {
    const people: [Person, Person] = [await newPerson(origin), await newPerson(origin)];
    const fixture = await createServerFixture({ url });
    try {
      console.log(
        `\nDashboard: ${LONG.bookings.toLocaleString('de-DE')} Buchungen und ${LONG.notifications.toLocaleString('de-DE')} Benachrichtigungen gegen je zehn`,
      );
      for (const [place, person] of people.entries()) {
        await fillAccount(fixture.database, person.userId, place === 0 ? SHORT : LONG);
        await startWhenPricesAreFresh(person.api);
      }
      await fixture.database.pool.query('VACUUM ANALYZE');
      const hasFewReads = await benchQuestions(url, people);
      const hasFewRows = await benchPages(origin, people);
      return hasFewReads && hasFewRows;
    } finally {
      await fixture.close();
      for (const { api } of people) await api.dispose();
    }
  });
}

interface Person {
  userId: string;
  api: APIRequestContext;
}

async function newPerson(origin: string): Promise<Person> {
  const api = await request.newContext({ baseURL: origin });
  await signUp(api);
  const { userId } = await readProfile(api);
  return { userId, api };
}

/** Filling an account keeps the machine busy, and an app that waited for its turn has old prices for a moment. */
async function startWhenPricesAreFresh(api: APIRequestContext): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(500)) {
    try {
      await startBot(api, '100.00');
      return;
    } catch (error) {
      if (!String(error).includes('PRICES_STALE') || Date.now() > deadline) throw error;
    }
  }
}

/** Rows are judged, since they are the same on every machine; milliseconds are only printed. */
async function benchQuestions(url: string, [short, long]: [Person, Person]): Promise<boolean> {
  const fixture = await createServerFixture({ url });
  const statements = recordStatements(fixture.database.pool);
  fixture.clock.set(new Date());
  const api = createApi(fixture);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  console.log(
    `  ${'Abfrage'.padEnd(32)} ${'ms'.padStart(8)} ${'Verhältnis'.padStart(11)} ${'Zeilen'.padStart(15)} ${'nur im Index'.padStart(17)} ${'Bytes'.padStart(9)}`,
  );
  let met = true;
  try {
    for (const { name, path, grows } of QUESTIONS) {
      const askAs = ({ userId }: Person) => {
        const as = api.person('user', userId);
        return async () => {
          const { status, body } = await api.call('GET', `/api${path}`, { as });
          if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
          return body;
        };
      };
      const [askShort, askLong] = [askAs(short), askAs(long)];
      const bytes = JSON.stringify(await askLong()).length;
      await askShort();
      const few = await countRowsRead(client, await statements.during(askShort));
      const many = await countRowsRead(client, await statements.during(askLong));
      const [base, rate] = await compareRates(
        [
          { name: 'short', task: async () => void (await askShort()) },
          { name: 'long', task: async () => void (await askLong()) },
        ],
        { lanes: 1, rounds: 5, sliceMs: 100 },
      );
      const isMet = grows === true || many.rows <= few.rows + MORE_ROWS;
      const rows = (part: keyof RowsRead) => `${few[part]} → ${many[part]}`;
      console.log(
        `  ${name.padEnd(32)} ${(1000 / (rate?.perSecond ?? 0)).toFixed(1).padStart(8)} ${((base?.perSecond ?? 0) / (rate?.perSecond ?? 1)).toFixed(2).padStart(11)} ${rows('rows').padStart(15)} ${rows('entries').padStart(17)} ${String(bytes).padStart(9)}  ${grows ? 'darf wachsen' : isMet ? 'erreicht' : 'VERFEHLT'}`,
      );
      met = isMet && met;
    }
  } finally {
    await client.end();
    await fixture.close();
  }
  return met;
}

interface Shown {
  name: string;
  path: string;
  rows: string;
  most: number;
}

const PAGES: Shown[] = [
  { name: 'Übersicht', path: '/dashboard', rows: 'main :is(tbody tr, li)', most: LIMITS.pageSize * 3 },
  { name: 'Wallet', path: '/dashboard/wallet', rows: 'main :is(tbody tr, li)', most: LIMITS.pageSize * 3 },
  {
    name: 'Transaktionen',
    path: '/dashboard/wallet?ansicht=transaktionen',
    rows: 'main :is(tbody tr, li)',
    most: LIMITS.pageSize * 3,
  },
  {
    name: 'Benachrichtigungen',
    path: '/dashboard/notifications',
    rows: 'main li',
    most: LIMITS.notificationsPerPage,
  },
];

/** How much a browser really has to show; a long history must not show. */
async function benchPages(origin: string, people: [Person, Person]): Promise<boolean> {
  const browser = await chromium.launch(await findBrowser());
  console.log(`\n  ${'Seite im Browser'.padEnd(32)} ${'Zeilen'.padStart(15)} ${'Elemente'.padStart(17)}`);
  let met = true;
  try {
    for (const shown of PAGES) {
      const few = await look(browser, origin, people[0], shown);
      const many = await look(browser, origin, people[1], shown);
      const isMet = many.rows > 0 && many.rows <= shown.most;
      console.log(
        `  ${shown.name.padEnd(32)} ${`${few.rows} → ${many.rows}`.padStart(15)} ${`${few.elements} → ${many.elements}`.padStart(17)}  ${isMet ? 'erreicht' : 'VERFEHLT'} (höchstens ${shown.most})`,
      );
      met = isMet && met;
    }
  } finally {
    await browser.close();
  }
  return met;
}

async function look(
  browser: Browser,
  origin: string,
  person: Person,
  { path, rows }: Shown,
): Promise<{ rows: number; elements: number }> {
  const context = await browser.newContext({
    baseURL: origin,
    storageState: await person.api.storageState(),
  });
  const page: Page = await context.newPage();
  await page.goto(path);
  const shown = page.locator(rows).filter({ visible: true });
  await shown.first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const found = {
    rows: await shown.count(),
    elements: await page.locator('*').count(),
  };
  await context.close();
  return found;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

function thisMonth(): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Berlin',
    year: 'numeric',
    month: '2-digit',
  }).format(new Date());
}
