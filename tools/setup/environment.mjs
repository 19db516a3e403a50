import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Explained } from './child.mjs';
import { ROOT } from './paths.mjs';

/** What the built pages carry in their HTML; a change of one of these needs a new build. */
const BUILD_NAMES = /^(BRAND_NAME|PUBLIC_URL|OPERATOR_.*)$/;

/** Settings of an installation. Tests and the development server start without them. */
const INSTALLATION_NAMES =
  /^(BRAND_NAME|PUBLIC_URL|OPERATOR_.*|HOST|PORT|DATA_DIR|DATABASE_URL|REDIS_URL|SMTP_URL|MAIL_FROM|AUTH_SECRET|TRUSTED_PROXIES|PRICE_SOURCES|KRAKEN_.*|TWELVEDATA_.*|OAUTH_.*|DEMO|DEMO_PUBLIC|LOG_LEVEL|NODE_ENV)$/;

/** Reads `.env` of the project into our environment. What is already set wins. */
export function loadEnvFile() {
  const path = join(ROOT, '.env');
  if (!existsSync(path)) return;
  try {
    process.loadEnvFile(path);
  } catch (error) {
    throw new Explained(`.env ist nicht lesbar: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * The settings that belong to the fingerprint of the web build, sorted by name.
 * @param {NodeJS.ProcessEnv} env
 */
export function buildSettings(env) {
  return Object.entries(env)
    .filter(([name, value]) => BUILD_NAMES.test(name) && value)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * The environment without any installation's settings, so that tests mean the same everywhere.
 * @param {NodeJS.ProcessEnv} env
 */
export function withoutInstallation(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !INSTALLATION_NAMES.test(name)));
}
