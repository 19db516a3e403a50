// A process of its own that starts the embedded PostgreSQL and keeps it, so that tests can kill it.
// Prints one line of JSON when it is up; ends gracefully on SIGTERM.
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('usage: hold-embedded-postgres.ts DATA_DIR');

try {
  const log = { info: () => undefined, warn: () => undefined };
  const { url, adminUrl, reused, stop } = await startEmbeddedPostgres({ dataDir, log });
  process.once('SIGTERM', () => void stop());
  console.log(JSON.stringify({ url, adminUrl, reused }));
} catch (error) {
  console.log(
    JSON.stringify({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }),
  );
  process.exitCode = 1;
}
