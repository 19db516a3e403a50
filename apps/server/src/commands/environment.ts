import { loadEnvFile } from 'node:process';

/** The project's settings as `npm start` reads them: what is already set wins over `.env`, and there may be none. */
export function readEnvironment(): NodeJS.ProcessEnv {
  try {
    loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return process.env;
}
