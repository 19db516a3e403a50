import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Result, RunOptions } from 'axe-core';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const WIDTHS = [1280, 390];
/** The narrowest phone, and the narrowest screen that is none: there the sidebar takes a third of the room. */
const NARROWEST = { phone: 320, other: 768 } as const;

export interface State {
  name: string;
  /** What something open lies over by halves; it has been looked at without it. */
  covered?: string;
  /** On a phone it is another one, or is opened in another way. */
  opensByWidth?: true;
  open: (page: Page) => Promise<void>;
}

/** A page that is there once its heading is. */
export const at = (path: string, title: string | RegExp): State => ({
  name: path,
  open: async (page) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title }).first()).toBeVisible();
  },
});

/**
 * Opens every state once and looks at it by axe, light and dark, on a desk and on a phone, and on the narrowest of both for anything
 * wider than the screen.
 */
export async function checkAll(page: Page, states: readonly State[], widths: readonly number[] = WIDTHS) {
  if (process.env.PICTURES_BASE) return (await import('./pictures.ts')).comparePictures(page, states);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found: string[] = [];
  for (const state of states) {
    let overlays: number | undefined;
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const stays = !state.opensByWidth && (await countOverlays(page)) === overlays;
      if (!stays) await state.open(page);
      await page.waitForLoadState('networkidle');
      overlays = await countOverlays(page);
      found.push(...(await lookAt(page, width, state)));
    }
  }
  expect(found, found.join('\n')).toEqual([]);
}

/** What lies above the page, once it has followed the width of the screen. */
async function countOverlays(page: Page): Promise<number> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  return page.locator('[role="dialog"], [role="menu"], [role="listbox"]').count();
}

async function lookAt(page: Page, width: number, { name, covered }: State): Promise<string[]> {
  // Behind a dialog the page is covered and out of reach; it has been looked at before.
  const include = (await page.getByRole('dialog').count()) > 0 ? '[role="dialog"]' : undefined;
  // What has been scrolled half under the bar at the top would be called too small.
  if (include === undefined) await page.evaluate(() => window.scrollTo(0, 0));
  const faults = await findFaults(page, { tags: RULES, include, exclude: covered });
  const found = faults.map((fault) => `${name} at ${width}, ${fault}`);
  for (const narrow of [width, width < 768 ? NARROWEST.phone : NARROWEST.other]) {
    await page.setViewportSize({ width: narrow, height: 900 });
    const wide = await lasting(page, tooWide);
    if (wide.length > 0) found.push(`${name} scrolls sideways at ${narrow}: ${wide.join(', ')}`);
    const torn = await lasting(page, tornCells);
    if (torn.length > 0) found.push(`${name} has no room in a table at ${narrow}: ${torn.join(', ')}`);
  }
  return found;
}

/** What is found and still there a second later: what is open follows the width of the screen, but not at once. */
async function lasting(page: Page, look: () => string[]): Promise<string[]> {
  let found = await page.evaluate(look);
  for (let again = 0; found.length > 0 && again < 10; again++) {
    await page.waitForTimeout(100);
    found = await page.evaluate(look);
  }
  return found;
}

declare global {
  interface Window {
    /** Once it has been brought to the page. */
    axe: typeof import('axe-core');
  }
}

interface Look {
  /** Of the rules; without them it is every rule that axe applies by itself. */
  tags?: string[];
  /** Selectors of what is looked at, and of what is left out. */
  include?: string | undefined;
  exclude?: string | undefined;
}

/** What axe finds on the page as it is, light and dark. */
export async function findFaults(page: Page, look: Look = {}): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const violations = await findViolations(page, look);
    for (const { id, nodes } of violations) {
      const where = nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`);
      found.push(`${colorScheme}: ${id}\n  ${where.join('\n  ')}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

async function findViolations(page: Page, { tags, include, exclude }: Look): Promise<Result[]> {
  // Selectors of the thousands of elements that are as they should be would take longer than the rules.
  const options: RunOptions = { resultTypes: ['violations'] };
  if (page.frames().length > 1) {
    const axe = new AxeBuilder({ page, axeSource: AXE }).options(options);
    if (tags) axe.withTags(tags);
    if (include) axe.include(include);
    if (exclude) axe.exclude(exclude);
    return (await axe.analyze()).violations;
  }
  // What is in frames needs the builder, which brings all of axe twice for every look; here once per page is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  if (tags) options.runOnly = { type: 'tag', values: tags };
  return page.evaluate(
    async ({ within, without, how }) => {
      const context = without === undefined ? { include: within } : { include: within, exclude: without };
      return (await window.axe.run(context, how)).violations;
    },
    // The root is the whole page, for the rules about pages as well.
    { within: include ?? 'html', without: exclude, how: options },
  );
}

/** The page, what lies above it, and tables, where they are wider than their place. */
function tooWide(): string[] {
  // What has a name of its own to be scrolled to, as the table of candles, scrolls on purpose.
  const scrolls = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowX) && !element.matches('section[aria-label]');
  const tables = [...document.querySelectorAll('table')].map(({ parentElement }) => parentElement);
  const places = [...document.querySelectorAll('[role="dialog"], [role="dialog"] *'), ...tables];
  const scrolling = places.filter((place) => place !== null).filter(scrolls);
  return [document.documentElement, ...scrolling]
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => `${element.tagName.toLowerCase()} ${element.scrollWidth} in ${element.clientWidth}`);
}

/** Words of tables that stand beside their cell, or come apart where no word ends. */
function tornCells(): string[] {
  const LONGEST_WORD = 24;
  // In a list rows are no columns, and what stands beside a cell stands in nobody's way.
  const hasColumns = (cell: Element) => getComputedStyle(cell).display === 'table-cell';
  /** Neither for screen readers only nor placed somewhere on purpose. */
  const isPlain = (element: Element, end: Element | null): boolean => {
    const { clipPath, position } = getComputedStyle(element);
    if (clipPath !== 'none' || position === 'absolute') return false;
    return element === end || element.parentElement === null || isPlain(element.parentElement, end);
  };
  /** Nothing of it is seen beside the cell. */
  const isCut = (element: Element, cell: Element): boolean =>
    getComputedStyle(element).overflowX !== 'visible' ||
    (element !== cell && element.parentElement !== null && isCut(element.parentElement, cell));
  const isTorn = (text: Text, cell: Element) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
    const { left, right } = cell.getBoundingClientRect();
    if (hasColumns(cell) && lines.some((line) => line.right > right + 1 || line.left < left - 1)) return true;
    const words = text.data.trim().split(/[\s.@/–-]+/);
    return lines.length > Math.max(words.length, 2) && words.every(({ length }) => length <= LONGEST_WORD);
  };
  const found: string[] = [];
  for (const cell of document.querySelectorAll('th, td')) {
    if (!cell.checkVisibility() || !isPlain(cell, null)) continue;
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      if (!(text instanceof Text) || !element || text.data.trim() === '') continue;
      if (element.checkVisibility() && isPlain(element, cell) && !isCut(element, cell) && isTorn(text, cell))
        found.push(`„${text.data.trim().slice(0, 40)}“ in ${cell.clientWidth}`);
    }
  }
  return found.slice(0, 5);
}
