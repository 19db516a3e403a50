// Preload of a server whose workers do harm: what each of them does to which job stands in `backtests-hostile.ts`.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const HOSTILE = new URL('../../../apps/server/test/bots/backtests-hostile.ts', import.meta.url).href;
const { fork } = childProcess;

childProcess.fork = ((entry: URL, options: childProcess.ForkOptions) =>
  fork(entry, {
    ...options,
    execArgv: [...(options.execArgv ?? []), '--import', HOSTILE],
  })) as typeof fork;
syncBuiltinESMExports();
