// npm run fuzz [-- --requests 20000 --seed 42]: the long run of apps/server/test/api/fuzz.test.ts, which `npm run test:full` runs short.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string' } },
});
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const child = spawn(
  process.execPath,
  [vitest, 'run', '--project', 'server', 'apps/server/test/api/fuzz.test.ts'],
  {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_REQUESTS: values.requests,
      FUZZ_SEED: values.seed ?? String(Date.now() % 2 ** 31),
    },
  },
);
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
