import { endWithNpm } from './end-with-npm.mjs';
import { passes, STATIC_GATES } from './gates.mjs';
import { ensureInstalled } from './install.mjs';
import { scriptOf } from './paths.mjs';
import { explaining } from './start.mjs';

/** Without --root a call from a subfolder would find no configuration. */
const unit = {
  name: 'Konventionen und Regeln',
  args: [[scriptOf('vitest/vitest.mjs'), 'run', '--project', 'unit', '--reporter=default']],
};

export async function check() {
  endWithNpm();
  await explaining(async () => {
    await ensureInstalled('everything');
    const results = await Promise.all([unit, ...STATIC_GATES].map((gate) => passes(gate, process.env)));
    if (!results.every(Boolean)) process.exitCode = 1;
  });
}
