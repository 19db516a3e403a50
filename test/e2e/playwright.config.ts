import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findBrowser } from '../../tools/browser.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  testDir: folder('.'),
  testMatch: '**/*.spec.ts',
  outputDir: folder('../../test-results'),
  globalSetup: folder('start-app.ts'),
  // Every journey registers customers of its own, so journeys do not see each other although they share one app.
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A journey that passes only at the second try is a finding, named as flaky at the end of the list; it is none that should
  // keep everything else from being told.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    // Set by start-app.ts, which runs before the workers start and read this file again.
    ...(process.env.E2E_BASE_URL ? { baseURL: process.env.E2E_BASE_URL } : {}),
    browserName: 'chromium',
    // A control that cannot be used is said at once, not when the whole journey times out.
    actionTimeout: 15_000,
    launchOptions: await findBrowser(),
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
});
