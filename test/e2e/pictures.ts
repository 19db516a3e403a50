// What `checkAll` does instead in `npm run pictures`: every state in two builds that are told the same, and the two compared.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import type { WebFiles } from '../../apps/server/src/platform/web-files.ts';
import { answersFor, filesOf, leave, openWith, type PictureAnswers, restore } from './picture-answers.ts';

const NOW = fileURLToPath(new URL('../../apps/web/build/client', import.meta.url));
const WIDTHS = [1280, 768, 390];
const HEIGHT = 900;
/** What comes by itself only after this long does not come: toasts stay, and nobody asks again. */
const LONG_MS = 4_000;
/** Pictures that are not equal to the byte: nothing that pixelmatch does not take for the edge of a letter may differ by more. */
const TOLERANCE = { threshold: 0.01, maxDiffPixels: 0 };
const STILL_MS = 150;
/** Where the machine has other things to do, a whole page takes its time. */
const SLOW_MS = 60_000;
const PER_STATE_MS = 300_000;

/** By width and colour scheme. */
type Pictures = ReadonlyMap<string, Buffer>;
/** What `checkAll` opens. */
type State = { name: string; open: (page: Page) => Promise<void> };

export async function comparePictures(page: Page, states: readonly State[]) {
  const info = test.info();
  info.setTimeout(info.timeout + states.length * PER_STATE_MS);
  const base = await filesOf(process.env.PICTURES_BASE ?? '');
  const now = await filesOf(NOW);
  const answers = await answersFor(page);
  await page.clock.setFixedTime(Date.now());
  await page.addInitScript(ignoreLongTimers, LONG_MS);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found: string[] = [];
  for (const [index, { name, open }] of states.entries()) {
    const browser = await leave(page);
    await page.clock.setFixedTime(Date.now());
    answers.begin('recording', base);
    await openState(page, answers, open);
    answers.phase = 'held';
    let before = await lookAt(page, answers);
    const left = await leave(page);
    const again = async (files: WebFiles) => {
      await restore(page, browser);
      answers.begin('replaying', files);
      await openState(page, answers, open);
      const pictures = await lookAt(page, answers);
      await leave(page);
      return pictures;
    };
    try {
      let after = await again(now);
      if (differing(before, after).length > 0) {
        // The first time the page was told one thing after the other; now both are told all of it at once.
        before = await again(base);
        after = await again(now);
      }
      for (const look of differing(before, after)) {
        const difference = await describe(`${index + 1} ${name}, ${look}`, before.get(look), after.get(look));
        if (difference) found.push(difference);
      }
      for (const key of answers.missing) found.push(`${name} asks for what was not asked for before: ${key}`);
    } catch (error) {
      found.push(`${name} cannot be opened any more: ${String(error).split('\n')[0]}`);
      await leave(page);
    }
    await restore(page, left);
    answers.begin('off');
    console.log(`  ${name}: ${before.size} pictures`);
  }
  if (found.length > 0) throw new Error(found.join('\n'));
}

function ignoreLongTimers(longMs: number) {
  const only =
    (begin: (run: TimerHandler, ms?: number, ...rest: unknown[]) => number) =>
    (run: TimerHandler, ms = 0, ...rest: unknown[]) =>
      ms >= longMs ? 0 : begin.call(window, run, ms, ...rest);
  Object.assign(window, { setTimeout: only(window.setTimeout), setInterval: only(window.setInterval) });
}

async function openState(page: Page, answers: PictureAnswers, open: State['open']) {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: HEIGHT });
  await openWith(answers, () => open(page));
  await page.mouse.move(0, 0);
  if (!(await hasDialog(page))) await page.evaluate(scrollThrough, HEIGHT / 2);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Past everything that is loaded only near the screen. */
async function scrollThrough(step: number) {
  const frame = () => new Promise(requestAnimationFrame);
  for (let y = 0; y < document.body.scrollHeight; y += step) {
    window.scrollTo(0, y);
    for (let frames = 0; frames < 3; frames++) await frame();
  }
}

const hasDialog = async (page: Page) => (await page.getByRole('dialog').count()) > 0;

/** Every width, light and dark: the whole page, or what is open over it, and that again with room for all that scrolls in it. */
async function lookAt(page: Page, answers: PictureAnswers): Promise<Pictures> {
  const pictures = new Map<string, Buffer>();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await page.evaluate(() => window.scrollTo(0, 0));
      const fullPage = !(await hasDialog(page));
      const take = async () => {
        await expect(async () => {
          await page.evaluate(still, STILL_MS);
          expect(answers.isQuiet()).toBe(true);
        }).toPass({ timeout: SLOW_MS });
        return page.screenshot({ fullPage, animations: 'disabled', timeout: SLOW_MS });
      };
      pictures.set(`${width} ${colorScheme}`, await take());
      const more = fullPage ? 0 : await page.evaluate(below);
      if (more === 0) continue;
      await page.setViewportSize({ width, height: HEIGHT + more });
      pictures.set(`${width} ${colorScheme}, to the end`, await take());
      await page.setViewportSize({ width, height: HEIGHT });
    }
  }
  return pictures;
}

/** Until nothing in the page has changed for so long. */
function still(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      requestAnimationFrame(() => resolve());
    };
    let timer = setTimeout(end, ms);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

/** How much of a dialog can only be scrolled to. */
function below(): number {
  const places = [...document.querySelectorAll('[role="dialog"], [role="dialog"] *')];
  const hidden = places
    .filter((place) => /auto|scroll/.test(getComputedStyle(place).overflowY))
    .map((place) => place.scrollHeight - place.clientHeight);
  return Math.max(0, ...hidden);
}

const differing = (before: Pictures, after: Pictures): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((look) => {
    const picture = after.get(look);
    return !picture || !before.get(look)?.equals(picture);
  });

async function describe(what: string, before?: Buffer, after?: Buffer): Promise<string | undefined> {
  if (!before || !after) return `${what}: only ${before ? 'before' : 'after'}`;
  const spec = basename(test.info().file, '.spec.ts');
  const file = `${`${spec} ${what}`.replaceAll(/[^\p{L}\d]+/gu, '-')}.png`;
  const path = test.info().snapshotPath(file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, before);
  try {
    // Where it differs, Playwright writes all three beside each other: -expected, -actual and -diff.
    expect(after).toMatchSnapshot(file, TOLERANCE);
    return undefined;
  } catch (error) {
    return `${what}: ${/(Expected an image|\d+ pixels).*/.exec(String(error))?.[0] ?? error}`;
  } finally {
    await rm(path);
  }
}
