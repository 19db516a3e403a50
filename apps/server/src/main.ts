import { once } from 'node:events';
import { resolve } from 'node:path';
import { ConfigError, readConfig } from './platform/config.ts';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { captureConsole, createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { discardHalfSeededDemo, readDemoLogins } from './seed/seed-demo.ts';
import { type RunningServer, startServer } from './server.ts';

/** From the environment to a running server; PostgreSQL comes along unless DATABASE_URL names one. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const onProgress = (line: string) => console.log(line);
  const pagesBuilt = awaitPages();

  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: resolve(config.dataDir),
        log: { info: (line) => log.info(line), warn: (line) => log.warn(line) },
        onProgress,
      });
  let server: RunningServer | undefined;
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    // What is cut off in the middle of a start is no fault.
    if (!server && code === 0) log.level = 'silent';
    // Whatever hangs, the process ends; the database recovers from anything.
    setTimeout(() => process.exit(code || 1), 15_000).unref();
    try {
      await server?.stop();
      await embedded?.stop();
    } catch (error) {
      log.error({ err: error }, 'stopping failed');
    }
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));

  try {
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
    await migrate(databaseUrl);
    if (await discardHalfSeededDemo(databaseUrl, config))
      onProgress(
        `Ein abgebrochener Start hatte die Demo nur halb angelegt; sie ${config.demo ? 'entsteht neu' : 'ist entfernt'}.`,
      );
    server = await startServer({ config, databaseUrl, log, pagesBuilt, onProgress });
  } catch (error) {
    if (stopping) return;
    log.fatal({ err: error }, 'start failed');
    console.error(explain(error));
    await stop(1);
    return;
  }
  captureConsole(log);
  if (stopping) return;
  const address = config.publicUrl ?? `http://localhost:${server.port}`;
  console.log(`\n${config.brandName} läuft: ${address}`);
  if (config.demo) {
    console.log('Spielgeld – kein echtes Geld. Anmeldungen der Demo:');
    for (const { email, password, note } of await readDemoLogins(config.dataDir))
      console.log(`  ${email.padEnd(36)} ${password}   ${note}`);
  }
}

/** The start script may still be building them, and says so when they are there. */
async function awaitPages(): Promise<void> {
  if (process.env.PAGES_FOLLOW !== '1') return;
  process.channel?.ref();
  await once(process, 'message');
  process.channel?.unref();
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

main().catch((error: unknown) => {
  // Configuration and data-folder problems are explained to a person, not shown as a stack.
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError) console.error(error.message);
  else console.error(error);
  process.exit(1);
});
