// A browser for tests and screenshots, without apt and without a download of its own: the system's Chromium if there is
// one, else the headless build that the npm package @sparticuz/chromium carries in compressed form.
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url));
const PACKAGE = join(MODULES, '@sparticuz', 'chromium');
const CACHE = join(MODULES, '.cache', 'botdepot');
const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const FLAGS = [
  // Containers and root offer no sandbox; the browser only ever sees our own pages.
  '--no-sandbox',
  '--disable-gpu',
  // Nothing may leave the machine, and nothing may happen that a test did not ask for.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface BrowserLaunchOptions {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/** Launch options for Playwright's `chromium`. The first call after an installation unpacks some 200 MB, once. */
export async function findBrowser(): Promise<BrowserLaunchOptions> {
  const system = SYSTEM_NAMES.map(findInPath).find((path) => path !== undefined);
  if (system !== undefined) return { executablePath: system, args: FLAGS, env: environment() };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `No browser found. Install Chromium or Chrome so that one of ${SYSTEM_NAMES.join(', ')} is in PATH.`,
    );
  }
  const folder = await unpacked();
  return {
    executablePath: join(folder, 'chromium'),
    args: FLAGS,
    env: {
      ...environment(),
      // NSS and friends, which a slim system lacks, and fonts with a configuration that knows them.
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: await fontConfiguration(folder),
    },
  };
}

/**
 * The folder with the unpacked browser. The package would unpack into the shared temporary folder, where an interrupted
 * run leaves half a browser that the next one trusts; here a complete folder is renamed into place.
 */
async function unpacked(): Promise<string> {
  const version: unknown = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version;
  const folder = join(CACHE, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(`${folder}.new-${process.pid}-`);
  try {
    // A process of its own, because the package reads TMPDIR and AWS_LAMBDA_JS_RUNTIME (which makes it unpack its system
    // libraries) while it is being imported.
    const script =
      "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
    await run(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: MODULES,
      env: { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    });
    await rename(draft, folder);
  } catch (error) {
    // Somebody else may have finished first.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeForgottenDrafts();
  return folder;
}

/** The package's own configuration looks for fonts in /tmp; without any font the browser draws no text at all. */
async function fontConfiguration(folder: string): Promise<string> {
  const file = join(folder, 'fonts.conf');
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(folder, 'fonts')];
  const entries = folders.map(
    (path) => `<dir>${path.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</dir>`,
  );
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>${entries.join('')}<cachedir>${escape(join(folder, 'font-cache'))}</cachedir></fontconfig>
`;
  // Named after the process, because several workers may write it at once and none may read half of it.
  await writeFile(`${file}.${process.pid}`, text);
  await rename(`${file}.${process.pid}`, file);
  return file;
}

async function removeForgottenDrafts(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const pid = Number(/\.new-(\d+)-/.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isNaN(pid) && !existsSync(`/proc/${pid}`))
      await rm(join(CACHE, name), { recursive: true, force: true });
  }
}

function findInPath(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
