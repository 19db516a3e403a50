// The badge in the top bar tells what the prices on the page are: their source, their age, and whether they still come.
import { LIVE_CLOSE } from '@botdepot/contract';
import { expect, type Page } from '@playwright/test';
import { test } from './app-test.ts';

type Tick = { type: string; source?: string; o?: number[]; s?: number[] };

/** The live connection of a page with every tick in the test's hands. */
async function holdTicks(page: Page) {
  let change: (tick: Tick) => Tick | null = (tick) => tick;
  const close = new Set<(code: number) => void>();
  let refusedWith: number | null = null;
  await page.routeWebSocket('**/api/live*', (socket) => {
    if (refusedWith !== null) {
      void socket.close({ code: refusedWith });
      return;
    }
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const tick: Tick = JSON.parse(String(message));
      if (tick.type !== 'prices') return socket.send(message);
      const changed = change(tick);
      if (changed) socket.send(JSON.stringify(changed));
    });
    close.add((code) => void socket.close({ code }));
  });
  return {
    pass: (next: typeof change) => {
      change = next;
    },
    refuse: (code: number) => {
      refusedWith = code;
      for (const one of close) one(code);
      close.clear();
    },
    admit: () => {
      refusedWith = null;
    },
  };
}

const badgeOf = (page: Page) => page.getByRole('banner').getByRole('status').locator('..');

test('it names where the prices come from, and never hides that some are simulated', async ({
  newcomer: page,
}) => {
  const ticks = await holdTicks(page);
  await page.goto('/dashboard');
  const badge = badgeOf(page);
  await expect(badge).toHaveText(/^Live.*Kurse simuliert/);
  for (const [source, text] of [
    ['kraken', 'Live-Kurse: Kraken'],
    ['twelvedata', 'Live-Kurse: Twelve Data'],
    ['mixed', 'Kurse teils simuliert'],
  ] as const) {
    ticks.pass((tick) => ({ ...tick, source }));
    await expect(badge).toContainText(text);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(badge.getByText('teils simuliert', { exact: true })).toBeVisible();
});

test('it says how many prices are too old, and is not live when all are', async ({ newcomer: page }) => {
  const ticks = await holdTicks(page);
  await page.goto('/dashboard');
  const badge = badgeOf(page);
  const allOpen = (tick: Tick) => (tick.o ?? []).map(() => 1);
  ticks.pass((tick) => ({ ...tick, source: 'mixed', o: allOpen(tick), s: [0, 3] }));
  await expect(badge).toContainText('2 Kurse veraltet');
  await expect(badge.getByRole('status')).toHaveText('Live');
  ticks.pass((tick) => ({
    ...tick,
    source: 'mixed',
    o: allOpen(tick),
    s: allOpen(tick).map((_, place) => place),
  }));
  await expect(badge.getByRole('status')).toHaveText('Veraltet');
  // Out of session is not stale.
  ticks.pass((tick) => ({
    ...tick,
    source: 'kraken',
    o: allOpen(tick).map((_, place) => (place === 0 ? 1 : 0)),
  }));
  await expect(badge.getByRole('status')).toHaveText('Live');
  await expect(badge).not.toContainText('veraltet');
});

test('it says how old the prices are once no more come, and is live again with the next', async ({
  newcomer: page,
}) => {
  await page.clock.install();
  const ticks = await holdTicks(page);
  await page.goto('/dashboard');
  const badge = badgeOf(page);
  await expect(badge.getByRole('status')).toHaveText('Live');
  ticks.pass(() => null);
  // Less than a socket may be silent before it is opened anew.
  await page.clock.fastForward(12_000);
  await expect(badge.getByRole('status')).toHaveText('Veraltet');
  await expect(badge).toHaveText(/vor [12]\d\ss$/);
  ticks.pass((tick) => tick);
  await expect(badge.getByRole('status')).toHaveText('Live');
  await expect(badge).not.toContainText('vor');
});

test('it says that the connection is being made again, and why when there are too many windows', async ({
  newcomer: page,
}) => {
  const ticks = await holdTicks(page);
  await page.goto('/dashboard');
  const badge = badgeOf(page);
  await expect(badge.getByRole('status')).toHaveText('Live');
  ticks.refuse(LIVE_CLOSE.tooMany);
  await expect(badge).toHaveText(/^Getrennt.*Verbindung wird aufgebaut/);
  await expect(page.getByText('In zu vielen Fenstern geöffnet')).toBeVisible();
  ticks.admit();
  // Coming back to the window does not wait for the next attempt.
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(badge.getByRole('status')).toHaveText('Live', { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText('In zu vielen Fenstern geöffnet')).toBeHidden();
});

const WIDTHS = [320, 360, 390, 600, 767, 768, 800, 900, 1024, 1280];

/** Whatever in the top bar lies on its neighbour, is wider than its place, or makes the page wider than the screen. */
const crowding = (page: Page) =>
  page.getByRole('banner').evaluate((bar) => {
    const shown = (one: Element) => one.getBoundingClientRect().width > 1;
    const parts = [...bar.children].filter(shown);
    const endOf = (part: Element) =>
      getComputedStyle(part).overflow === 'visible'
        ? Math.max(
            ...[part, ...part.querySelectorAll('*')]
              .filter(shown)
              .map((one) => one.getBoundingClientRect().right),
          )
        : part.getBoundingClientRect().right;
    const crowded = parts.filter((part, place) => {
      const next = parts[place + 1]?.getBoundingClientRect().left ?? innerWidth;
      return endOf(part) > next + 0.5;
    });
    const page = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
    return [...crowded.map((part) => part.textContent), ...page];
  });

for (const [who, path] of [
  ['regular', '/dashboard'],
  ['admin', '/admin'],
] as const)
  test(`nothing in the top bar lies on anything else, whatever the badge says: ${path}`, async ({
    regular,
    admin,
  }) => {
    test.setTimeout(180_000);
    const page = { regular, admin }[who];
    const ticks = await holdTicks(page);
    const badge = badgeOf(page);
    const expectRoom = async (state: string) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => crowding(page), `${state}, ${width} px`).toEqual([]);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    };
    ticks.pass(() => null);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(badge.getByRole('status')).toHaveText('Verbinden …');
    await expectRoom('connecting');
    const allOpen = (tick: Tick) => (tick.o ?? []).map(() => 1);
    for (const [text, change] of [
      ['Kurse simuliert', (tick) => tick],
      ['Live-Kurse: Twelve Data', (tick) => ({ ...tick, source: 'twelvedata' })],
      ['Kurse teils simuliert', (tick) => ({ ...tick, source: 'mixed' })],
      ['3 Kurse veraltet', (tick) => ({ ...tick, source: 'mixed', o: allOpen(tick), s: [0, 3, 5] })],
      ['Veraltet', (tick) => ({ ...tick, o: allOpen(tick), s: allOpen(tick).map((_, place) => place) })],
    ] satisfies [string, (tick: Tick) => Tick][]) {
      ticks.pass(change);
      await expect(badge).toContainText(text);
      await expectRoom(text);
    }
    ticks.refuse(LIVE_CLOSE.tooMany);
    await expect(badge).toHaveText(/^Getrennt/);
    await expectRoom('disconnected');
  });
