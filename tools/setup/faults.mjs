// Puts faults into a copy of the project, one at a time, and asks whether the tests that should notice do.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { Explained, run, withProgress } from './child.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { withoutInstallation } from './environment.mjs';
import { ensureInstalled } from './install.mjs';
import { LOCAL, MODULES, NODE, ROOT, scriptOf } from './paths.mjs';
import { explaining } from './start.mjs';

/**
 * @typedef {{ what: string, file: string, from: string, to: string, caughtBy: string[] }} Fault `from` stands once in the file.
 *   The tests are files; those of a browser are followed by what the title of the test contains: `x.spec.ts › a title`.
 */

const LISTS = join(ROOT, 'tools', 'faults');
const COPY = join(LOCAL, 'faults');
const TITLED = ' › ';
const PLAYWRIGHT = ['test', '-c', 'test/e2e/playwright.config.ts'];

/** @param {string[]} words Of the faults to try; all of them without any. */
export async function tryFaults(words) {
  endWithNpm();
  await explaining(async () => {
    await ensureInstalled('everything');
    const env = withoutInstallation(process.env);
    await ensureBuilt(env);
    const faults = readFaults().filter(({ what, file }) =>
      words.every((word) => `${file} ${what}`.includes(word)),
    );
    await makeCopy();
    try {
      const tests = [...new Set(faults.flatMap(({ caughtBy }) => caughtBy))];
      await assertChosen(tests, env);
      const failing = await withProgress(`${tests.length} tests without a fault`, () =>
        failingOf(tests, env),
      );
      if (failing !== undefined) throw new Explained(`These fail without a fault:\n${failing}`);
      /** @type {string[]} */
      const missed = [];
      for (const [index, fault] of faults.entries()) {
        const caught = await isCaught(fault, env);
        console.log(`${caught ? '✓' : '✗'} ${index + 1}/${faults.length} ${fault.what} (${fault.file})`);
        if (!caught) missed.push(fault.what);
      }
      console.log(`\n${faults.length - missed.length} of ${faults.length} faults caught`);
      if (missed.length > 0) process.exitCode = 1;
    } finally {
      rmSync(COPY, { recursive: true, force: true });
    }
  });
}

/** @returns {Fault[]} */
function readFaults() {
  // Beside the lists lies the test that looks whether they are right.
  const lists = readdirSync(LISTS).filter((name) => name.endsWith('.json'));
  return lists.flatMap((name) => JSON.parse(readFileSync(join(LISTS, name), 'utf8')));
}

/** The files as they are, with the installed packages linked: only our own ones belong to the copy. */
async function makeCopy() {
  rmSync(COPY, { recursive: true, force: true });
  const { output } = await run({
    command: 'git',
    args: ['ls-files', '-z', '-co', '--exclude-standard'],
    quiet: true,
  });
  for (const path of new Set(output.split('\0')))
    if (path !== '' && existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(COPY, path));
  for (const workspace of ['.', 'apps/server', 'apps/web', 'tools']) linkModules(workspace);
  cpSync(join(ROOT, 'apps/web/build'), join(COPY, 'apps/web/build'), { recursive: true });
  cpSync(join(ROOT, 'apps/web/.react-router'), join(COPY, 'apps/web/.react-router'), { recursive: true });
}

/** @param {string} workspace */
function linkModules(workspace) {
  const from = join(ROOT, workspace, 'node_modules');
  const to = join(COPY, workspace, 'node_modules');
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@botdepot') symlinkSync(join(from, name), join(to, name));
  if (from !== MODULES) return;
  mkdirSync(join(to, '@botdepot'));
  for (const name of readdirSync(join(COPY, 'packages')))
    symlinkSync(join(COPY, 'packages', name), join(to, '@botdepot', name));
}

/**
 * @param {Fault} fault
 * @param {NodeJS.ProcessEnv} env
 */
async function isCaught({ file, from, to, caughtBy }, env) {
  const path = join(COPY, file);
  const sound = readFileSync(path, 'utf8');
  const parts = sound.split(from);
  if (parts.length !== 2)
    throw new Explained(
      `${file} has changed: what the fault replaces stands there ${parts.length - 1} times.`,
    );
  writeFileSync(path, parts.join(to));
  try {
    return (await failingOf(caughtBy, env)) !== undefined;
  } finally {
    writeFileSync(path, sound);
  }
}

/**
 * That `npm test` runs each of them: a runner that finds none fails as well.
 * @param {string[]} tests
 * @param {NodeJS.ProcessEnv} env
 */
async function assertChosen(tests, env) {
  const args = [scriptOf('@playwright/test/cli.js'), ...PLAYWRIGHT, '--grep=@gate', '--list'];
  const { output } = await run({ command: NODE, args, cwd: COPY, env, quiet: true });
  const lines = output.split('\n');
  const missing = tests.filter((test) => {
    const [file = '', title] = test.split(TITLED);
    if (title === undefined) return !existsSync(join(COPY, file));
    return !lines.some((line) => line.includes(basename(file)) && line.includes(title));
  });
  if (missing.length > 0) throw new Explained(`These are not in npm test:\n${missing.join('\n')}`);
}

/**
 * The output of the first runner with a test that fails, and undefined when all pass.
 * @param {string[]} tests
 * @param {NodeJS.ProcessEnv} env
 */
async function failingOf(tests, env) {
  const inBrowser = tests.filter((test) => test.includes(TITLED));
  const others = tests.filter((test) => !inBrowser.includes(test));
  /** @type {string[][]} */
  const commands = [];
  if (others.length > 0)
    commands.push([scriptOf('vitest/vitest.mjs'), 'run', '--tags-filter=!long', '--bail=1', ...others]);
  if (inBrowser.length > 0) {
    const specs = new Set(inBrowser.map((test) => test.split(TITLED)[0] ?? ''));
    const titles = inBrowser.map((test) => escaped(test.split(TITLED)[1] ?? '')).join('|');
    commands.push(
      ['-e', "import('./tools/setup/build.mjs').then((build) => build.ensureBuilt(process.env))"],
      [
        scriptOf('@playwright/test/cli.js'),
        ...[...PLAYWRIGHT, '--retries=0', '-x'],
        // Only what `npm test` runs as well.
        ...[`--grep=(?=.*@gate)(?=.*(${titles}))`, ...specs],
      ],
    );
  }
  for (const args of commands) {
    const { code, output } = await run({ command: NODE, args, cwd: COPY, env, quiet: true });
    if (code !== 0) return output;
  }
  return undefined;
}

/** @param {string} text As part of an expression. */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
