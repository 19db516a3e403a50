import { loadEnvFile } from 'node:process';
import { type Config, readConfig } from '../platform/config.ts';
import { isMissing } from '../platform/missing-file.ts';

/**
 * The project's settings as `npm start` reads them: what is already set wins over `.env`, and there may be none.
 * An environment other than the process's is taken as it is. No command signs a session.
 */
export function readCommandConfig(env: NodeJS.ProcessEnv): Config {
  if (env === process.env) addEnvFile();
  return readConfig(env, { signs: false });
}

function addEnvFile(): void {
  try {
    loadEnvFile();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
