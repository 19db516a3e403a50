import startApp from '../test/e2e/start-app.ts';
import { ensureBuilt } from '../tools/setup/build.mjs';
import { withoutInstallation } from '../tools/setup/environment.mjs';

/** Hands the address of the demo to `measure`: the one that BENCH_BASE_URL names, else one of its own for this time. */
export async function withApp(measure: (origin: string) => Promise<boolean>): Promise<boolean> {
  const running = process.env.BENCH_BASE_URL;
  if (running) return measure(new URL(running).origin);
  await ensureBuilt(withoutInstallation(process.env));
  const stop = await startApp();
  try {
    return await measure(process.env.E2E_BASE_URL ?? '');
  } finally {
    await stop?.();
    delete process.env.E2E_BASE_URL;
  }
}
