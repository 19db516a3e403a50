import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const RESULTS = join(HERE, '..', '..', 'test-results', 'pictures');
const looksAtPages = (name: string) => readFileSync(join(HERE, name), 'utf8').includes(' checkAll(');

/** Only what looks at pages, and that once: a picture is taken at every width anyway. */
export default defineConfig(tests, {
  testMatch: readdirSync(HERE).filter((name) => name.endsWith('.spec.ts') && looksAtPages(name)),
  grep: /\b1280\b/,
  outputDir: RESULTS,
  snapshotPathTemplate: join(RESULTS, '{testFileName}', '{arg}{ext}'),
  retries: 0,
  use: { screenshot: 'off', trace: 'off' },
});
