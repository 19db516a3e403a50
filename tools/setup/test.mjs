import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { run } from './child.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { withoutInstallation } from './environment.mjs';
import { passes, STATIC_GATES } from './gates.mjs';
import { ensureInstalled } from './install.mjs';
import { NODE, scriptOf } from './paths.mjs';
import { explaining } from './start.mjs';
import { outcomeOf, playwright, together, vitest } from './test-outcomes.mjs';

/** @typedef {import('./test-outcomes.mjs').Outcome} Outcome */

/** What finds nearly everything, in minutes: all but the tests that are marked as long. */
export function test() {
  return reported(async (env, folder) => {
    const [gates] = await Promise.all([
      Promise.all(STATIC_GATES.map((gate) => passGate(gate, env))),
      ensureBuilt(env),
    ]);
    return together([
      ...gates,
      await runVitest(env, folder, '!long'),
      await runPlaywright(env, folder, '--grep=@gate'),
    ]);
  });
}

const PARTS = 8;
const DAY_MS = 86_400_000;

/**
 * The rest: the long ones, and what `npm test` repeats a few times only as often as it takes to find what is rare.
 * @param {number} [minutes] No part of the browser tests begins that would not end within so many, judged by the longest one before, so that
 *   it ends on a slow machine too. What is left out is named, and each day begins with another part.
 */
export function testFull(minutes) {
  const begun = Date.now();
  return reported(async (env, folder) => {
    await ensureBuilt(env);
    const outcomes = [await runVitest({ ...env, TEST_FULL: '1' }, folder, 'long || rounds')];
    const rest = '--grep-invert=@gate';
    if (minutes === undefined) return together([...outcomes, await runPlaywright(env, folder, rest)]);
    const today = Math.floor(begun / DAY_MS);
    const parts = Array.from({ length: PARTS }, (_, place) => 1 + ((today + place) % PARTS));
    let longest = 0;
    while (parts.length > 0 && Date.now() + longest < begun + minutes * 60_000) {
      const start = Date.now();
      outcomes.push(await runPlaywright(env, folder, rest, `--shard=${parts.shift()}/${PARTS}`));
      longest = Math.max(longest, Date.now() - start);
    }
    if (parts.length > 0)
      console.log(`\nAus Zeitmangel nicht gelaufen: Browsertests, Teile ${parts.join(', ')} von ${PARTS}`);
    return together(outcomes);
  });
}

/**
 * Runs tests and says at the end what failed, and in the last line how many passed and failed.
 * @param {(env: NodeJS.ProcessEnv, folder: string) => Promise<Outcome>} work
 */
async function reported(work) {
  endWithNpm();
  const folder = mkdtempSync(join(tmpdir(), 'botdepot-report-'));
  // What stops everything (no installation, no build) is explained below and counts as a failure.
  /** @type {Outcome} */
  let total = { passed: 0, failures: ['The tests did not begin'] };
  try {
    await explaining(async () => {
      await ensureInstalled('everything');
      // Tests mean the same everywhere; only TEST_DATABASE_URL and TEST_REDIS_URL choose other servers.
      total = await work(withoutInstallation(process.env), folder);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const { passed, failures } = total;
  if (failures.length > 0) process.exitCode = 1;
  for (const failure of failures) console.log(`\n✗ ${failure}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
}

/**
 * @param {import('./gates.mjs').Gate} gate
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Outcome>}
 */
async function passGate(gate, env) {
  return (await passes(gate, env)) ? { passed: 1, failures: [] } : { passed: 0, failures: [gate.name] };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder
 * @param {string} tags An expression that chooses the tests.
 */
async function runVitest(env, folder, tags) {
  const report = join(folder, 'vitest.json');
  const flags = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    `--tags-filter=${tags}`,
  ];
  const args = [scriptOf('vitest/vitest.mjs'), 'run', ...flags];
  const { code } = await run({ command: NODE, args, env });
  return outcomeOf(report, vitest, code);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder
 * @param {string[]} choice
 */
async function runPlaywright(env, folder, ...choice) {
  const report = join(folder, 'playwright.json');
  const flags = ['-c', 'test/e2e/playwright.config.ts', '--reporter=list,json', ...choice];
  const { code } = await run({
    command: NODE,
    args: [scriptOf('@playwright/test/cli.js'), 'test', ...flags],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  return outcomeOf(report, playwright, code);
}
