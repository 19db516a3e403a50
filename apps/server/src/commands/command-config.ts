import { loadEnvFile } from 'node:process';
import { type Config, readConfig } from '../platform/config.ts';
import { isMissing } from '../platform/missing-file.ts';

/**
 * The project's settings as `npm start` reads them: what is already set wins over `.env`, and there may be none.
 * No command signs a session.
 */
export function readCommandConfig(): Config {
  try {
    loadEnvFile();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return readConfig(process.env, { signs: false });
}
