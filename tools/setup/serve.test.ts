import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { NODE } from './paths.mjs';

const folder = await mkdtemp(join(tmpdir(), 'botdepot-serve-'));
afterAll(() => rm(folder, { recursive: true }));

/** Says what Node was started with, and ends before the server begins. */
const SAY = '--import=data:text/javascript,console.log(process.execArgv.join());process.exit()';
const SERVE = `import(${JSON.stringify(new URL('./serve.mjs', import.meta.url))}).then(({ serve }) =>
  serve({ ...process.env, NODE_OPTIONS: process.env.SAY }, Promise.resolve()))`;

it('the server is started with a heap that may double', async () => {
  // From a process of its own, whose signals it may take.
  const { stdout } = await promisify(execFile)(NODE, ['-e', SERVE], {
    env: { ...process.env, DATA_DIR: folder, SAY },
  });
  expect(stdout.trim().split(',')).toContain('--heap-growing-percent=100');
});
