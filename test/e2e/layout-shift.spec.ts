import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { randomFrom } from '../drills/random.ts';
import { test } from './app-test.ts';

/** Lighthouse calls 0.1 good; a page of ours that is half as far has something in it that jumps. */
const MOST = 0.05;
/** Answers come this much later, each by a time of its own. */
const DELAY_MS = { least: 50, most: 400 };

const CUSTOMER = ['', '/bots', '/bots?ansicht=beendete', '/bots/smartbot', '/bots/newsbot', '/wallet']
  .concat(['/wallet/statement', '/deposits', '/withdrawals', '/notifications', '/settings', '/support'])
  .map((path) => `/dashboard${path}`);
const ADMIN = ['', '/support', '?ansicht=rendite', '/freigaben', '/kunden', '/bots', '/pruefspur']
  .concat(['/abgleich', '/system'])
  .map((path) => `/admin${path}`);

test('nothing jumps while a page of a customer loads slowly', async ({ regular, regularApi }) => {
  const id = await firstId(regularApi, '/api/bot-investments?status=active', 'id');
  await expectStill(regular, [...CUSTOMER, `/dashboard/investments/${id}`, '/profile']);
});

test('nothing jumps while a page of the back office loads slowly', async ({ admin, adminApi }) => {
  const id = await firstId(adminApi, '/api/admin/customers', 'userId');
  await expectStill(admin, [...ADMIN, `/admin/kunden/${id}`]);
});

test('a state of the system that takes long moves nothing that is shown meanwhile', async ({ admin }) => {
  await admin.setViewportSize({ width: 390, height: 844 });
  await admin.addInitScript(keepShifts);
  // What stands below something on its way is kept back for four seconds. The list comes after that, and then the state.
  for (const [path, delayMs] of [
    ['/api/admin/system/faults?*', 4_500],
    ['/api/admin/system', 5_500],
  ] as const)
    await admin.route(`**${path}`, (route) => {
      setTimeout(() => void route.continue().catch(() => undefined), delayMs);
    });
  await admin.goto('/admin/system');
  const database = admin.getByRole('region', { name: 'Datenbank' });
  await expect(database).toBeVisible();
  await expect(database).toContainText('PostgreSQL', { timeout: 15_000 });
  const shifts = await shiftsOf(admin);
  expect(sumOf(shifts), shifts.flatMap(({ moved }) => moved).join(', ')).toBeLessThan(MOST);
});

async function firstId(api: APIRequestContext, path: string, key: string): Promise<unknown> {
  const { items } = await (await api.get(path)).json();
  return items[0][key];
}

async function expectStill(page: Page, paths: readonly string[]) {
  test.setTimeout(120_000);
  const seed = Math.floor(Math.random() * 2 ** 32);
  console.log(`layout shift: delays of seed ${seed}`);
  const random = randomFrom(seed);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(keepShifts);
  await page.route('**/api/**', async (route) => {
    const delayMs = DELAY_MS.least + random() * (DELAY_MS.most - DELAY_MS.least);
    setTimeout(() => void route.continue().catch(() => undefined), delayMs);
  });
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Das hat nicht geklappt');
    await page.waitForLoadState('networkidle');
    await expect(page.locator('[data-waiting]')).toHaveCount(0);
    const shifts = await shiftsOf(page);
    const sum = sumOf(shifts);
    if (sum > MOST)
      found.push(`${path} ${sum.toFixed(3)}: ${shifts.flatMap(({ moved }) => moved).join(', ')}`);
  }
  expect(found, found.join('\n')).toEqual([]);
}

interface Shift {
  value: number;
  moved: string[];
}

/** A shift is told after the frame that shows it. */
const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(async () => {
    await new Promise((told) => requestAnimationFrame(() => setTimeout(told)));
    return window.shifts;
  });

const sumOf = (shifts: readonly Shift[]): number => shifts.reduce((total, { value }) => total + value, 0);

declare global {
  interface Window {
    shifts: Shift[];
  }
  interface PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
}

/** In the page, before anything of it: what moves without having been touched, and from where to where. */
function keepShifts() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = element ? `${element.tagName.toLowerCase()}.${element.className}` : 'something gone';
        return `${name} „${element?.textContent?.slice(0, 30)}“ from ${previousRect.y} to ${currentRect.y}`;
      });
      window.shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
