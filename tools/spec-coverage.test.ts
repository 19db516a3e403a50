// Whether every test that docs/spec.md names is there.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../', import.meta.url);
const FOLDERS = {
  e2e: 'test/e2e',
  server: 'apps/server/test',
  src: 'apps/server/src',
  web: 'apps/web/app',
  contract: 'packages/contract/src',
  trading: 'packages/trading/src',
} as const;

/** What a test or a group of tests is called. */
const NAMES =
  /\b(?:test|it|describe)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;
const namesIn = (path: URL) => [...readFileSync(path, 'utf8').matchAll(NAMES)].map((match) => match[2] ?? '');

const page = readFileSync(new URL('docs/spec.md', ROOT), 'utf8');
/** A file in one of the folders above. */
const NAMED_FILE = /`(?:e2e|server|src|web|contract|trading)\/[^`]+\.tsx?`/g;
const REFERENCE = /`(e2e|server|src|web|contract|trading)\/([^`]+)` › „(.+?)“(?= ·| \||\)|, |$)/gm;

const rows = page
  .split('\n## What is different')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Specification'));

test('every row of the specification names a test', () => {
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.filter((row) => row.match(REFERENCE) === null)).toEqual([]);
});

test('every file that is named stands with a test of it', () => {
  expect(page.match(NAMED_FILE)?.length).toBe(page.match(REFERENCE)?.length);
});

test('every test that is named is there', () => {
  const missing = [...page.matchAll(REFERENCE)].flatMap(([reference, folder, file, words]) => {
    const path = new URL(`${FOLDERS[folder as keyof typeof FOLDERS]}/${file}`, ROOT);
    return existsSync(path) && namesIn(path).some((name) => name.includes(words ?? '')) ? [] : [reference];
  });
  expect(missing).toEqual([]);
});
