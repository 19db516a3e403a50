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

export async function test() {
  endWithNpm();
  const folder = mkdtempSync(join(tmpdir(), 'botdepot-report-'));
  let total = NOTHING;
  let finished = false;
  try {
    await explaining(async () => {
      // Tests mean the same everywhere; only TEST_DATABASE_URL and TEST_REDIS_URL choose other servers.
      const env = withoutInstallation(process.env);
      await ensureInstalled();
      for (const count of await Promise.all(STATIC_GATES.map((gate) => passGate(gate, env))))
        total = add(total, count);
      await ensureBuilt(env);
      total = add(total, await vitest(env, join(folder, 'vitest.json')));
      total = add(total, await playwright(env, join(folder, 'playwright.json')));
      finished = true;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // What stopped everything (no installation, no build) has been explained above and counts as a failure.
  if (!finished) total = add(total, ONE_FAILED);
  if (total.failed > 0) process.exitCode = 1;
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
}

/** Only what has a long form: what imports `rounds.ts`. */
export async function testFull() {
  endWithNpm();
  await explaining(async () => {
    await ensureInstalled();
    const folder = join(ROOT, 'apps', 'server', 'test');
    const repeated = readdirSync(folder)
      .filter((name) => name.endsWith('.test.ts'))
      .filter((name) => readFileSync(join(folder, name), 'utf8').includes("from './rounds.ts'"))
      .map((name) => `apps/server/test/${name}`);
    const { code } = await run({
      command: NODE,
      args: [scriptOf('vitest/vitest.mjs'), 'run', '--project', 'server', ...repeated],
      env: { ...withoutInstallation(process.env), TEST_FULL: '1' },
    });
    process.exitCode = code;
  });
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
 * @param {string} report
 */
async function vitest(env, report) {
  const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run({ command: NODE, args: [scriptOf('vitest/vitest.mjs'), 'run', ...flags], env });
  return countOf(report, readVitest, code);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} report
 */
async function playwright(env, report) {
  const flags = ['-c', 'test/e2e/playwright.config.ts', '--reporter=list,json'];
  const { code } = await run({
    command: NODE,
    args: [scriptOf('@playwright/test/cli.js'), 'test', ...flags],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return countOf(report, readPlaywright, code);
}
