import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { run } from './child.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { withoutInstallation } from './environment.mjs';
import { passes, STATIC_GATES } from './gates.mjs';
import { ensureInstalled } from './install.mjs';
import { NODE, ROOT, scriptOf } from './paths.mjs';
import { explaining } from './start.mjs';
import { add, countOf, NOTHING, ONE_FAILED, ONE_PASSED, readPlaywright, readVitest } from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */

export function test() {
  return counted(async (env, folder) => {
    let total = NOTHING;
    for (const count of await Promise.all(STATIC_GATES.map((gate) => passGate(gate, env))))
      total = add(total, count);
    await ensureBuilt(env);
    total = add(total, await vitest(env, folder));
    return add(total, await playwright(env, folder));
  });
}

/** Only what has a long form: what imports `rounds.ts`. */
export function testFull() {
  const tests = 'apps/server/test';
  const repeated = readdirSync(join(ROOT, tests))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${tests}/${name}`)
    .filter((path) => readFileSync(join(ROOT, path), 'utf8').includes("from './rounds.ts'"));
  return counted((env, folder) =>
    vitest({ ...env, TEST_FULL: '1' }, folder, '--project', 'server', ...repeated),
  );
}

/**
 * Runs tests and says in the last line how many passed and failed.
 * @param {(env: NodeJS.ProcessEnv, folder: string) => Promise<Counts>} work
 */
async function counted(work) {
  endWithNpm();
  const folder = mkdtempSync(join(tmpdir(), 'botdepot-report-'));
  // What stops everything (no installation, no build) is explained below and counts as a failure.
  let total = ONE_FAILED;
  try {
    await explaining(async () => {
      await ensureInstalled();
      // Tests mean the same everywhere; only TEST_DATABASE_URL and TEST_REDIS_URL choose other servers.
      total = await work(withoutInstallation(process.env), folder);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (total.failed > 0) process.exitCode = 1;
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
}

/**
 * @param {import('./gates.mjs').Gate} gate
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Counts>}
 */
async function passGate(gate, env) {
  return (await passes(gate, env)) ? ONE_PASSED : ONE_FAILED;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder
 * @param {...string} which All, unless some are named.
 */
async function vitest(env, folder, ...which) {
  const report = join(folder, 'vitest.json');
  const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = [scriptOf('vitest/vitest.mjs'), 'run', ...flags, ...which];
  const { code } = await run({ command: NODE, args, env });
  return countOf(report, readVitest, code);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder
 */
async function playwright(env, folder) {
  const report = join(folder, 'playwright.json');
  const flags = ['-c', 'test/e2e/playwright.config.ts', '--reporter=list,json'];
  const { code } = await run({
    command: NODE,
    args: [scriptOf('@playwright/test/cli.js'), 'test', ...flags],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return countOf(report, readPlaywright, code);
}
