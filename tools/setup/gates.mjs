// The checks that `npm run check` and `npm test` share. Each is one command with its own exit code.
import { run } from './child.mjs';
import { NODE, scriptOf } from './paths.mjs';

/** @typedef {{ name: string, args: string[][] }} Gate The commands run one after the other; `NODE` runs each. */

/** With one checker each: several in a process check what they share anew, and the gates run side by side anyway. */
const tsc = [scriptOf('typescript/bin/tsc'), '--noEmit', '--checkers', '1'];

/** @type {Gate[]} */
export const STATIC_GATES = [
  { name: 'Typen (Server, Pakete, Werkzeuge)', args: [[...tsc, '-p', 'tsconfig.json']] },
  // What runs inside the page needs the types of the browser.
  { name: 'Typen (Browsertests)', args: [[...tsc, '-p', 'test/e2e/tsconfig.json']] },
  {
    name: 'Typen (Web)',
    // The types of the routes are generated from the route table.
    args: [
      [scriptOf('@react-router/dev/bin.cjs', 'apps/web'), 'typegen', 'apps/web'],
      [...tsc, '-p', 'apps/web/tsconfig.json'],
    ],
  },
  { name: 'Lint und Format', args: [[scriptOf('@biomejs/biome/bin/biome'), 'check', '.']] },
];

/**
 * Runs a gate and shows one line; its output only when it fails.
 * @param {Gate} gate
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<boolean>}
 */
export async function passes({ name, args }, env) {
  const started = Date.now();
  for (const command of args) {
    const { code, output } = await run({ command: NODE, args: command, env, quiet: true });
    if (code === 0) continue;
    console.error(`✗ ${name}\n${output.trim()}\n`);
    return false;
  }
  console.log(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return true;
}
