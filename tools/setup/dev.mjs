import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithNpm } from './end-with-npm.mjs';
import { loadEnvFile } from './environment.mjs';
import { ensureInstalled } from './install.mjs';
import { NODE, ROOT, scriptOf } from './paths.mjs';
import { addressOf, requireFreePort } from './port.mjs';
import { SERVER_PROGRAM } from './server-program.mjs';
import { explaining } from './start.mjs';

const WEB_PORT = 5173;

/** Starts the server with --watch and Vite's development server, which passes /api on to it. Ends both together. */
export async function dev() {
  endWithNpm();
  await explaining(async () => {
    loadEnvFile();
    await requireFreePort(process.env);
    await ensureInstalled('running');
    const { port } = addressOf(process.env);
    const origin = `http://localhost:${WEB_PORT}`;
    const server = spawn(NODE, ['--watch-preserve-output', '--watch', ...SERVER_PROGRAM], {
      cwd: ROOT,
      // Browsers come through Vite: its origin is the public one. A public address alone would switch the demo off.
      env: { PUBLIC_URL: origin, DEMO: '1', DEMO_PUBLIC: '1', ...process.env },
      stdio: 'inherit',
    });
    const web = spawn(
      NODE,
      [scriptOf('@react-router/dev/bin.cjs', 'apps/web'), 'dev', '--port', String(WEB_PORT), '--strictPort'],
      {
        cwd: join(ROOT, 'apps', 'web'),
        env: { ...process.env, API_ORIGIN: `http://127.0.0.1:${port}` },
        stdio: 'inherit',
      },
    );
    console.log(`Weboberfläche: ${origin}`);
    process.exitCode = await endTogether([server, web]);
  });
}

/**
 * Ctrl+C reaches all three of us and is a normal end; one that ends by itself takes the other with it.
 * @param {import('node:child_process').ChildProcess[]} children
 * @returns {Promise<number>}
 */
async function endTogether(children) {
  let asked = false;
  const stopAll = () => {
    for (const child of children)
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      asked = true;
      stopAll();
    });
  }
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((settle) => {
          child.once('exit', (code) => {
            // The other one then ends because we ask it to, not by itself.
            settle(asked ? 0 : (code ?? 1));
            asked = true;
            stopAll();
          });
        }),
    ),
  );
  return Math.max(...codes);
}
