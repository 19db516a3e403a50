import { loadEnvFile } from 'node:process';
import { isMissing } from '../platform/missing-file.ts';

/** The project's settings as `npm start` reads them: what is already set wins over `.env`, and there may be none. */
export function readEnvironment(): NodeJS.ProcessEnv {
  try {
    loadEnvFile();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return process.env;
}
