// `npm run pictures` without a revision: the pictures of the dashboard that the landing page shows, of a demo of their own.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../tools/browser.ts';
import { signIn } from './accounts.ts';
import { demoLogin } from './people.ts';
import { startInstallation } from './start-app.ts';

const FOLDER = new URL('../../apps/web/app/routes/public/landing/', import.meta.url);
/** As the landing page says in `width` and `height`. */
const SIZE = { width: 1024, height: 768 };
const QUALITY = 0.75;

const app = await startInstallation('landing-pictures');
process.env.E2E_DATA_DIR = app.dataDir;
const browser = await chromium.launch(await findBrowser());
try {
  for (const scheme of ['light', 'dark'] as const) {
    const png = await takePicture(browser, scheme);
    const picture = await asWebp(await browser.newPage(), png);
    const file = fileURLToPath(new URL(`dashboard-${scheme}.webp`, FOLDER));
    await writeFile(file, picture);
    console.log(`${file}: ${picture.length} Bytes`);
  }
} finally {
  await browser.close();
  await app.stop();
}

async function takePicture(browser: Browser, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: SIZE,
    colorScheme,
    reducedMotion: 'reduce',
  });
  await signIn(context.request, await demoLogin('katharina'));
  const page = await context.newPage();
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const picture = await page.screenshot({ animations: 'disabled' });
  await context.close();
  return picture;
}

/** The browser packs it, so that no library has to. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const packed = await page.evaluate(
    async ([source = '', quality]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
    },
    [png.toString('base64'), QUALITY] as const,
  );
  return Buffer.from(packed, 'base64');
}
