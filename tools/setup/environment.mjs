import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Explained } from './child.mjs';
import { ROOT } from './paths.mjs';

/** What the built pages carry in their HTML; a change of one of these needs a new build. */
const BUILD_NAMES = /^(BRAND_NAME|PUBLIC_URL|OPERATOR_.*)$/;

/** Settings of an installation, as in `.env.example`. Tests, drills and measurements start without them. */
export const INSTALLATION_NAMES = [
  'BRAND_NAME',
  'OPERATOR_NAME',
  'OPERATOR_ADDRESS',
  'OPERATOR_REPRESENTATIVE',
  'OPERATOR_EMAIL',
  'OPERATOR_PHONE',
  'OPERATOR_REGISTER',
  'OPERATOR_VAT_ID',
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'DEMO',
  'DEMO_PUBLIC',
  'DATA_DIR',
  'BACKUP_DIR',
  'DATABASE_URL',
  'REDIS_URL',
  'AUTH_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
  'CAPTCHA',
  'OAUTH_PROVIDER_NAME',
  'OAUTH_DISCOVERY_URL',
  'OAUTH_CLIENT_ID',
  'OAUTH_CLIENT_SECRET',
  'OAUTH_SCOPES',
  'TRUSTED_PROXIES',
  'FOUR_EYES_THRESHOLD_USD',
  'FOUR_EYES_DEPOSIT_THRESHOLD_USD',
  'WELCOME_DEPOSIT_USD',
  'OWN_BOTS_MAX',
  'SAVINGS_RATE_PERCENT',
  'LOG_LEVEL',
  'PRICE_SOURCES',
  'KRAKEN_POLL_SECONDS',
  'KRAKEN_URL',
  'TWELVEDATA_API_KEY',
  'TWELVEDATA_CREDITS_PER_MINUTE',
  'TWELVEDATA_CREDITS_PER_DAY',
  'TWELVEDATA_SYMBOLS',
  'TWELVEDATA_URL',
];

/** NODE_ENV as well: the test runner says `test`, and libraries are less strict then. */
const LEFT_OUT = new Set([...INSTALLATION_NAMES, 'NODE_ENV']);

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
  return Object.fromEntries(Object.entries(env).filter(([name]) => !LEFT_OUT.has(name)));
}
