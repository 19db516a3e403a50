import { ensureBuilt } from './build.mjs';
import { Explained } from './child.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { loadEnvFile } from './environment.mjs';
import { ensureInstalled } from './install.mjs';
import { requireFreePort } from './port.mjs';
import { serve } from './serve.mjs';

export async function start() {
  endWithNpm();
  await explaining(async () => {
    loadEnvFile();
    // First, because everything below may take minutes; again, because in these somebody else may have taken the port.
    await requireFreePort(process.env);
    await ensureInstalled('running');
    await requireFreePort(process.env);
    process.exitCode = await serve(process.env, ensureBuilt(process.env));
  });
}

/**
 * Shows an explained failure as its sentence alone, anything else with its stack.
 * @param {() => Promise<void>} work
 */
export async function explaining(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Explained ? error.message : error);
    process.exitCode = 1;
  }
}
